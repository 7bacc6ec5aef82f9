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
	b.until("what failed is back", `document.querySelector("#composer-text").value === "/nope"`)
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
	b.do("reply", chromedp.SendKeys(chromedp.CSS("#reply-text"), "thanks"), enter)
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
	b.accessible()
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
	b.press("#traffic-list .wire:last-child summary")
	b.see("#traffic-list pre", "block_actions")
	b.do("refused", chromedp.SendKeys(chromedp.CSS("#composer-text"), "/rdma too much"+kb.Enter))
	b.see("#traffic .refused", "invalid_blocks")
	b.shot("traffic")
	b.accessible()
}

func TestShortcutsHomeAndPersona(t *testing.T) {
	t.Parallel()
	sim := start(t)
	b := open(t, sim)
	b.visit("?as=U0READER")
	b.say("hello")
	b.see(last, "hello")
	b.do("start a command", chromedp.SendKeys(chromedp.CSS("#composer-text"), "/"))
	b.press(`#composer [data-insert="/rdma "]`)
	b.until("the command stands there", `document.querySelector("#composer-text").value === "/rdma "`)
	b.press("#composer-plus")
	b.shot("commands")
	b.press(`#composer button[value="lookup"]`)
	b.see("#modal h2", "Look up")
	b.press("#modal-x")
	b.gone("#modal")
	b.press("#rail-app")
	b.see("#home", "Facts on RDMA")
	b.shot("home")
	b.accessible()
	b.press("#tab-messages")
	b.see("#messages", "the very beginning of factbot")
	b.do("act as", chromedp.SetValue(chromedp.CSS("#as"), slacksim.Reviewer))
	b.until("change", `(document.querySelector("#as").dispatchEvent(new Event("change", {bubbles: true})), true)`)
	b.see(".you", "reviewer")
	b.see("#rail", "fact-review")
	if _, err := sim.As(slacksim.Reviewer2).Say(b.ctx, "fact-review", "RDMA-15 was flagged"); err != nil {
		t.Fatal(err)
	}
	b.see("#rail-"+slacksim.ChannelFactReview, "new")
	b.shot("news")
	b.press("#rail-" + slacksim.ChannelFactReview)
	b.see("#title", "#fact-review")
	b.until("the mark is gone", `document.querySelector("#rail-C0FACTREVIEW .new").hidden`)
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
	b.accessible()
	if n := evaluate[int](b, `document.querySelectorAll("#messages script, #messages img").length`); n != 0 {
		t.Errorf("%d scripts or images in a message", n)
	}
	b.do("type", chromedp.SendKeys(chromedp.CSS(last+"input[type=search]"), "ro"))
	b.until("options", `[...document.querySelectorAll("#messages option")].some(o => o.text === "RoCE: ro")`)
	b.dark(true)
	b.shot("dark")
	b.accessible()
	b.do("phone", chromedp.EmulateViewport(360, 720))
	b.visit("?as=U0READER")
	b.see(last, "ib_write_lat")
	b.shot("phone-dark")
	b.dark(false)
	b.shot("phone")
	b.narrow()
	b.say("/rdma fact 15")
	b.see(last, "doubted by 2")
	b.press(last + `button[value$="/flag"]`)
	b.see("#modal h2", "Flag a fact")
	b.shot("phone-form")
	b.press("#modal-x")
	b.gone("#modal")
	b.visit("?as=U0READER&traffic=1&t=" + parent(sim))
	b.see("#thread-title", "Thread")
	b.shot("phone-thread")
	b.narrow()
}

// narrow wants nothing to reach beyond the width of a phone.
func (b *browser) narrow() {
	b.t.Helper()
	const beyond = `document.documentElement.scrollWidth <= 360 ? [] : [...document.querySelectorAll('body *')]
		.filter((e) => e.getBoundingClientRect().right > 360).map((e) => e.outerHTML.slice(0, 80))`
	for _, element := range evaluate[[]string](b, beyond) {
		b.t.Errorf("wider than a phone: %s", element)
	}
}

// parent is the ts of the newest message in the channel.
func parent(sim *slacksim.Server) string {
	m, _ := sim.Last(slacksim.ChannelRDMA)
	return m.TS
}

// complaints lists what keeps people out: text of too little contrast,
// controls without a name, ids that are not unique.
const complaints = `(() => {
  const rgba = (s) => { const n = s.match(/[\d.]+/g).map(Number); return [n[0], n[1], n[2], n[3] ?? 1]; };
  const over = (top, under) => top.slice(0, 3).map((v, i) => v * top[3] + under[i] * (1 - top[3]));
  const ground = (el) => {
    const layers = [];
    for (let e = el; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor); layers.push(c); if (c[3] === 1) break; }
    return layers.reduceRight((under, top) => over(top, under), [255, 255, 255]);
  };
  const light = (c) => { const [r, g, b] = c.map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const out = new Set();
  const modal = document.querySelector('dialog[open]') ?? document.body;
  const walk = document.createTreeWalker(modal, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const el = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !el.checkVisibility({ opacityProperty: true }) || el.closest('.sr, .skip, option, noscript, [aria-hidden]')) continue;
    const style = getComputedStyle(el), under = ground(el), top = over(rgba(style.color), under);
    const [a, b] = [light(top), light(under)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) out.add('contrast ' + ratio.toFixed(2) + ': ' + walk.currentNode.data.trim().slice(0, 40));
  }
  for (const el of document.querySelectorAll('button, a[href], select, textarea, input:not([type=hidden]), summary, dialog, [role=log], [role=region]')) {
    const by = el.getAttribute('aria-labelledby');
    const name = el.getAttribute('aria-label') || (by && document.getElementById(by)?.textContent) || el.labels?.[0]?.textContent || el.textContent || el.closest('fieldset')?.querySelector('legend')?.textContent;
    if (!name?.trim() && !el.matches('.default')) out.add('no name: ' + el.outerHTML.slice(0, 90));
  }
  const seen = new Set();
  for (const el of document.querySelectorAll('[id]')) { if (seen.has(el.id)) out.add('two of the id ' + el.id); seen.add(el.id); }
  for (const el of document.querySelectorAll('[aria-labelledby], [aria-describedby]')) for (const id of [el.getAttribute('aria-labelledby'), el.getAttribute('aria-describedby')]) if (id && !seen.has(id)) out.add('no element ' + id);
  return [...out];
})()`

func (b *browser) accessible() {
	b.t.Helper()
	for _, complaint := range evaluate[[]string](b, complaints) {
		b.t.Error(complaint)
	}
}
