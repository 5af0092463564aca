package api_test

import (
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/store"
)

// HA-07
func TestAKeyOfAProcessThatEndedIsTakenOver(t *testing.T) {
	s := apitest.Serve(t, "", nil)
	c := s.As("chat")
	sc, err := s.Host.Scope("")
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := s.Host.Store.ListTokens(t.Context(), sc)
	if err != nil {
		t.Fatal(err)
	}
	ended := strings.Replace(s.Host.Runner.Owner, "process "+strconv.Itoa(os.Getpid())+" ", "process 4194304 ", 1)
	for holder, status := range map[string]int{ended: 201, "somebody far away": 409} {
		r := store.Reply{Key: "k" + strconv.Itoa(status), Route: "POST /api/v2/sessions", Actor: tokens[0].ID, Digest: api.DigestOf("", "application/json", `{"profile":"caelum"}`), Holder: holder}
		if _, _, err := s.Host.Store.BeginReply(t.Context(), sc, r, ""); err != nil {
			t.Fatal(err)
		}
		got := c.With("Idempotency-Key", r.Key).Must(status, "POST", "/api/v2/sessions", apitest.M{"profile": "caelum"})
		if status == http.StatusConflict && (got.Text("code") != "request_in_flight" || got.Header.Get("Retry-After") == "") {
			t.Errorf("%s %v", got.Body, got.Header)
		}
	}
}
