package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func opened(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func local(t testing.TB, profile string) scope.Scope {
	t.Helper()
	sc, err := scope.New(scope.Local, "ida", profile)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// The suite has the memories of a profile and of none, each with where it was
// learned.
//
// coqui: 209, 210, 211, 212
func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T, clock *storetest.Clock) store.Store {
		name := "a b?#%.db"
		if runtime.GOOS == "windows" {
			name = "a b#%.db" // which has no question marks in names
		}
		s, err := open(t.Context(), filepath.Join(t.TempDir(), name), clock.Now)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	})
}

func TestTheFileIsItsOwnersAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no mode here: they inherit who may read them")
	}
	path := filepath.Join(t.TempDir(), "new", "store.db")
	s := opened(t, path)
	if _, err := s.CreateSession(t.Context(), local(t, ""), store.Session{}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + "-wal"} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the mode %v", filepath.Base(name), info.Mode().Perm())
		}
	}
}

func TestWhatIsNoStoreIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	content := []byte(strings.Repeat("no database at all ", 500))
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), path)
	if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "backup") {
		t.Errorf("%v", err)
	}
	if now, _ := os.ReadFile(path); string(now) != string(content) {
		t.Error("the file was touched")
	}
}

func TestDamageIsFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := opened(t, path)
	for i := range 300 {
		if _, err := s.SaveMemory(t.Context(), local(t, ""), store.Memory{Text: fmt.Sprint("memory ", i, strings.Repeat(" x", 100))}); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 4096 * 8; i < 4096*20; i++ {
		content[i] ^= 0x5a
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err = Open(t.Context(), path)
	if err == nil {
		defer s.Close()
		err = s.Check(t.Context())
	}
	if !errors.Is(err, store.ErrDamaged) {
		t.Errorf("%v", err)
	}
}

func TestDamageInWhatSaysTheVersionIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	opened(t, path).Close()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 4096 + 8; i < 4096*10 && i < len(content); i++ {
		content[i] = byte(i * 7)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path); !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "backup") {
		t.Errorf("%v", err)
	}
}

func TestANewerStoreIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := opened(t, path)
	if _, err := s.db.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := Open(t.Context(), path); !errors.Is(err, store.ErrNewer) {
		t.Errorf("%v", err)
	}
}

func TestProcessesShareAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	a, b := opened(t, path), opened(t, path)
	x, err := a.CreateSession(t.Context(), local(t, "caelum"), store.Session{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Lease(t.Context(), local(t, "caelum"), x.ID, "process a", time.Minute); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Lease(t.Context(), local(t, "caelum"), x.ID, "process b", time.Minute); !errors.Is(err, store.ErrLeased) {
		t.Errorf("%v", err)
	}
	if _, err := b.CreateSession(t.Context(), local(t, "caelum"), store.Session{}); !errors.Is(err, store.ErrActive) {
		t.Errorf("%v", err)
	}
}

// The same prompt is kept once, and goes with the last that has it. One from
// which something was taken out is nobody's new one.
func TestAPromptIsKeptOnce(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "store.db"))
	sc := local(t, "caelum")
	count := func() (n int) {
		t.Helper()
		if err := s.db.QueryRow("SELECT count(*) FROM prompts").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	const secret = "The xylophone is in the cellar."
	add := func(system string) (store.Session, store.Lease) {
		t.Helper()
		x, err := s.CreateSession(t.Context(), sc, store.Session{Kind: store.Child})
		if err != nil {
			t.Fatal(err)
		}
		l, err := s.Lease(t.Context(), sc, x.ID, "here", time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.AddEpoch(t.Context(), sc, l, store.Epoch{Hash: "h", System: system, Tools: "[]"}); err != nil {
			t.Fatal(err)
		}
		if e, err := s.Epoch(t.Context(), sc, x.ID, 0); err != nil || e.System != system {
			t.Errorf("%q, %v", e.System, err)
		}
		return x, l
	}
	a, _ := add("Memories: " + secret)
	b, _ := add("Memories: " + secret)
	if n := count(); n != 1 {
		t.Errorf("%d prompts", n)
	}
	branch, err := s.BranchSession(t.Context(), sc, a.ID, 0, store.Branch)
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.SaveMemory(t.Context(), sc, store.Memory{Text: secret})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(t.Context(), sc, m.ID, true); err != nil {
		t.Fatal(err)
	}
	c, _ := add("Memories: " + secret) // remembered again
	for id, want := range map[string]string{a.ID: "Memories: [forgotten]", b.ID: "Memories: [forgotten]", branch.ID: "Memories: [forgotten]", c.ID: "Memories: " + secret} {
		if e, err := s.Epoch(t.Context(), sc, id, 0); err != nil || e.System != want {
			t.Errorf("%q, %v", e.System, err)
		}
	}
	for _, step := range []struct {
		id   string
		left int
	}{{a.ID, 2}, {branch.ID, 2}, {b.ID, 1}, {c.ID, 0}} {
		if err := s.DeleteSession(t.Context(), sc, step.id); err != nil {
			t.Fatal(err)
		}
		if n := count(); n != step.left {
			t.Errorf("%d prompts are left, not %d", n, step.left)
		}
	}
}

// A store of an earlier version has its prompts still, through all versions and
// back.
func TestAnOlderStoreIsTakenOver(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "store.db"))
	p, err := s.migrator()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.DownTo(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`INSERT INTO sessions (org, id, user, profile, role, model, title, summary, kind, status, reason, parent, since, epoch, seq, created, updated)
		VALUES ('local', 'x', 'ida', 'caelum', '', 'm', '', '', 'interactive', 'active', '', '', 0, 1, 0, 1, 1)`,
		`INSERT INTO epochs (org, session, number, hash, system, tools, record, reason, changed, created)
		VALUES ('local', 'x', 1, 'h', 'You are Ida.', '[]', '{}', 'new_session', '[]', 1)`,
	} {
		if _, err := s.db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if _, err := p.Up(t.Context()); err != nil {
			t.Fatal(err)
		}
		if e, err := s.Epoch(t.Context(), local(t, "caelum"), "x", 0); err != nil || e.System != "You are Ida." || e.Tools != "[]" {
			t.Errorf("%+v, %v", e, err)
		}
		if _, err := p.DownTo(t.Context(), 2); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteSession(t.Context(), local(t, "caelum"), "x"); err != nil {
		t.Error(err)
	}
}

// A store of each version that there was is taken over with what is in it.
func TestAStoreOfEachVersionIsTakenOver(t *testing.T) {
	files, err := migrations.ReadDir("migrations")
	if err != nil {
		t.Fatal(err)
	}
	for version := int64(1); version <= int64(len(files)); version++ {
		t.Run(strconv.FormatInt(version, 10), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "store.db")
			s := opened(t, path)
			p, err := s.migrator()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.DownTo(t.Context(), 0); err != nil {
				t.Fatal(err)
			}
			if _, err := p.UpTo(t.Context(), version); err != nil {
				t.Fatal(err)
			}
			for _, statement := range storetest.OldRows(version) {
				if _, err := s.db.Exec(statement); err != nil {
					t.Fatal(err)
				}
			}
			storetest.TakenOver(t, opened(t, path))
		})
	}
}

// Many open a store at once that is not there yet: one makes it, all have it.
func TestManyOpenANewStore(t *testing.T) {
	for range 2 {
		path := filepath.Join(t.TempDir(), "store.db")
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				s, err := Open(context.Background(), path)
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := s.SaveMemory(context.Background(), local(t, ""), store.Memory{Text: "x"}); err != nil {
					t.Error(err)
				}
				s.Close()
			})
		}
		group.Wait()
	}
}

// What is forgotten with purge is not in the file either.
func TestThePurgedIsNotInTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := opened(t, path)
	sc := local(t, "caelum")
	x, err := s.CreateSession(t.Context(), sc, store.Session{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := s.Lease(t.Context(), sc, x.ID, "here", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	const secret = "the xylophone is in the cellar"
	if _, err := s.Append(t.Context(), sc, l, []store.Message{{Role: "user", Body: []byte(`[{"text":"` + secret + `"}]`)}}); err != nil {
		t.Fatal(err)
	}
	m, err := s.SaveMemory(t.Context(), sc, store.Memory{Text: secret})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(t.Context(), sc, m.ID, true); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + "-wal"} {
		content, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if strings.Contains(string(content), "xylophone") {
			t.Errorf("%s holds what was forgotten", filepath.Base(name))
		}
	}
}

func TestAChangedAuditIsSeen(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "store.db"))
	for i := range 3 {
		if err := s.Record(t.Context(), local(t, ""), "", "x", i); err != nil {
			t.Fatal(err)
		}
	}
	for _, change := range []string{"UPDATE audit SET detail = '9' WHERE number = 2", "DELETE FROM audit WHERE number = 2"} {
		if _, err := s.db.Exec(change); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Entries(t.Context(), local(t, ""), 0, 0); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: %v", change, err)
		}
	}
}

// FuzzSearch: whatever is looked for, the search is none of SQLite's language.
func FuzzSearch(f *testing.F) {
	s := opened(f, filepath.Join(f.TempDir(), "store.db"))
	sc := local(f, "caelum")
	for _, text := range []string{"The lamp at Skarv turns.", "\"quoted\" words - NEAR(x)", "Äpfel, 北海の霧 and i̇stanbul"} {
		if _, err := s.SaveMemory(f.Context(), sc, store.Memory{Text: text}); err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add("lamp* OR \"x NEAR(a b) -c:^d + {e}")
	f.Add("\x00\xff\u0301 ﷺ İ")
	f.Fuzz(func(t *testing.T, text string) {
		found, err := s.SearchMemories(context.Background(), sc, text, false, 2)
		if err != nil || len(found) > 2 {
			t.Errorf("%q: %d, %v", text, len(found), err)
		}
	})
}

// Writers at once take turns before each has a connection of its own: those that
// SQLite has wait sleep, and give up after a while however short each write is.
func TestWritersAtOnceNeedOneConnection(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "store.db"))
	var wait sync.WaitGroup
	for i := range 50 {
		wait.Go(func() {
			if _, err := s.CreateSession(t.Context(), local(t, fmt.Sprintf("p%d", i)), store.Session{}); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if n := s.db.Stats(); n.OpenConnections > maxIdle || n.MaxIdleClosed > 0 {
		t.Errorf("%d connections are open, %d were closed again", n.OpenConnections, n.MaxIdleClosed)
	}
}

// Rows that somebody changed beside a program are found by a check.
func TestRowsChangedByHandAreFound(t *testing.T) {
	storetest.ByHand(t, func(t *testing.T) (store.Store, func(string) error) {
		s := opened(t, filepath.Join(t.TempDir(), "store.db"))
		return s, func(statement string) error {
			_, err := s.db.ExecContext(t.Context(), statement)
			return err
		}
	})
}
