package slacksim

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const peerDir = "../../tools/boltpeer"

// nodeOrSkip skips where the official peer cannot run, unless it must.
func nodeOrSkip(t *testing.T) string {
	t.Helper()
	missing := func(what string) {
		t.Helper()
		if os.Getenv("NO_SKIPPED_TESTS") == "1" {
			t.Fatalf("%s is missing, and tests may not skip here", what)
		}
		t.Skipf("skipped: %s is missing; see %s/README.md", what, peerDir)
	}
	node, err := exec.LookPath("node")
	if err != nil {
		missing("Node.js")
	}
	if _, err := os.Stat(filepath.Join(peerDir, "node_modules", "@slack", "bolt")); err != nil {
		missing("the npm module @slack/bolt")
	}
	return node
}

// runBolt starts the official app against a server and waits until it is ready.
func runBolt(t *testing.T, mode string) *Server {
	t.Helper()
	node := nodeOrSkip(t)
	manifest := []byte(socketManifest)
	if mode == "http" {
		manifest = httpManifest(t)
	}
	s := start(t, Options{Manifest: manifest})
	cmd := exec.CommandContext(t.Context(), node, "app.mjs")
	cmd.Dir = peerDir
	cmd.Env = append(os.Environ(), "PEER_MODE="+mode, "PEER_API_URL="+s.APIURL(),
		"SLACK_BOT_TOKEN="+s.BotToken(), "SLACK_APP_TOKEN="+s.AppToken(), "SLACK_SIGNING_SECRET="+s.SigningSecret())
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = stdin.Close() // ends the app
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	port, ok := strings.CutPrefix(strings.TrimSpace(line), "ready ")
	if err != nil || !ok {
		t.Fatalf("the app said %q: %v", line, err)
	}
	if mode == "http" {
		s.SetDeliverTo(fmt.Sprintf("http://127.0.0.1:%s/slack", port))
	} else if err := s.WaitConnections(patience(t), 1); err != nil {
		t.Fatal(err)
	}
	return s
}

// awaitText waits for a message with this text and returns it.
func (s *Server) awaitText(t *testing.T, text string) Message {
	t.Helper()
	m, err := s.WaitMessage(patience(t), func(m Message) bool { return m.Text == text })
	if err != nil {
		t.Fatalf("no message %q: %v; last traffic %s", text, err, encodeJSON(s.Traffic()[max(0, len(s.Traffic())-3):]))
	}
	return m
}

func TestBoltInSocketMode(t *testing.T) {
	t.Parallel()
	s := runBolt(t, "socket")
	boltConversation(t, s)
	s.Disconnect(RefreshRequested)
	if _, err := s.WaitTraffic(patience(t), func(tr Traffic) bool { return tr.Name == "hello" && tr.Connection == 2 }); err != nil {
		t.Fatalf("no reconnection: %v", err)
	}
	must[Result](t)(s.As("reader2").DM(t.Context(), "back?"))
	s.awaitText(t, "echo back?")
}

func TestBoltOverHTTP(t *testing.T) {
	t.Parallel()
	s := runBolt(t, "http")
	if err := s.VerifyURL(t.Context()); err != nil {
		t.Error(err)
	}
	if err := s.CheckSSL(t.Context()); err != nil {
		t.Error(err)
	}
	status, _, err := s.Forge(t.Context(), "application/json", []byte(`{"type":"event_callback"}`), func(r *http.Request) {
		r.Header.Set("X-Slack-Signature", "v0="+strings.Repeat("0", 64))
	})
	if err != nil || status != http.StatusUnauthorized {
		t.Errorf("a forged signature: status %d, %v", status, err)
	}
	boltConversation(t, s)
}

// boltConversation is one of everything, the same on both transports.
func boltConversation(t *testing.T, s *Server) {
	t.Helper()
	ctx := t.Context()
	reader := s.As("reader")
	if r := must[Result](t)(reader.Slash(ctx, "rdma", "/rdma facts latency")); r.Message == nil || r.Message.Text != "you asked facts latency" {
		t.Errorf("slash: %+v", r)
	}
	must[Result](t)(reader.Slash(ctx, "backroom", "/rdma later"))
	if m := s.awaitText(t, "later: reader"); !m.ViaResponseURL || m.EphemeralTo != "" {
		t.Errorf("respond: %+v", m)
	}
	said := must[Result](t)(reader.Mention(ctx, "rdma", "latency?")).Message
	if m := s.awaitText(t, "heard <@U0FACTBOT> latency?"); m.ThreadTS != said.TS {
		t.Errorf("mention: %+v", m)
	}
	must[Result](t)(reader.DM(ctx, "hello"))
	s.awaitText(t, "echo hello")

	pressed := must[Result](t)(reader.Slash(ctx, "rdma", "/rdma button")).Message
	must[Result](t)(reader.Click(ctx, pressed, "Press"))
	if m := s.awaitText(t, "pressed fact 7"); m.TS != pressed.TS {
		t.Errorf("button: %+v", m)
	}
	must[Result](t)(reader.MessageShortcut(ctx, "check", said))
	if m := s.awaitText(t, "checked <@U0FACTBOT> latency?"); m.EphemeralTo != Reader {
		t.Errorf("message shortcut: %+v", m)
	}
	must[Result](t)(reader.OpenHome(ctx))
	isHome := func(v View) bool { return v.Type == "home" && strings.Contains(string(v.Blocks), "home of U0READER") }
	if _, err := s.WaitView(patience(t), "reader", isHome); err != nil {
		t.Errorf("home: %v", err)
	}
	boltModal(t, s)
}

// boltModal opens a form, is refused, sends it, opens another and closes it.
func boltModal(t *testing.T, s *Server) {
	t.Helper()
	ctx := t.Context()
	reader := s.As("reader")
	isForm := func(v View) bool { return v.CallbackID == "flag" }
	must[Result](t)(reader.Shortcut(ctx, "lookup"))
	v := must[View](t)(s.WaitView(patience(t), "reader", isForm))
	if r := must[Result](t)(reader.Submit(ctx, v, map[string]any{"reason": "bad"})); r.Errors["reason"] != "Say more" {
		t.Errorf("field error: %+v", r)
	}
	if r := must[Result](t)(reader.Submit(ctx, v, map[string]any{"reason": "it moved"})); r.Error != "" || r.View != nil {
		t.Errorf("submission: %+v", r)
	}
	s.awaitText(t, "flagged RDMA-7: it moved")
	must[Result](t)(reader.Shortcut(ctx, "lookup"))
	v = must[View](t)(s.WaitView(patience(t), "reader", isForm))
	must[Result](t)(reader.CloseView(ctx, v))
	s.awaitText(t, "closed")
}
