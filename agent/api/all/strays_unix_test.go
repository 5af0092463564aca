//go:build unix

package all_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/all"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/mcp"
	"github.com/seed353dc258/backstory/internal/straytest"
)

// TestStraysStopNoRoute asks every route that reads, and has a turn answered, where there
// are strays everywhere.
func TestStraysStopNoRoute(t *testing.T) {
	if straytest.AsNobody(t) {
		return
	}
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{A2A: "caelum"}) })
	own, c := fill(s, "zeta")
	for _, folder := range []string{"", "profiles", "orgs", "skills", "roles", "memory", "users", "profiles/caelum", "orgs/zeta"} {
		straytest.Strew(t, filepath.Join(s.Dir, filepath.FromSlash(folder)))
	}
	for _, in := range []string{"profiles/caelum", "orgs/zeta", "orgs/zeta/profiles/" + own["profile"]} {
		for _, folder := range []string{"profiles", "skills", "roles", "memory", "context", "tools", "users", "samples"} {
			straytest.Strew(t, filepath.Join(s.Dir, filepath.FromSlash(in), folder))
		}
	}
	if err := s.Server.Builds.Freshen(t.Context()); err != nil {
		t.Errorf("freshen: %v", err)
	}
	routes, schemas := calls(t)
	asked := 0
	for _, route := range routes {
		if route.Scope == "" || route.method != http.MethodGet || strings.Contains(route.path, "/tasks/") || route.path == mcp.Path {
			continue
		}
		asked++
		if got := route.send(c, own, schemas); got.Status != 200 && (route.Scope != "admin" || got.Status != 403) {
			t.Errorf("%s %s: %d %s", route.method, route.path, got.Status, got.Body)
		}
	}
	id := c.Session(own["profile"])
	c.Must(200, "POST", "/api/v2/sessions/"+id+"/messages", apitest.M{"text": "What is the ship called?"})
	c.Must(200, "POST", "/api/v2/profiles/"+own["profile"]+"/build", nil)
	s.As("admin").Must(200, "POST", "/api/v2/profiles/caelum/build", nil)
	t.Logf("%d routes", asked)
}
