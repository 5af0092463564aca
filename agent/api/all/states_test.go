package all_test

import (
	"encoding/json"
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
		"busy": func(s *apitest.Site, c *apitest.Client, of ids) {
			got := c.Send("POST", "/api/v2/sessions/"+of["session"]+"/messages?stream=true", apitest.M{"text": "What is the ship called?"})
			t.Cleanup(func() { got.Body.Close() })
		},
		"archived": func(s *apitest.Site, _ *apitest.Client, of ids) {
			if err := s.Host.Orgs.ArchiveOrg(t.Context(), org.Owner(of["org"]), true); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(state, func(t *testing.T) {
			s := apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{A2A: "caelum"}) })
			own, maker := fill(s, "zeta")
			root := s.AsUser(scope.Platform, "root", org.PlatformAdmin, "admin").With(api.OrgHeader, "zeta")
			enter(s, maker, own)
			asked, refused := 0, 0
			for _, route := range routes {
				if route.path == mcp.Path || strings.HasSuffix(route.path, "/events") { // held open
					continue
				}
				c := maker
				if route.Scope == "admin" {
					c = root
				}
				asked++
				got := route.send(c, own, schemas)
				if got.Status >= 400 {
					refused++
				}
				if got.Status >= 500 && got.Status != http.StatusNotImplemented || got.Status >= 400 && !isTyped(got) {
					t.Errorf("%s %s: %d %s", route.method, route.path, got.Status, got.Body)
				}
			}
			t.Logf("%d operations, %d of them refused", asked, refused)
			if state != "filled" && refused < asked/10 {
				t.Errorf("%d of %d operations are refused: the state is not what it is called", refused, asked)
			}
		})
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
