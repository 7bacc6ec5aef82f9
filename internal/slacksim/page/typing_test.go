package page_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"factbot/internal/slacksim"
)

// TestTypingGoesOn writes on while a command is on its way: what was written since stays, behind the command if that
// fails.
func TestTypingGoesOn(t *testing.T) {
	t.Parallel()
	sim := start(t)
	b := open(t, sim)
	for _, c := range []struct {
		fault      slacksim.Fault
		shows, box string
	}{
		{slacksim.Fault{}, "9 facts on “latency”", "and then"},
		{slacksim.Fault{Error: slacksim.OperationTimeout}, "operation_timeout", "/rdma facts latency\nand then"},
	} {
		b.visit("?as=U0READER")
		release := sim.Hold("deliver/slash_commands")
		if c.fault.Error != "" {
			sim.Fail("deliver/slash_commands", c.fault, 1)
		}
		b.say("/rdma facts latency")
		if err := sim.Wait(b.ctx, func() bool { return sim.Held("deliver/slash_commands") == 1 }); err != nil {
			t.Fatal(err)
		}
		b.do("type", chromedp.SendKeys(chromedp.CSS("#composer-text"), "and then"))
		release()
		b.see("#messages, #toasts", c.shows)
		b.until("the answer was taken", `!document.querySelector("#composer").hasAttribute("aria-busy")`)
		if got := evaluate[string](b, `document.querySelector("#composer-text").value`); got != c.box {
			t.Errorf("%s: the composer holds %q, want %q", c.shows, got, c.box)
		}
	}
}

// TestOpenedThreadStays holds that the box of a thread that was just opened is not exchanged for an equal one: that
// would end what an input method is composing in it.
func TestOpenedThreadStays(t *testing.T) {
	t.Parallel()
	sim := start(t)
	b := open(t, sim)
	b.visit("?as=U0READER")
	b.say("@factbot does RoCE need a lossless network?")
	b.see(last+".replies", "1 reply")
	b.press(last + ".replies")
	b.until("the thread's box is there", `(box => box && (box.first = true))(document.querySelector("#reply-text"))`)
	if _, err := sim.As(slacksim.Reader2).Say(b.ctx, "rdma", "and another", slacksim.InThread(parent(sim))); err != nil {
		t.Fatal(err)
	}
	b.see("#thread-messages", "and another")
	if !evaluate[bool](b, `document.querySelector("#reply-text").first === true`) {
		t.Error("the thread's box was exchanged")
	}
}
