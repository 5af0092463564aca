//go:build unix

package doctor_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
)

func TestDoctorKnowsTheDatabase(t *testing.T) {
	server := pgtest.Own(t)
	out := cmdtest.Shell(t, `
createdb -O backstory_owner -T template0 -E UTF8 talk
export DATABASE_OWNER_URL=postgres://backstory_owner@/talk
look() { backstory doctor | grep -A1 ' database ' || true; }
DATABASE_URL=mysql://x look
export DATABASE_URL=postgres://backstory@/talk
look
backstory store upgrade
look
DATABASE_URL=postgres://backstory:secret@127.0.0.1:1/talk look
`, nil, server.Env()...)
	for _, want := range []string{"the tables are of an earlier version", "docs/teams.md", "ok     database       PostgreSQL", "connection refused"} {
		if strings.Count(out, want) == 0 {
			t.Errorf("%q is not printed", want)
		}
	}
	if n := strings.Count(out, " database       "); n != 3 || strings.Contains(out, "secret") {
		t.Errorf("%d findings of a database:\n%s", n, out)
	}
}
