package app

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"factbot/config"
	"factbot/seeds"
)

// BenchmarkSlashCommand answers signed slash commands over HTTP, without the
// network: what a request costs between the server and the socket. Set
// BENCH_TOPIC and BENCH_QUERIES to files of the load generator for other
// topics than the seed.
func BenchmarkSlashCommand(b *testing.B) {
	const secret = "bench"
	env := []string{
		"SLACK_BOT_TOKEN=xoxb-bench", "SLACK_SIGNING_SECRET=" + secret, "FACTBOT_SLACK_MODE=http", "FACTBOT_OPS_ADDR=",
		"FACTBOT_SLACK_RATE_PER_MINUTE=0", "FACTBOT_DATABASE_PATH=" + filepath.Join(b.TempDir(), "bench.db"), "SLACK_API_URL=http://127.0.0.1:9/",
	}
	if topic := os.Getenv("BENCH_TOPIC"); topic != "" {
		env = append(env, "FACTBOT_TOPICS="+topic)
	}
	settings, err := config.Load(config.Options{Environment: env})
	if err != nil {
		b.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	a, err := New(b.Context(), Options{Config: settings, Seeds: seeds.FS, Seed: seeds.Default, Listener: listener})
	if err != nil {
		b.Fatal(err)
	}
	if err := a.Start(b.Context()); err != nil {
		b.Fatal(err)
	}
	defer func() { _ = a.Stop(b.Context()) }()
	queries := benchQueries(b)
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		body := url.Values{
			"token": {"x"}, "team_id": {"T0BENCH"}, "team_domain": {"bench"}, "channel_id": {"C0BENCH"}, "channel_name": {"bench"},
			"user_id": {"U" + strconv.Itoa(i%500)}, "user_name": {"bench"}, "command": {"/rdma"}, "text": {"facts " + queries[i%len(queries)]},
			"api_app_id": {"A0BENCH"}, "is_enterprise_install": {"false"},
			"response_url": {"http://127.0.0.1:9/response/" + strconv.Itoa(i)}, "trigger_id": {strconv.Itoa(i)},
		}.Encode()
		stamp := strconv.FormatInt(time.Now().Unix(), 10)
		mac := hmac.New(sha256.New, []byte(secret))
		_, _ = fmt.Fprintf(mac, "v0:%s:%s", stamp, body)
		request := httptest.NewRequest(http.MethodPost, "/slack", strings.NewReader(body))
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("X-Slack-Request-Timestamp", stamp)
		request.Header.Set("X-Slack-Signature", "v0="+hex.EncodeToString(mac.Sum(nil)))
		recorder := httptest.NewRecorder()
		a.slack.ServeHTTP(recorder, request)
		if recorder.Code != http.StatusOK || !strings.Contains(recorder.Body.String(), `"blocks"`) {
			b.Fatalf("%d %s", recorder.Code, recorder.Body)
		}
	}
}

// benchQueries reads "class<TAB>query" lines, or gives a few for the seed.
func benchQueries(b *testing.B) []string {
	b.Helper()
	name := os.Getenv("BENCH_QUERIES")
	if name == "" {
		return []string{"latency", "RDMA", "KV cache", "延迟", "does RoCE need a lossless network?"}
	}
	file, err := os.Open(name)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var queries []string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		_, query, ok := strings.Cut(lines.Text(), "\t")
		if ok {
			queries = append(queries, query)
		}
	}
	return queries
}
