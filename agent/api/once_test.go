package api_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/store"
)

// keyed claims a key for another holder than the server.
func keyed(t *testing.T, s *apitest.Site, actor, key, holder string) store.Reply {
	t.Helper()
	r := store.Reply{Key: key, Route: "POST /api/v2/sessions", Actor: actor, Digest: api.DigestOf("", "application/json", `{"profile":"caelum"}`), Holder: holder}
	sc, err := s.Host.Scope("")
	if err == nil {
		_, _, err = s.Host.Store.BeginReply(t.Context(), sc, r, store.Reply{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// actorOf returns the id of the only token.
func actorOf(t *testing.T, s *apitest.Site) string {
	t.Helper()
	sc, err := s.Host.Scope("")
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := s.Host.Store.ListTokens(t.Context(), sc)
	if err != nil || len(tokens) != 1 {
		t.Fatalf("%v (%v)", tokens, err)
	}
	return tokens[0].ID
}

// HA-07
func TestAKeyOfAProcessThatEndedIsTakenOver(t *testing.T) {
	s := apitest.Serve(t, "", nil)
	s.Host.Runner.Hold = time.Microsecond
	c := s.As("chat")
	ended := strings.Replace(s.Host.Runner.Owner, "process "+strconv.Itoa(os.Getpid())+" ", "process 4194304 ", 1)
	keyed(t, s, actorOf(t, s), "ended", ended)
	c.With("Idempotency-Key", "ended").Must(201, "POST", "/api/v2/sessions", apitest.M{"profile": "caelum"})
	keyed(t, s, actorOf(t, s), "there", s.Host.Runner.Owner)
	c.With("Idempotency-Key", "there").Must(409, "POST", "/api/v2/sessions", apitest.M{"profile": "caelum"})
}

// HA-07
//
// Of a holder on another machine only his signs of life tell whether he is there.
func TestAKeyOfAMachineOutOfSightIsTakenOverWithoutSignsOfLife(t *testing.T) {
	s := apitest.Serve(t, "", nil)
	c := s.As("chat").With("Idempotency-Key", "far")
	s.Host.Runner.Hold = time.Hour
	keyed(t, s, actorOf(t, s), "far", "somebody far away")
	for range 3 {
		got := c.Must(409, "POST", "/api/v2/sessions", apitest.M{"profile": "caelum"})
		if got.Text("code") != "request_in_flight" || got.Header.Get("Retry-After") == "" {
			t.Errorf("%s %v", got.Body, got.Header)
		}
	}
	s.Host.Runner.Hold = time.Microsecond
	first := c.Must(201, "POST", "/api/v2/sessions", apitest.M{"profile": "caelum"})
	if again := c.Must(201, "POST", "/api/v2/sessions", apitest.M{"profile": "caelum"}); again.Text("id") != first.Text("id") {
		t.Errorf("%s %s", first.Body, again.Body)
	}
}

// HA-07
func TestWhoWorksOnARequestGivesSignsOfLife(t *testing.T) {
	s := apitest.Serve(t, "", nil)
	s.Host.Runner.Hold = 3 * time.Millisecond
	s.As("chat")
	actor := actorOf(t, s)
	sc, err := s.Host.Scope("")
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("POST", "/api/v2/sessions", strings.NewReader(`{"profile":"caelum"}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", "slow")
	handler := api.Once(s.Server, api.Actor{Token: actor, Org: sc.Org(), User: sc.User()}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		first := keyedAgain(t, s, actor)
		for first.Equal(keyedAgain(t, s, actor)) { // until it gives a sign
			runtime.Gosched()
		}
		w.WriteHeader(http.StatusCreated)
	}))
	rec := httptest.NewRecorder()
	handler.ServeHTTP(rec, r)
	if rec.Code != http.StatusCreated {
		t.Errorf("%d %s", rec.Code, rec.Body)
	}
}

// keyedAgain returns the last sign of life of who holds the key.
func keyedAgain(t *testing.T, s *apitest.Site, actor string) time.Time {
	t.Helper()
	sc, err := s.Host.Scope("")
	if err != nil {
		t.Fatal(err)
	}
	r := store.Reply{Key: "slow", Route: "POST /api/v2/sessions", Actor: actor, Digest: api.DigestOf("", "application/json", `{"profile":"caelum"}`)}
	was, fresh, err := s.Host.Store.BeginReply(t.Context(), sc, r, store.Reply{})
	if err != nil || fresh {
		t.Fatalf("%+v %v (%v)", was, fresh, err)
	}
	return was.Created
}
