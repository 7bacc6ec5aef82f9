package slacksim_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"factbot/internal/slacksim"
)

// An app over signed HTTP, and a person who asks it something.
func Example() {
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"response_type":"ephemeral","text":"You asked: `+r.FormValue("text")+`"}`)
	}))
	defer app.Close()

	slack, err := slacksim.New(slacksim.Options{
		Manifest: []byte(`{
			"display_information": {"name": "echo"},
			"features": {"slash_commands": [{"command": "/echo", "description": "repeat"}]},
			"oauth_config": {"scopes": {"bot": ["commands"]}}
		}`),
		DeliverTo: app.URL,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	if err := slack.Start(ctx, "127.0.0.1:0"); err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = slack.Close() }()

	answer, err := slack.As("reader").Slash(ctx, "#rdma", "/echo how fast is RDMA?")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Message.Text)

	refused, _ := slack.As("reader").Slash(ctx, "#rdma", "/rdma facts")
	fmt.Println(refused.Notice)

	// Output:
	// You asked: how fast is RDMA?
	// /rdma is not a valid command.
}
