//go:build unix

package all_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/all"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/store/postgres"
	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
)

// What is another organisation's is looked for by the same statements as what is
// nowhere, on every route and by the database's own log: nobody can tell them
// apart by what is done, and hardly by how long it takes.
func TestForeignAndMissingAreTheSameStatements(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a PostgreSQL")
	}
	server := pgtest.Own(t)
	db := server.Database(t)
	if _, _, err := postgres.Upgrade(t.Context(), db.Owner, db.Role); err != nil {
		t.Fatal(err)
	}
	server.LogStatements(t)
	s := apitest.ServeDatabase(t, db.Role, func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{}) })
	s.Org("acme", "sky", map[string]string{"profiles/sky/soul.md": "# Sky\n\nYou are Sky.\n"})
	foreign, _ := fill(s, "zeta")
	none := missing()
	c := s.AsUser("acme", "ada", org.Admin, "admin")
	routes, schemas := calls(t)
	named, run := 0, 0
	for _, route := range routes {
		if route.Scope == "" || !strings.Contains(route.path, "{") {
			continue
		}
		named++
		var a, b apitest.Reply
		var ofForeign, ofMissing []string
		for range 3 { // what is remembered of the caller may be forgotten between two of them
			route.send(c, none, schemas)
			server.Statements(t)
			a = route.send(c, foreign, schemas)
			ofForeign = ofRows(server.Statements(t))
			b = route.send(c, none, schemas)
			ofMissing = ofRows(server.Statements(t))
			if slices.Equal(ofForeign, ofMissing) {
				break
			}
		}
		run += len(ofForeign)
		if a.Status != b.Status || !slices.Equal(ofForeign, ofMissing) {
			t.Errorf("%s %s: foreign %d:\n  %s\nmissing %d:\n  %s", route.method, route.path, a.Status, strings.Join(ofForeign, "\n  "), b.Status, strings.Join(ofMissing, "\n  "))
		}
	}
	if named < 60 || run < named {
		t.Errorf("%d routes with %d statements", named, run)
	}
	t.Logf("%d routes, %d statements", named, run)
}

// ofRows leaves out the transactions that look up the caller's token, which is
// remembered for some seconds.
func ofRows(statements []string) (out []string) {
	begin := 0
	for i, one := range statements {
		if one != "COMMIT" && one != "ROLLBACK" {
			continue
		}
		if all := statements[begin : i+1]; !slices.ContainsFunc(all, func(s string) bool { return strings.Contains(s, "FROM tokens") || strings.Contains(s, "UPDATE tokens") }) {
			out = append(out, all...)
		}
		begin = i + 1
	}
	return append(out, statements[begin:]...)
}

// How long the same answer takes for what is another organisation's and for what
// is nowhere, by turns: 1 is alike.
func BenchmarkForeignBesideMissing(b *testing.B) {
	s := apitest.Serve(b, "", func(s *api.Settings) { s.Rooms, s.Rate = all.Rooms(door.Options{}), nil })
	s.Org("acme", "sky", map[string]string{"profiles/sky/soul.md": "# Sky\n\nYou are Sky.\n"})
	foreign, _ := fill(s, "zeta")
	none := missing()
	c := s.AsUser("acme", "ada", org.Admin, "admin")
	for _, path := range []string{"/api/v2/profiles/{profile}", "/api/v2/sessions/{session}", "/api/v2/memories/{memory}", "/api/v2/proposals/{proposal}", "/v1/orgs/{org}/members"} {
		b.Run(strings.Trim(strings.ReplaceAll(path, "/", "."), "."), func(b *testing.B) {
			var took [2][]float64
			for b.Loop() {
				for i, of := range []ids{foreign, none} {
					at := path
					for kind, id := range of {
						at = strings.ReplaceAll(at, "{"+kind+"}", id)
					}
					began := time.Now()
					if got := c.Do("GET", at, nil); got.Status != 404 {
						b.Fatalf("%s: %d %s", at, got.Status, got.Body)
					}
					took[i] = append(took[i], float64(time.Since(began)))
				}
			}
			for i := range took {
				slices.Sort(took[i])
			}
			b.ReportMetric(took[0][len(took[0])/2]/took[1][len(took[1])/2], "foreign/missing")
		})
	}
}
