package app

import (
	"io"
	"io/fs"
	"log/slog"
	"net"
	"time"

	"factbot/config"
	"factbot/internal/ops"
)

// Options is what a run of factbot is made of.
type Options struct {
	Config  *config.Config // required
	Seeds   fs.FS          // topic files served when the settings name none; required then
	Seed    string         // the name in Seeds: rdma.txt
	Version string

	Clock    func() time.Time // time.Now if nil
	LogTo    io.Writer        // where log lines go; nowhere if nil
	Logger   *slog.Logger     // made from LogTo and the settings if nil
	Listener net.Listener     // for Slack's deliveries in http mode; made from http.addr if nil
	Ops      net.Listener     // for health and metrics; made from ops.addr if nil

	// ReadingsEvery is how long what people were shown may wait to be written down; a second if 0.
	ReadingsEvery time.Duration

	// Playground says that the workspace is a pretend one. Its databases and those of
	// real workspaces refuse each other.
	Playground bool
}

func (o Options) withDefaults() Options {
	if o.ReadingsEvery == 0 {
		o.ReadingsEvery = audienceEvery
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Logger == nil {
		o.Logger = ops.Quiet()
		if o.LogTo != nil {
			o.Logger = ops.NewLogger(o.LogTo, o.Config.Log.Level, o.Config.Log.Format)
		}
	}
	if o.Version == "" {
		o.Version = "dev"
	}
	return o
}
