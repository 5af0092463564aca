package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/rate"
	"github.com/seed353dc258/backstory/agent/store"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("internal/poll.runtime_pollWait")) // idle connections of test clients
}

// HA-04
func TestForeignHostsAndOriginsAreRefusedBeforeRouting(t *testing.T) {
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Hosts = []string{"agents.example.org"} })
	c := s.As("admin")
	for _, path := range []string{"/healthz", "/readyz", "/openapi.json", "/api/v2/sessions", "/v1/models", "/nothing"} {
		for _, host := range []string{"evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "evil.example:80", "10.0.0.1", "[fe80::1]", "127.0.0.1@evil"} {
			if r := c.With("Host", host).Do("GET", path, nil); r.Status != 403 && r.Status != 400 {
				t.Errorf("%s of %s: %d", path, host, r.Status)
			}
		}
	}
	for _, host := range []string{"agents.example.org", "AGENTS.example.org.:443", "localhost", "[::1]:80", "127.9.9.9"} {
		if r := c.With("Host", host).Do("GET", "/healthz", nil); r.Status != 200 {
			t.Errorf("%s: %d %s", host, r.Status, r.Body)
		}
	}
	for _, head := range [][2]string{{"Origin", "https://evil.example"}, {"Origin", "null"}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}} {
		r := c.With(head[0], head[1]).Do("POST", "/api/v2/sessions", apitest.M{})
		if r.Status != 403 {
			t.Errorf("%v: %d", head, r.Status)
		}
		if r.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%v may read the answer", head)
		}
	}
}

// HA-04
func TestAnAllowedOriginMayAsk(t *testing.T) {
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Origins = []string{"https://chat.example.org"} })
	c := s.As("chat").With("Origin", "https://chat.example.org")
	r := c.Must(201, "POST", "/api/v2/sessions", apitest.M{})
	if got := r.Header.Get("Access-Control-Allow-Origin"); got != "https://chat.example.org" {
		t.Errorf("allowed origin %q", got)
	}
	c.Token = ""
	if r := c.With("Access-Control-Request-Method", "POST").Do("OPTIONS", "/api/v2/sessions", nil); r.Status != 204 {
		t.Errorf("preflight: %d", r.Status)
	}
	if r := c.With("Origin", "https://other.example.org").With("Access-Control-Request-Method", "POST").Do("OPTIONS", "/api/v2/sessions", nil); r.Status == 204 {
		t.Error("another origin may ask")
	}
}

// HA-05
func TestTokens(t *testing.T) {
	s := apitest.Serve(t, "", nil)
	c := s.As("read")
	for _, path := range []string{"/healthz", "/readyz", "/openapi.json"} {
		(&apitest.Client{Site: s}).Must(200, "GET", path, nil)
	}
	for _, token := range []string{"", "x", "bst_", c.Token[:len(c.Token)-1], c.Token + "a", strings.ToUpper(c.Token)} {
		wrong := &apitest.Client{Site: s, Token: token}
		if r := wrong.Do("GET", "/api/v2/sessions", nil); r.Status != 401 || r.Header.Get("WWW-Authenticate") == "" {
			t.Errorf("token %q: %d", token, r.Status)
		}
	}
	c.Must(200, "GET", "/api/v2/sessions", nil)
	c.Must(403, "POST", "/api/v2/sessions", apitest.M{})
	if r := (&apitest.Client{Site: s}).Do("GET", "/api/v2/sessions?token="+c.Token, nil); r.Status == 200 {
		t.Error("a token in the query lets in")
	}
	sc, _ := s.Host.Scope("")
	list, err := s.Host.Store.ListTokens(t.Context(), sc)
	if err != nil || len(list) != 1 || strings.Contains(fmt.Sprintf("%+v", list), c.Token) || list[0].Used.IsZero() {
		t.Fatalf("%+v (%v)", list, err)
	}
	if err := s.Host.Store.RevokeToken(t.Context(), sc, list[0].ID); err != nil {
		t.Fatal(err)
	}
	c.Must(401, "GET", "/api/v2/sessions", nil)
	secret, token := api.NewSecret()
	token.Scopes, token.Expires = []string{"admin"}, time.Now().Add(-time.Second)
	if _, err := s.Host.Store.AddToken(t.Context(), sc, token); err != nil {
		t.Fatal(err)
	}
	(&apitest.Client{Site: s, Token: secret}).Must(401, "GET", "/api/v2/sessions", nil)
}

// HA-05, HA-17
func TestARightTokenIsNotRefusedForWrongOnes(t *testing.T) {
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Rate = &rate.Limit{PerSecond: 0.01, Burst: 3} })
	wrong := &apitest.Client{Site: s, Token: "bst_wrong"}
	refused := 0
	for range 30 {
		if r := wrong.Do("GET", "/api/v2/sessions", nil); r.Status == 429 && r.Header.Get("Retry-After") != "" {
			refused++
		}
	}
	if refused == 0 {
		t.Error("wrong tokens are never slowed down")
	}
	c := s.As("read")
	for range 3 {
		c.Must(200, "GET", "/api/v2/sessions", nil)
	}
	r := c.Must(429, "GET", "/api/v2/sessions", nil)
	if r.Header.Get("RateLimit-Remaining") != "0" || r.Header.Get("Retry-After") == "" {
		t.Errorf("%v", r.Header)
	}
}

// HA-17
func TestBodiesThatTwoReadersReadInTwoWays(t *testing.T) {
	c := apitest.Serve(t, "", nil).As("write")
	for body, status := range map[string]int{
		`{"title":"a","title":"b"}`:                       400,
		`{"title":"a","Title":"b"}`:                       422,
		`{"TITLE":"a"}`:                                   422,
		`{"titel":"a"}`:                                   422,
		strings.Repeat("[", 65) + strings.Repeat("]", 65): 400,
		`{"title":"a"`:                                    400,
		`{"title":"a"} {}`:                                400,
		`{"title":"` + strings.Repeat("x", 4<<20) + `"}`:  413,
		`{"title":"a"}`:                                   201,
	} {
		if r := c.Do("POST", "/api/v2/sessions", body); r.Status != status {
			t.Errorf("%.60s: %d %.200s, want %d", body, r.Status, r.Body, status)
		}
	}
}

// HA-06
func TestErrorsHaveTheFormOfTheirProtocol(t *testing.T) {
	c := apitest.Serve(t, "", nil).As("read")
	r := c.Must(404, "GET", "/api/v2/sessions/none", nil)
	if r.Header.Get("Content-Type") != "application/problem+json" || r.Text("code") != "not_found" || r.Get("status") != 404.0 {
		t.Errorf("%v %s", r.Header, r.Body)
	}
	c.Must(422, "GET", "/api/v2/sessions?limit=", nil)
	c.Must(405, "PUT", "/api/v2/sessions", nil)
	if r := c.Must(404, "GET", "/v1/nothing", nil); r.Text("error.type") != "invalid_request_error" {
		t.Errorf("%s", r.Body)
	}
	if r := c.Must(404, "GET", "/api/v1/nothing", nil); r.Text("code") != "not_found" || r.Get("error") == nil {
		t.Errorf("%s", r.Body)
	}
	if r := c.Must(404, "GET", "/v1/messages/nothing", nil); r.Text("type") != "error" || r.Text("error.type") != "not_found_error" {
		t.Errorf("%s", r.Body)
	}
}

// HA-10, HA-20
func TestATurnIsAStreamThatCanBeReadOn(t *testing.T) {
	c := apitest.Serve(t, "", nil).As("chat")
	id := c.Session("caelum")
	r := c.Must(200, "POST", "/api/v2/sessions/"+id+"/messages", apitest.M{"text": "Who was born at Skarv?"})
	if missing, ok := r.Get("not_found").([]any); !ok || len(missing) > 0 || r.Get("answered") != true { // a quote lacks nothing
		t.Errorf("%s", r.Body)
	}
	if r.Get("turn") != 1.0 || !strings.Contains(r.Text("text"), "Skarv") {
		t.Fatalf("%s", r.Body)
	}
	got := c.With("Accept", "text/event-stream").Send("POST", "/api/v2/sessions/"+id+"/messages", apitest.M{"text": "Where was Caelum born?"})
	defer got.Body.Close()
	all := apitest.ReadEvents(t, got.Body, nil)
	last := all[len(all)-1]
	if got.Header.Get("Content-Type") != "text/event-stream" || last.Name != "done" || !strings.Contains(last.Data, `"turn":2`) {
		t.Fatalf("%+v", all)
	}
	for i, e := range all {
		from := c.With("Last-Event-ID", e.ID).Send("GET", "/api/v2/sessions/"+id+"/turns/2/events", nil)
		rest := apitest.ReadEvents(t, from.Body, nil)
		from.Body.Close()
		if fmt.Sprint(rest) != fmt.Sprint(all[i+1:]) {
			t.Errorf("after %s: %+v", e.ID, rest)
		}
		if i > 0 && all[i-1].ID >= e.ID {
			t.Errorf("ids are not in order: %s %s", all[i-1].ID, e.ID)
		}
	}
	for _, id2 := range []string{"000002-00009999", "000001-00000001", "x", "2-1"} {
		c.With("Last-Event-ID", id2).Must(404, "GET", "/api/v2/sessions/"+id+"/turns/2/events", nil)
	}
	c.Must(404, "GET", "/api/v2/sessions/"+id+"/turns/3/events", nil)
}

// HA-11
func TestACallOfAToolWaitsForTheTokenThatBeganTheTurn(t *testing.T) {
	s := apitest.Serve(t, `rules:
  - match: write
    reply: [{call: {name: artifact_write, arguments: {name: a.md, text: hello}}}]
  - result: artifact_write
    reply: [{text: it is written}]
`, nil)
	c, other := s.As("chat"), s.As("chat")
	id := c.Session("caelum")
	got := c.With("Accept", "text/event-stream").Send("POST", "/api/v2/sessions/"+id+"/messages", apitest.M{"text": "write it"})
	defer got.Body.Close()
	first := apitest.ReadEvents(t, got.Body, func(e apitest.Event) bool { return e.Name == "approval" })
	if len(first) == 0 || first[len(first)-1].Name != "approval" {
		t.Fatalf("no approval: %+v", first)
	}
	c.Must(409, "POST", "/api/v2/sessions/"+id+"/messages", apitest.M{"text": "and now?"})
	ask := c.Must(200, "GET", "/api/v2/approvals", nil).Text("data.0.id")
	other.Must(403, "POST", "/api/v2/approvals/"+ask, apitest.M{"decision": "approve"})
	c.Must(404, "POST", "/api/v2/approvals/none", apitest.M{"decision": "approve"})
	c.Must(204, "POST", "/api/v2/approvals/"+ask, apitest.M{"decision": "approve"})
	rest := apitest.ReadEvents(t, got.Body, nil)
	if rest[len(rest)-1].Name != "done" || !strings.Contains(apitest.TextOf(rest), "it is written") {
		t.Errorf("%+v", rest)
	}
}

// HA-10
func TestATurnLivesOnWithoutItsReaderAndCanBeCancelled(t *testing.T) {
	s := apitest.Serve(t, `rules:
  - pace: 60ms
    reply: [{chunks: ["one ", "two ", "three ", "four ", "five ", "six"]}]
`, nil)
	c := s.As("chat")
	id := c.Session("caelum")
	got := c.With("Accept", "text/event-stream").Send("POST", "/api/v2/sessions/"+id+"/messages", apitest.M{"text": "count"})
	seen := apitest.ReadEvents(t, got.Body, func(e apitest.Event) bool { return e.Name == "delta" })
	got.Body.Close()
	from := c.With("Last-Event-ID", seen[len(seen)-1].ID).Send("GET", "/api/v2/sessions/"+id+"/turns/1/events", nil)
	rest := apitest.ReadEvents(t, from.Body, nil)
	from.Body.Close()
	if text := apitest.TextOf(seen) + apitest.TextOf(rest); text != "one two three four five six" {
		t.Errorf("%q", text)
	}
	got = c.With("Accept", "text/event-stream").Send("POST", "/api/v2/sessions/"+id+"/messages", apitest.M{"text": "count again"})
	defer got.Body.Close()
	apitest.ReadEvents(t, got.Body, func(e apitest.Event) bool { return e.Name == "delta" })
	c.Must(204, "DELETE", "/api/v2/sessions/"+id+"/turns/2", nil)
	rest = apitest.ReadEvents(t, got.Body, nil)
	if last := rest[len(rest)-1]; last.Name != "error" || !strings.Contains(last.Data, "cancelled") {
		t.Errorf("%+v", last)
	}
	list := c.Must(200, "GET", "/api/v2/sessions/"+id+"/turns", nil)
	if list.Text("data.1.state") != string(store.TurnInterrupted) {
		t.Errorf("%s", list.Body)
	}
}

// Who asks is told that a profile was edited under its session: that the prompt
// stays, or that it is a new one, as the policy of the workspace says.
func TestAProfileThatIsEditedIsTold(t *testing.T) {
	for policy, stale := range map[string]bool{"never": true, "startup": false} {
		s := apitest.Serve(t, "", nil)
		s.Host.Workspace.Config.Refresh = policy
		c := s.As("chat")
		path := "/api/v2/sessions/" + c.Session("caelum") + "/messages"
		if r := c.Must(200, "POST", path, apitest.M{"text": "Who are you?"}); r.Get("profile_stale") != false {
			t.Errorf("%s: %s", policy, r.Body)
		}
		apitest.Write(t, s.Dir, map[string]string{"profiles/caelum/soul.md": "You are Caelum, the keeper.\n"})
		got := c.With("Accept", "text/event-stream").Send("POST", path, apitest.M{"text": "Who are you?"})
		notices, last := "", apitest.Event{}
		for _, e := range apitest.ReadEvents(t, got.Body, nil) {
			if last = e; e.Name == "notice" {
				notices += e.Data
			}
		}
		got.Body.Close()
		if !strings.Contains(last.Data, fmt.Sprintf(`"profile_stale":%t`, stale)) || strings.Contains(notices, "profile_stale: the profile has changed") != stale || !strings.Contains(notices, "soul") {
			t.Errorf("%s: %s %s", policy, notices, last.Data)
		}
	}
}

func TestWithoutAuthenticationWhoAsksReadsAndChats(t *testing.T) {
	s := apitest.Serve(t, "", func(s *api.Settings) { s.NoAuth = true })
	c := &apitest.Client{Site: s}
	c.Must(200, "GET", "/api/v2/sessions/"+c.Session("caelum"), nil)
	c.Must(403, "GET", "/metrics", nil)
	c.With(api.OrgHeader, "acme").Must(404, "GET", "/api/v2/sessions", nil)
}
