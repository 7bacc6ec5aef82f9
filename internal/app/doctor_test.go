package app

import (
	"strings"
	"testing"

	"factbot/internal/slacksim"
)

// TestDoctorOnline asks Slack beside a serving factbot: all is well at first; then
// the token is revoked, and the line says so.
func TestDoctorOnline(t *testing.T) {
	t.Parallel()
	h := newHouse(t, houseOptions{})
	o := h.o
	report, err := Doctor(t.Context(), o, true)
	if err != nil {
		t.Fatal(err)
	}
	text := report.Text()
	if report.Failed() || !strings.Contains(text, "served") || !strings.Contains(text, slacksim.TeamID) && !strings.Contains(text, "slack") {
		t.Errorf("beside a bot that is well:\n%s", text)
	}
	h.sim.Fail("auth.test", slacksim.Fault{Error: "token_revoked"}, -1)
	report, err = Doctor(t.Context(), o, true)
	if err != nil {
		t.Fatal(err)
	}
	if !report.Failed() || !strings.Contains(report.Text(), "token_revoked") {
		t.Errorf("with a revoked token:\n%s", report.Text())
	}
	if strings.Contains(report.Text()+report.JSON(), h.sim.BotToken()) {
		t.Error("the report holds the token")
	}
}
