package coqui_test

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // opens the store beside the server

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/coqui"
)

const (
	sessions = "/api/v1/sessions"
	analyst  = "---\nname: analyst\ndescription: Reads numbers.\nmodel: offline/mini\n---\n\nYou are an analyst.\n"
	allowOne = `{"prompts": {"roles": {"allow": ["orchestrator"]}}}`
)

// coquis is a server with the workspace of Coqui's cases about sessions.
func coquis(t *testing.T, more map[string]string) *apitest.Client {
	files := map[string]string{
		"backstory.json":                   `{"agents": {"defaults": {"model": {"primary": "offline/qwen"}, "roles": {"orchestrator": "offline/qwen"}}}}`,
		"roles/analyst.md":                 analyst,
		"profiles/caelum/roles/analyst.md": strings.ReplaceAll(analyst, "mini", "sonnet"),
	}
	for _, name := range []string{"caelum", "nova"} {
		files["profiles/"+name+"/soul.md"] = "---\nmodel: offline/sonnet\n---\n\n# " + name + "\n\nA profile.\n"
	}
	for name, text := range more {
		files[name] = text
	}
	return apitest.ServeFiles(t, files, "", func(s *api.Settings) { s.Rooms = []func(*api.Server){coqui.Routes} }).As("write")
}

// is holds fields of an answer to what they have to be.
func is(t *testing.T, r apitest.Reply, want apitest.M) {
	t.Helper()
	for path, value := range want {
		if n, ok := value.(int); ok {
			value = float64(n)
		}
		if got := r.Get(path); got != value {
			t.Errorf("%s: %v, want %v; %s", path, got, value, r.Body)
		}
	}
}

func says(t *testing.T, r apitest.Reply, what string) {
	t.Helper()
	if !strings.Contains(r.Text("error"), what) || r.Text("code") != "validation_error" {
		t.Errorf("%s, want %q", r.Body, what)
	}
}

// HA-01
//
// coqui: 228, 229, 230, 234
func TestASessionBeginsWithAProfileAndARole(t *testing.T) {
	c := coquis(t, map[string]string{"profiles/nova/preferences.json": allowOne})
	says(t, c.Must(400, "POST", sessions, apitest.M{"model_role": "orchestrator", "profile": "unknown-profile"}), `Unknown profile "unknown-profile"`)
	r := c.Must(201, "POST", sessions, apitest.M{"model_role": "orchestrator", "profile": " Caelum"})
	is(t, r, apitest.M{"profile": "caelum", "model": "offline/qwen", "model_role": "orchestrator", "session_type": "interactive", "active_project_id": nil})
	is(t, c.Must(200, "GET", sessions+"/"+r.Text("id"), nil), apitest.M{
		"profile": "caelum", "model": "offline/qwen", "session_origin": "user", "status": "active", "is_closed": 0, "is_archived": 0, "closed_at": nil, "closure_reason": nil, "token_count": 0,
	})
	says(t, c.Must(400, "POST", sessions, apitest.M{"model_role": "analyst", "profile": "nova"}), `does not allow role "analyst"`)
	says(t, c.Must(400, "POST", sessions, apitest.M{"model_role": "none"}), `unknown role "none"`)
	r = c.Must(201, "POST", sessions, apitest.M{"model_role": "analyst", "profile": "caelum", "confirm_close_active_profile_session": true})
	is(t, r, apitest.M{"model_role": "analyst", "model": "offline/sonnet"})
	for _, body := range []any{"[]", "null", apitest.M{"profile": 1}, apitest.M{"model_role": []string{}}} {
		c.Must(400, "POST", sessions, body)
	}
	r = c.Must(404, "GET", sessions+"/none", nil)
	is(t, r, apitest.M{"code": "session_not_found"})
}

// HA-01
//
// coqui: 231, 232, 233
func TestASessionChangesItsRoleAndProfile(t *testing.T) {
	c := coquis(t, map[string]string{"profiles/nova/preferences.json": allowOne})
	at := sessions + "/" + c.Must(201, "POST", sessions, apitest.M{}).Text("id")
	says(t, c.Must(400, "PATCH", at, apitest.M{"model_role": "does-not-exist"}), "does-not-exist")
	is(t, c.Must(200, "GET", at, nil), apitest.M{"model_role": "orchestrator", "profile": nil})
	r := c.Must(200, "PATCH", at, apitest.M{"model_role": "analyst", "profile": "caelum", "title": " Numbers "})
	is(t, r, apitest.M{"profile": "caelum", "model": "offline/sonnet", "model_role": "analyst", "title": "Numbers"})
	for _, none := range []any{"", nil} {
		r = c.Must(200, "PATCH", at, apitest.M{"profile": none})
		is(t, r, apitest.M{"profile": nil, "model": "offline/mini", "model_role": "analyst"})
	}
	says(t, c.Must(400, "PATCH", at, apitest.M{"profile": "nova"}), `does not allow role "analyst"`)
	is(t, c.Must(200, "GET", at, nil), apitest.M{"profile": nil, "model_role": "analyst"})
	is(t, c.Must(400, "PATCH", at, apitest.M{"title": " "}), apitest.M{"code": "missing_field"})
	// Who speaks next is the profile that the session was given.
	c.Must(200, "PATCH", at, apitest.M{"profile": "caelum", "model_role": "orchestrator"})
	r = c.Must(200, "POST", at+"/messages?stream=false", apitest.M{"prompt": "Who are you?"})
	is(t, r, apitest.M{"error": nil, "turn": 1})
	used := c.Must(200, "GET", "/api/v1/server/prompt?profile=caelum", nil)
	if !strings.Contains(used.Text("prompt"), "caelum") {
		t.Errorf("%s", used.Body)
	}
}

// HA-01
//
// coqui: 235, 236, 239
func TestTheSessionOfAProfileIsResolved(t *testing.T) {
	c := coquis(t, nil)
	r := c.Must(201, "POST", sessions+"/resolve", apitest.M{"model_role": "orchestrator", "profile": "caelum"})
	is(t, r, apitest.M{"created": true, "profile": "caelum", "session_type": "interactive"})
	first := r.Text("id")
	hidden(c, "background")
	is(t, c.Must(200, "POST", sessions+"/resolve", apitest.M{"profile": "Caelum"}), apitest.M{"created": false, "id": first, "session_type": "interactive"})
	is(t, c.Must(201, "POST", sessions+"/resolve", ""), apitest.M{"created": true, "profile": nil})
	second := hidden(c, "interactive")
	is(t, c.Must(200, "POST", sessions+"/resolve", apitest.M{"profile": "caelum"}), apitest.M{"created": false, "id": second, "closed_session_ids.0": first})
	is(t, c.Must(200, "GET", sessions+"/"+first, nil), apitest.M{
		"closure_reason": "api_profile_duplicate_cleanup:caelum", "is_closed": 1, "is_archived": 1, "status": "archived",
	})
}

// hidden puts another session of caelum into the store, the newest one, as a
// program of another time would.
func hidden(c *apitest.Client, kind string) (id string) {
	c.Helper()
	id = "zz" + kind
	db, err := sql.Open("sqlite", filepath.Join(c.Host.StateDir(), "store.db"))
	if err != nil {
		c.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(c.Context(), "DROP INDEX IF EXISTS sessions_active"); err != nil {
		c.Fatal(err)
	}
	_, err = db.ExecContext(c.Context(), `INSERT INTO sessions (org, id, user, profile, role, model, title, summary, kind, status, reason, parent, since, epoch, seq, created, updated)
		SELECT org, ?, user, profile, role, model, title, summary, ?, 'active', '', '', 0, 0, 0, created, updated + 1000 FROM sessions WHERE profile = 'caelum' LIMIT 1`, id, kind)
	if err != nil {
		c.Fatal(err)
	}
	return id
}

// HA-01
//
// coqui: 237, 238, 240
func TestAProfileHasOneActiveSession(t *testing.T) {
	c := coquis(t, nil)
	first := c.Must(201, "POST", sessions, apitest.M{"profile": "caelum"}).Text("id")
	r := c.Must(409, "POST", sessions, apitest.M{"profile": "caelum"})
	is(t, r, apitest.M{
		"code": "profile_session_active", "details.profile": "caelum", "details.active_session_id": first, "details.active_session_count": 1,
		"details.confirm_field": "confirm_close_active_profile_session",
	})
	r = c.Must(201, "POST", sessions, apitest.M{"profile": "caelum", "confirm_close_active_profile_session": true})
	is(t, r, apitest.M{"closed_session_ids.0": first})
	second := r.Text("id")
	is(t, c.Must(200, "GET", sessions+"/"+first, nil), apitest.M{"is_closed": 1, "closure_reason": "api_create_profile_session:caelum"})
	is(t, c.Must(409, "PATCH", sessions+"/"+first, apitest.M{"title": "x"}), apitest.M{"code": "session_closed"})
	is(t, c.Must(409, "POST", sessions+"/"+first+"/messages", apitest.M{"prompt": "x"}), apitest.M{"code": "session_closed"})

	other := c.Must(201, "POST", sessions, apitest.M{"profile": "nova"}).Text("id")
	r = c.Must(409, "PATCH", sessions+"/"+other, apitest.M{"profile": "caelum"})
	is(t, r, apitest.M{"code": "profile_session_active", "details.active_session_id": second})
	is(t, c.Must(200, "GET", sessions+"/"+other, nil), apitest.M{"profile": "nova"})
	r = c.Must(200, "PATCH", sessions+"/"+other, apitest.M{"profile": "caelum", "confirm_close_active_profile_session": true})
	is(t, r, apitest.M{"profile": "caelum", "closed_session_ids.0": second})
	is(t, c.Must(200, "GET", sessions+"/"+second, nil), apitest.M{"closure_reason": "api_profile_reassignment:caelum"})
	// Of no profile several go on beside each other.
	for range 2 {
		at := sessions + "/" + c.Must(201, "POST", sessions, nil).Text("id")
		is(t, c.Must(200, "GET", at, nil), apitest.M{"status": "active"})
	}
}

// HA-01
//
// coqui: 241, 242
func TestSessionsAreListedByProfile(t *testing.T) {
	c := coquis(t, nil)
	own := c.Must(201, "POST", sessions, apitest.M{"profile": "caelum"}).Text("id")
	none := c.Must(201, "POST", sessions, apitest.M{}).Text("id")
	c.Must(201, "POST", sessions, apitest.M{"profile": "nova"})
	is(t, c.Must(200, "GET", sessions+"?profile=CAELUM", nil), apitest.M{"count": 1, "sessions.0.id": own, "status": "active", "counts.active": 1, "counts.total": 1})
	is(t, c.Must(200, "GET", sessions+"?profile=none", nil), apitest.M{"count": 1, "sessions.0.id": none})
	is(t, c.Must(200, "GET", sessions, nil), apitest.M{"count": 3})
	is(t, c.Must(200, "GET", sessions+"?limit=2", nil), apitest.M{"count": 2, "counts.total": 3})
	c.Must(201, "POST", sessions, apitest.M{"profile": "caelum", "confirm_close_active_profile_session": true})
	for status, n := range map[string]int{"active": 3, "closed": 1, "archived": 1, "all": 4} {
		is(t, c.Must(200, "GET", sessions+"?status="+status, nil), apitest.M{"count": n, "status": status, "counts.total": 4, "counts.closed": 1})
	}
	is(t, c.Must(200, "GET", sessions+"?include_closed=true", nil), apitest.M{"count": 4})
	says(t, c.Must(400, "GET", sessions+"?profile=missing", nil), "Unknown profile")
	c.Must(400, "GET", sessions+"?status=x", nil)

	says(t, c.Must(400, "POST", sessions, apitest.M{"group_enabled": true, "members": []string{"nova", "caelum"}, "profile": "caelum"}), "several profiles")
	c.Must(501, "POST", sessions, apitest.M{"group_enabled": true, "members": []string{"nova", "caelum"}})

	is(t, c.Must(200, "DELETE", sessions+"/"+own, nil), apitest.M{"deleted": true, "id": own})
	c.Must(404, "DELETE", sessions+"/"+own, nil)
}

// HA-01
func TestATurnIsToldAsCoquiTellsIt(t *testing.T) {
	s := apitest.Serve(t, `rules:
  - match: remember
    reply: [{call: {name: memory_list, arguments: {}}}]
  - result: memory_list
    reply: [{chunks: ["nothing ", "yet"]}]
`, func(s *api.Settings) { s.Rooms = []func(*api.Server){coqui.Routes} })
	c := s.As("chat")
	at := sessions + "/" + c.Must(201, "POST", sessions, apitest.M{"profile": "caelum"}).Text("id") + "/messages"
	got := c.Send("POST", at, apitest.M{"prompt": "what do you remember?"})
	all := apitest.ReadEvents(t, got.Body, nil)
	got.Body.Close()
	var names []string
	for _, e := range all {
		if n := len(names); n == 0 || names[n-1] != e.Name {
			names = append(names, e.Name)
		}
	}
	if want := "connected agent_start tool_call tool_result text_delta done complete"; strings.Join(names, " ") != want || got.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("%s; %v", strings.Join(names, " "), got.Header)
	}
	r := c.Must(200, "POST", at+"?stream=false", apitest.M{"prompt": "what do you remember?"})
	is(t, r, apitest.M{"content": "nothing yet", "tools_used.0": "memory_list", "iterations": 2, "error": nil, "turn": 2, "iteration_limit_reached": false})
	r = c.Must(200, "GET", at, nil)
	is(t, r, apitest.M{"count": 8, "messages.0.role": "user", "messages.0.content": "what do you remember?", "messages.2.role": "tool", "messages.3.content": "nothing yet"})
	for _, body := range []any{apitest.M{}, apitest.M{"prompt": " "}} {
		is(t, c.Must(400, "POST", at, body), apitest.M{"code": "missing_field"})
	}
	is(t, c.Must(413, "POST", at, apitest.M{"prompt": strings.Repeat("x", 1<<20+1)}), apitest.M{"code": "payload_too_large"})
}
