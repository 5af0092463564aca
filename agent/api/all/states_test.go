package all_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/all"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/mcp"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
)

// TestEveryOperationInEveryState asks every operation of the document, with a model that
// is offline, of an organisation that has nothing but its profile, of a session that is
// closed, of a session that is answering, and of an organisation that is archived. Each
// carries it out or refuses it with a code that programs can go by; nothing is the
// server's fault.
func TestEveryOperationInEveryState(t *testing.T) {
	if testing.Short() {
		t.Skip("asks every operation five times")
	}
	routes, schemas := calls(t)
	// What reads comes first, and what takes away last.
	order := []string{http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete}
	slices.SortStableFunc(routes, func(a, b call) int { return slices.Index(order, a.method) - slices.Index(order, b.method) })
	for state, enter := range map[string]func(*apitest.Site, *apitest.Client, ids){
		"filled": func(*apitest.Site, *apitest.Client, ids) {},
		"empty": func(_ *apitest.Site, _ *apitest.Client, of ids) {
			none := missing()
			for _, kind := range []string{"session", "memory", "proposal", "invite", "response"} {
				of[kind] = none[kind]
			}
		},
		"closed": func(_ *apitest.Site, c *apitest.Client, of ids) {
			c.Must(200, "POST", "/api/v2/sessions/"+of["session"]+"/close", nil)
		},
		"busy": func(_ *apitest.Site, c *apitest.Client, of ids) {
			keepBusy(c, of)
		},
		"archived": func(s *apitest.Site, _ *apitest.Client, of ids) {
			if err := s.Host.Orgs.ArchiveOrg(t.Context(), org.Owner(of["org"]), true); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(state, func(t *testing.T) {
			s := apitest.Serve(t, slow, func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{A2A: "caelum"}) })
			own, maker := fill(s, "zeta")
			root := s.AsUser(scope.Platform, "root", org.PlatformAdmin, "admin").With(api.OrgHeader, "zeta")
			enter(s, maker, own)
			asked, refused, busy := 0, 0, 0
			for _, route := range routes {
				if route.path == mcp.Path || strings.HasSuffix(route.path, "/events") { // held open
					continue
				}
				c := maker
				if route.Scope == "admin" {
					c = root
				}
				if state == "busy" { // also after what ended the turn or the session
					keepBusy(maker, own)
				}
				asked++
				got := route.send(c, own, schemas)
				if got.Status >= 400 {
					refused++
				}
				if got.Text("code") == "agent_busy" {
					busy++
				}
				if got.Status >= 500 && got.Status != http.StatusNotImplemented || got.Status >= 400 && !isTyped(got) {
					t.Errorf("%s %s: %d %s", route.method, route.path, got.Status, got.Body)
				}
			}
			t.Logf("%d operations, %d of them refused", asked, refused)
			if n := turnOf(maker, own); n > 0 {
				maker.Must(204, "DELETE", fmt.Sprintf("/api/v2/sessions/%s/turns/%d", own["session"], n), nil)
			}
			if state == "busy" && busy < 5 {
				t.Errorf("%d operations are refused since a turn goes on", busy)
			}
			if state != "filled" && refused < asked/10 {
				t.Errorf("%d of %d operations are refused: the state is not what it is called", refused, asked)
			}
		})
	}
}

// slow answers one question when all else was asked long ago.
const slow = `rules:
  - match: Tell me all of it
    pace: 10m
    reply:
      - text: It is a long story.
`

// turnOf returns the number of the turn that goes on in the session, or 0.
func turnOf(c *apitest.Client, of ids) int {
	c.Helper()
	turns, _ := c.Do("GET", "/api/v2/sessions/"+of["session"]+"/turns?limit=200", nil).Get("data").([]any)
	if len(turns) > 0 {
		if last, _ := turns[len(turns)-1].(map[string]any); last["state"] == "running" {
			return len(turns)
		}
	}
	return 0
}

// keepBusy has the session, or a new one, answer a question, unless it does.
func keepBusy(c *apitest.Client, of ids) {
	c.Helper()
	const at = "/api/v2/sessions/"
	if turnOf(c, of) > 0 {
		return
	}
	if got := c.Do("GET", at+of["session"], nil); got.Status != 200 || got.Text("status") != "active" {
		of["session"] = c.Session(of["profile"])
	}
	got := c.Send("POST", at+of["session"]+"/messages", apitest.M{"text": "Tell me all of it.", "stream": true})
	got.Body.Close() // the turn goes on
	if got.StatusCode != 200 {
		c.Fatalf("the turn does not begin: %d", got.StatusCode)
	}
}

// isTyped reports whether a refusal says in a field what it is: a code of ours, or in the
// form of the interface that is asked.
func isTyped(got apitest.Reply) bool {
	var body struct {
		Code  any
		Type  any
		Error any
	}
	return json.Unmarshal(got.Body, &body) == nil && (body.Code != nil || body.Type != nil || body.Error != nil)
}
