package app

import "context"

// checkSlack asks Slack what only Slack can say.
func (o Options) checkSlack(ctx context.Context, r *Report) {
	_ = ctx
	r.add("slack", Warn, "", "not asked")
}
