package slack

import (
	"strings"
	"testing"

	"factbot/internal/bot"
	"factbot/internal/slacksim"
)

func TestForm(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		ctx, reader := patience(t), r.sim.As("reader")
		if res := r.slash(t, "reader", "rdma", "/rdma flag 7"); res.Error != "" {
			t.Fatalf("%+v", res)
		}
		v := r.view(t, "reader", "Flag RDMA-7")
		res, err := reader.Submit(ctx, v, map[string]any{"f:reason/v": "wrong"})
		if err != nil || res.Errors["f:note"] != "Say what is wrong." {
			t.Fatalf("%v %+v", err, res)
		}
		note := "C++ verbs, 100% + 5% <!channel> &amp;"
		res, err = reader.Submit(ctx, v, map[string]any{"f:reason/v": "outdated", "f:note/v": note})
		if err != nil || res.Error != "" {
			t.Fatalf("%v %+v", err, res)
		}
		r.view(t, "reader", "Recorded: outdated, "+note)
		last := r.door.asked()[len(r.door.asked())-1]
		if last.Via != bot.ViaForm || last.Text != "flag RDMA-7" || last.Topic != "rdma" || last.Place.Channel != slacksim.ChannelRDMA ||
			last.Actor.Delivery != "form:"+v.ID+":"+v.Hash || last.Fields["source"] != "" {
			t.Errorf("%+v", last)
		}
	})
}

func TestClicks(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		ctx, reader := patience(t), r.sim.As("reader")
		m := *r.slash(t, "reader", "rdma", "/rdma facts latency").Message
		if _, err := reader.Click(ctx, m, "Next 4"); err != nil {
			t.Fatal(err)
		}
		if _, err := r.sim.WaitTraffic(ctx, func(tr slacksim.Traffic) bool { return tr.Name == "response_url" }); err != nil {
			t.Fatal(err)
		}
		if got, _ := r.sim.Message(m.Channel, m.TS); !got.Edited && !got.Deleted && !got.ViaResponseURL {
			t.Errorf("the next page did not take the place of the first: %+v", got)
		}
		if _, err := reader.Choose(ctx, m, "menu:0", "History"); err != nil {
			t.Fatal(err)
		}
		r.message(t, "asked: history RDMA-1")
		if _, err := reader.Choose(ctx, m, "menu:1", "Flag"); err != nil {
			t.Fatal(err)
		}
		r.view(t, "reader", "Flag RDMA-7")
		got := r.door.asked()
		if len(got) != 4 || got[1].Via != bot.ViaButton || got[1].Text != "facts latency --from 6" || got[1].Actor.Delivery == "" {
			t.Errorf("%+v", got)
		}
	})
}

func TestHome(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		ctx, reader := patience(t), r.sim.As("reader")
		if _, err := reader.OpenHome(ctx); err != nil {
			t.Fatal(err)
		}
		home := r.view(t, "reader", "Home of "+slacksim.Reader)
		if _, err := reader.Click(ctx, home, "Topics"); err != nil {
			t.Fatal(err)
		}
		modal := r.view(t, "reader", "asked: topics")
		if modal.Type != "modal" {
			t.Errorf("%+v", modal)
		}
		if _, err := reader.CloseAll(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := reader.Fill(ctx, home, map[string]any{"find:facts": "latency"}); err != nil {
			t.Fatal(err)
		}
	})
}

func TestShortcuts(t *testing.T) {
	t.Parallel()
	over(t, func(t *testing.T, r *rig) {
		ctx, reader := patience(t), r.sim.As("reader")
		said, err := r.sim.As("reader2").Say(ctx, "rdma", "RDMA & Homa are <the same>")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := reader.MessageShortcut(ctx, "check_message", *said.Message); err != nil {
			t.Fatal(err)
		}
		r.view(t, "reader", "asked: check")
		got := r.door.asked()[0]
		if got.Via != bot.ViaShortcut || got.Quoted == nil || got.Quoted.By != slacksim.Reader2 || got.Quoted.Place.Message != said.Message.TS ||
			!strings.Contains(got.Quoted.Text, "RDMA & Homa are <the same>") {
			t.Errorf("%+v %+v", got, got.Quoted)
		}
		if _, err := reader.CloseAll(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := reader.Shortcut(ctx, "lookup_fact"); err != nil {
			t.Fatal(err)
		}
		r.view(t, "reader", "asked: lookup")
	})
}
