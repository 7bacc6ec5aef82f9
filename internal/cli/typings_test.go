package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"factbot/internal/slacksim"
)

// everyForm is a conversation that makes the bot show every kind of message,
// form and home.
const everyForm = `/rdma
/rdma help
/rdma facts latency
!1.1
/rdma fact 15
/rdma timeline
/rdma check RDMA needs a lossless network. Pizza is round.
/rdma xyzzy plugh
@factbot does RoCE need a lossless network?
/rdma flag 15
2
out of date
/rdma flag 4 wrong
/rdma add
:cancel
:home
:lookup
:cancel
:as reviewer
:in fact-review
:last
/rdma queue
/rdma review
/rdma correct 15
:cancel
/rdma verify 3
:cancel
/rdma retract 4
no source
:home
/rdma history 4
/rdma gaps
/rdma topics
:later 1m
:quit
`

// TestPayloadsFitSlackTypings holds everything the bot sends in a conversation
// to Slack's own published typings, with the TypeScript compiler.
func TestPayloadsFitSlackTypings(t *testing.T) {
	t.Parallel()
	checker := filepath.Join("..", "..", "tools", "blockkit")
	_, modules := os.Stat(filepath.Join(checker, "node_modules", "@slack", "types"))
	node, found := exec.LookPath("node")
	if modules != nil || found != nil {
		if os.Getenv("NO_SKIPPED_TESTS") == "1" {
			t.Fatal("node or the typings are not installed: run npm ci in tools/blockkit")
		}
		t.Skip("SKIPPED: node or the typings are not installed; npm ci in tools/blockkit installs them")
	}
	folder := t.TempDir()
	if n := emitted(t, folder); n < 30 {
		t.Fatalf("only %d payloads were sent; the conversation should show every kind", n)
	}
	for _, kind := range []string{"message", "modal", "home"} {
		if !sent(t, folder, kind) {
			t.Errorf("no %s was sent; the conversation should show every kind", kind)
		}
	}
	out, err := exec.CommandContext(t.Context(), node, filepath.Join(checker, "check.mjs"), folder).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// emitted has the conversation and writes each payload the bot sent to a file.
func emitted(t *testing.T, folder string) int {
	t.Helper()
	from := time.Now()
	clock := &passing{now: func() time.Time { return began.Add(time.Since(from)) }}
	run, err := startPretend(t.Context(), testOptions(t, nil), pretendOptions{addr: "127.0.0.1:0", clock: clock.Now, turns: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := run.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := run.ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	var shown strings.Builder
	if err := newConversation(run, clock, &shown, "reader", "rdma").converse(t.Context(), strings.NewReader(everyForm)); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, exchange := range run.sim.Traffic() {
		if exchange.Direction == "in" {
			n += payloads(t, folder, n, exchange)
		}
	}
	return n
}

// payloads writes what an exchange carries: a message, or a view, however deep
// and whether as JSON or as JSON in a form's field.
func payloads(t *testing.T, folder string, from int, exchange slacksim.Traffic) int {
	t.Helper()
	var fields map[string]json.RawMessage
	if json.Unmarshal(exchange.Request, &fields) != nil {
		return 0
	}
	if inner, ok := fields["payload"]; ok {
		exchange.Request = inner
		return payloads(t, folder, from, exchange)
	}
	kind, payload := "", json.RawMessage(nil)
	switch {
	case fields["view"] != nil:
		payload = plain(fields["view"])
		var view struct{ Type string }
		if json.Unmarshal(payload, &view) != nil {
			return 0
		}
		kind = view.Type
	case fields["blocks"] != nil:
		kind = "message"
		message, err := json.Marshal(map[string]any{"text": json.RawMessage(fields["text"]), "blocks": plain(fields["blocks"])})
		if err != nil {
			t.Fatal(err)
		}
		payload = message
	default:
		return 0
	}
	file, err := json.Marshal(map[string]any{"kind": kind, "payload": payload})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, fmt.Sprintf("%04d-%s-%s.json", from, exchange.Kind, strings.ReplaceAll(exchange.Name, "/", "_")))
	if err := os.WriteFile(name, file, 0o600); err != nil {
		t.Fatal(err)
	}
	return 1
}

// plain takes JSON out of a string, where it is in one.
func plain(raw json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return json.RawMessage(text)
	}
	return raw
}

// sent reports whether a payload of the kind is among those written.
func sent(t *testing.T, folder, kind string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), `"kind":"`+kind+`"`) {
			return true
		}
	}
	return false
}
