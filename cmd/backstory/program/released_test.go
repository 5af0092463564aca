//go:build unix

package program_test

import (
	"archive/zip"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
)

// released calls a test with what each released version left on a disk, which
// tools/released.sh made.
func released(t *testing.T, test func(t *testing.T, home string)) {
	t.Helper()
	all, err := filepath.Glob("testdata/released/*.zip")
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	for _, name := range all {
		t.Run(filepath.Base(name), func(t *testing.T) {
			home := t.TempDir()
			z, err := zip.OpenReader(name)
			if err != nil {
				t.Fatal(err)
			}
			defer z.Close()
			if err := os.CopyFS(home, z); err != nil {
				t.Fatal(err)
			}
			test(t, home)
		})
	}
}

// inWorkspace runs a script in a workspace that a version has left.
func inWorkspace(t *testing.T, home, script string, env ...string) string {
	t.Helper()
	return cmdtest.Shell(t, "cd "+home+"/workspace\n"+script, nil,
		append(env, "HOME="+home, "XDG_CACHE_HOME="+filepath.Join(home, "cache"), "XDG_CONFIG_HOME="+filepath.Join(home, "config"))...)
}

func TestWhatAnOlderVersionLeftIsOpened(t *testing.T) {
	released(t, func(t *testing.T, home string) {
		out := inWorkspace(t, home, `
backstory status profiles/vera
backstory search profiles/vera 'Skarv Point'
backstory sessions list --profile vera
backstory memory list --profile vera
backstory chat --profile vera --once 'Who was born in 1951?'
backstory user list --org acme
backstory store check
backstory check --all || backstory build --all
backstory check --all
backstory cache verify
backstory sessions list --profile vera
`)
		for _, want := range []string{
			"20-place.html: line 1", "When was the lighthouse lit?", "Takes tea at noon.", "> |Vera|1951|", "ida", "Who was born in 1951?",
		} {
			if !strings.Contains(out, want) {
				t.Errorf("%q is not printed:\n%s", want, out)
			}
		}
	})
}

// A database is upgraded by its owner alone, and has what it had; what a newer
// version left in it is refused.
func TestADatabaseOfAnotherVersion(t *testing.T) {
	server := pgtest.Own(t)
	released(t, func(t *testing.T, home string) {
		out := inWorkspace(t, home, `
cd ../team
createdb -O backstory_owner -T template0 -E UTF8 talk
psql -q -U backstory_owner -d talk -v ON_ERROR_STOP=1 -f talk.sql >/dev/null
export DATABASE_URL=postgres://backstory@/talk DATABASE_OWNER_URL=postgres://backstory_owner@/talk
refused() { code=0; backstory "$@" || code=$?; test $code = 2; }
refused sessions list --profile vera
backstory store upgrade
backstory sessions list --profile vera
backstory memory list --profile vera
backstory chat --profile vera --once 'Who was born in 1951?'
backstory user list --org acme
backstory store check
psql -q -d talk -c 'INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)'
refused sessions list --profile vera
refused chat --profile vera --once x
refused store upgrade
refused store migrate --to sqlite
dropdb talk
`, server.Env()...)
		for want, n := range map[string]int{
			"the tables are of an earlier version":          1,
			"let their owner run «backstory store upgrade»": 1,
			"When was the lighthouse lit?":                  1,
			"Takes tea at noon.":                            1,
			"> |Vera|1951|":                                 1,
			"ida  ida  admin":                               1,
			"the store was made by a newer version: version 9999, and this program knows": 4,
			"use the newer program, or restore a backup from before it":                   4,
		} {
			if got := strings.Count(out, want); got != n {
				t.Errorf("%q is printed %d times, want %d:\n%s", want, got, n, out)
			}
		}
	})
}

// What a newer version left is not touched, and the words say what helps.
func TestWhatANewerVersionLeftIsRefused(t *testing.T) {
	released(t, func(t *testing.T, home string) {
		path := filepath.Join(home, "workspace", ".backstory", "store.db")
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)"); err != nil {
			t.Fatal(err)
		}
		db.Close()
		out := inWorkspace(t, home, `
sed 's/"schema": [0-9]*/"schema": 9999/; s/"generator": "[^"]*"/"generator": "backstory v99.0.0"/' profiles/vera/.backstory-manifest.json >newer
mv newer profiles/vera/.backstory-manifest.json
cp -R . ../before
for command in 'build --all' 'check --all' 'build --all --force' 'sessions list --profile vera' 'chat --profile vera --once x'; do
	code=0
	backstory $command || code=$?
	test $code = 2
done
diff -r . ../before
`)
		for want, n := range map[string]int{
			"written by backstory v99.0.0 (schema 9999, this version knows up to":         3,
			"use that version, or remove the file to build with this one":                 3,
			"the store was made by a newer version: version 9999, and this program knows": 2,
			"use the newer program, or put a copy of .backstory/ from before it back":     2,
		} {
			if got := strings.Count(out, want); got != n {
				t.Errorf("%q is printed %d times, want %d:\n%s", want, got, n, out)
			}
		}
	})
}
