package page_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"factbot/internal/slacksim"
)

// The last message of the channel, and parts of it.
const last = "#messages > .msg:last-child "

func TestAnswersAndPaging(t *testing.T) {
	t.Parallel()
	b := open(t, start(t))
	b.visit("?as=U0READER")
	b.see("#messages", "Things to try")
	b.shot("empty")
	b.say("/rdma facts latency")
	b.see(last, "9 facts on “latency” · 1 verified")
	b.see(last+".only", "Only visible to you")
	b.shot("facts")
	b.press(last + `button[value$="/next"]`)
	b.see(last, "page 2 of 2")
	if n := evaluate[int](b, `document.querySelectorAll("#messages > .msg").length`); n != 1 {
		t.Errorf("%d messages after paging, want the one, replaced", n)
	}
	b.see("#composer-text", "")
	b.say("/nope")
	b.see("#toasts", "/nope is not a valid command.")
	if left := evaluate[string](b, `document.querySelector("#composer-text").value.trim()`); left != "/nope" {
		t.Errorf("the composer holds %q, want what failed", left)
	}
}

func TestThreadAndReactions(t *testing.T) {
	t.Parallel()
	b := open(t, start(t))
	b.visit("?as=U0READER")
	b.say("@factbot does RoCE need a lossless network?")
	b.see(last+".by", "reader")
	b.see(last+".replies", "1 reply")
	b.press(last + ".replies")
	b.see("#thread-messages", "3 recorded facts bear on this")
	b.see("#thread-messages .mention", "@factbot")
	b.do("reply", chromedp.SendKeys(chromedp.CSS("#reply-text"), "thanks"+kb.Enter))
	b.see("#thread-messages > .msg:last-child", "thanks")
	b.shot("thread")
	b.do("menu", chromedp.Focus(chromedp.CSS(last+".tools summary")), chromedp.SendKeys(chromedp.CSS(last+".tools summary"), kb.Enter))
	b.press(last + `button[value="eyes"]`)
	b.see(last+".reactions", "👀 1")
	b.press("#thread-close")
	b.gone("#thread")
}

func TestForm(t *testing.T) {
	t.Parallel()
	sim := start(t)
	b := open(t, sim)
	b.visit("?as=U0READER")
	b.say("/rdma fact 15")
	b.see(last, "doubted by 2")
	b.press(last + `button[value$="/flag"]`)
	b.see("#modal h2", "Flag a fact")
	b.until("the first field has the focus", `document.activeElement.matches("#modal select")`)
	b.shot("form")
	b.press("#modal-submit")
	b.see("#modal .failure", "Please complete this required field.")
	b.do("fill", chromedp.SetValue(chromedp.CSS("#modal select"), "outdated"))
	b.do("fill", chromedp.SendKeys(chromedp.CSS("#modal textarea"), "It is old"))
	b.press("#modal-submit")
	b.see("#modal .failure", "Say why")
	if kept := evaluate[string](b, `document.querySelector("#modal textarea").value`); kept != "It is old" {
		t.Errorf("the field holds %q after the error", kept)
	}
	b.shot("form-errors")
	b.press(`#modal button[value$="/push"]`)
	b.see("#modal h2", "Evidence")
	b.shot("form-stacked")
	b.do("escape", chromedp.KeyEvent(kb.Escape))
	b.see("#modal h2", "Flag a fact")
	b.do("fill", chromedp.SendKeys(chromedp.CSS("#modal textarea"), " because RoCE runs lossy"))
	b.press("#modal-submit")
	b.gone("#modal")
	b.see(last, "Flagged RDMA-15: It is old because RoCE runs lossy")
	b.until("the focus is back on the button", `document.activeElement.matches("button[value$='/flag']")`)
}

func TestConfirmAndMenus(t *testing.T) {
	t.Parallel()
	sim := start(t)
	b := open(t, sim)
	b.visit("?as=U0READER&traffic=1")
	b.say("/rdma fact 15")
	b.see(last, "doubted by 2")
	before := len(sim.Traffic())
	b.press(last + `button[value$="/retract"]`)
	b.see("dialog.confirm[open]", "It leaves all answers")
	b.shot("confirm")
	b.press(`dialog.confirm[open] [data-answer="no"]`)
	b.gone("dialog.confirm[open]")
	if after := len(sim.Traffic()); after != before {
		t.Errorf("%d exchanges although the dialog was denied", after-before)
	}
	b.press(last + `button[value$="/retract"]`)
	b.press(`dialog.confirm[open] [data-answer="yes"]`)
	b.see("#traffic", "block_actions")
	b.say("/rdma facts latency")
	b.see(last, "9 facts")
	b.press(last + ".overflow summary")
	b.shot("overflow")
	b.press(last + ".overflow[open] button")
	b.see("#modal h2", "Flag a fact")
	b.press("#modal-close")
	b.gone("#modal")
	b.shot("traffic")
}

func TestShortcutsHomeAndPersona(t *testing.T) {
	t.Parallel()
	sim := start(t)
	b := open(t, sim)
	b.visit("?as=U0READER")
	b.say("hello")
	b.see(last, "hello")
	b.press("#composer-plus")
	b.press(`#composer button[value="lookup"]`)
	b.see("#modal h2", "Look up")
	b.press("#modal-x")
	b.gone("#modal")
	b.press("#rail-app")
	b.see("#home", "Facts on RDMA")
	b.shot("home")
	b.press("#tab-messages")
	b.see("#messages", "the very beginning of factbot")
	b.do("act as", chromedp.SetValue(chromedp.CSS("#as"), slacksim.Reviewer))
	b.until("change", `(document.querySelector("#as").dispatchEvent(new Event("change", {bubbles: true})), true)`)
	b.see(".you", "reviewer")
	b.see("#rail", "fact-review")
	b.press("#rail-" + slacksim.ChannelFactReview)
	b.see("#title", "#fact-review")
	b.shot("persona")
}

func TestEveryBlock(t *testing.T) {
	t.Parallel()
	sim := start(t)
	b := open(t, sim)
	b.visit("?as=U0READER")
	b.say("/rdma everything")
	b.see(last, "ib_write_lat")
	b.shot("light")
	if n := evaluate[int](b, `document.querySelectorAll("#messages script, #messages img").length`); n != 0 {
		t.Errorf("%d scripts or images in a message", n)
	}
	b.do("type", chromedp.SendKeys(chromedp.CSS(last+"input[type=search]"), "ro"))
	b.until("options", `[...document.querySelectorAll("#messages option")].some(o => o.text === "RoCE: ro")`)
	b.dark(true)
	b.shot("dark")
	b.do("phone", chromedp.EmulateViewport(360, 720))
	b.visit("?as=U0READER")
	b.see(last, "ib_write_lat")
	b.shot("phone-dark")
	b.dark(false)
	b.shot("phone")
	wide := evaluate[int](b, `document.documentElement.scrollWidth`)
	if wide > 360 {
		t.Errorf("the page is %d px wide on a phone of 360", wide)
	}
	b.say("/rdma fact 15")
	b.see(last, "doubted by 2")
	b.press(last + `button[value$="/flag"]`)
	b.see("#modal h2", "Flag a fact")
	b.shot("phone-form")
}
