package page_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	keys "github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"factbot/internal/slacksim"
)

// browser drives one tab on the page of a pretend Slack.
type browser struct {
	t    *testing.T
	ctx  context.Context
	home string
}

// open starts Chromium on the page. Without a Chromium the test is skipped,
// unless NO_SKIPPED_TESTS=1 says that there has to be one.
func open(t *testing.T, sim *slacksim.Server) *browser {
	t.Helper()
	path := chromium()
	if path == "" {
		if os.Getenv("NO_SKIPPED_TESTS") == "1" {
			t.Fatal("no Chromium found, and NO_SKIPPED_TESTS=1 does not let this test skip")
		}
		t.Skip("SKIPPED: no Chromium found; the browser test did not run")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true))
	alloc, cancelAlloc := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancelAlloc)
	tab, cancelTab := chromedp.NewContext(alloc)
	t.Cleanup(cancelTab)
	b := &browser{t: t, ctx: tab, home: sim.URL()}
	b.do("size", chromedp.EmulateViewport(1280, 860)) // starts the browser, so without a deadline
	ctx, cancel := context.WithTimeout(tab, 2*time.Minute)
	t.Cleanup(cancel)
	b.ctx = ctx
	return b
}

func chromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

func (b *browser) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	for _, step := range steps {
		if _, err := chromedp.Run(b.ctx, step); err != nil {
			b.shot("failure")
			b.t.Fatalf("%s: %v", what, err)
		}
	}
}

func (b *browser) visit(query string) {
	b.t.Helper()
	b.do("visit "+query, chromedp.Navigate(b.home+"/"+query))
}

// press scrolls to an element that a person could press and presses it.
func (b *browser) press(css string) {
	b.t.Helper()
	b.do("press "+css, chromedp.Click(chromedp.CSS(css)))
}

func (b *browser) say(text string) {
	b.t.Helper()
	b.do("say "+text, chromedp.SendKeys(chromedp.CSS("#composer-text"), text), enter)
}

// enter presses Enter as a keyboard does: what the key types comes with the press, so that a page which takes the press
// is not typed into. [kb.Enter] types a line break all the same.
func enter(ctx context.Context, tab *chromedp.Target) (chromedp.Void, error) {
	key := keys.DispatchKeyEventParams{Type: kb.KeyDown, Key: "Enter", Code: "Enter", Text: kb.Enter, WindowsVirtualKeyCode: '\r', NativeVirtualKeyCode: '\r'}
	if _, err := cdp.Call(ctx, tab, keys.DispatchKeyEvent, key); err != nil {
		return chromedp.Void{}, err
	}
	key.Type, key.Text = kb.KeyUp, ""
	_, err := cdp.Call(ctx, tab, keys.DispatchKeyEvent, key)
	return chromedp.Void{}, err
}

func (b *browser) see(css, words string) {
	b.t.Helper()
	b.until(css+" shows "+words, fmt.Sprintf("[...document.querySelectorAll(%q)].some(e => e.innerText.includes(%q))", css, words))
}

func (b *browser) gone(css string) {
	b.t.Helper()
	b.until(css+" is gone", fmt.Sprintf("!document.querySelector(%q)", css))
}

// until waits for an expression of the page to hold.
func (b *browser) until(what, expression string) {
	b.t.Helper()
	for {
		_, err := chromedp.Run(b.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(15*time.Second)))
		if leftBehind(err) && b.ctx.Err() == nil {
			continue
		}
		if err != nil {
			b.shot("failure")
			b.t.Fatalf("%s: %v", what, err)
		}
		return
	}
}

// leftBehind reports that something was asked of the page before a visit's: word that a page has loaded may come here
// before word of what runs in it.
func leftBehind(err error) bool {
	failed, ok := errors.AsType[*cdproto.Error](err)
	return ok && strings.HasPrefix(failed.Message, "Cannot find context")
}

func evaluate[T any](b *browser, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("evaluate %s: %v", expression, err)
	}
	return v
}

// shot keeps a picture of the page.
func (b *browser) shot(name string) {
	b.t.Helper()
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Errorf("picture %s: %v", name, err)
		return
	}
	folder := filepath.Join("..", "..", "..", ".artifacts", "page")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		b.t.Fatal(err)
	}
	file := strings.ReplaceAll(b.t.Name()+"-"+name, "/", "-") + ".png"
	if err := os.WriteFile(filepath.Join(folder, file), png, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

func (b *browser) dark(on bool) {
	scheme := "light"
	if on {
		scheme = "dark"
	}
	b.do("colour scheme", func(ctx context.Context, tab *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return chromedp.Void{}, err
	})
}
