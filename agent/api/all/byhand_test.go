package all_test

import (
	"bytes"
	"database/sql"
	"log/slog"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/all"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/mcp"
	"github.com/seed353dc258/backstory/agent/host/state"
)

// byHand are statements that somebody runs beside a server, by the organisation
// that they are for.
var byHand = map[string]string{
	"emptied":  "DELETE FROM messages WHERE org = ?",
	"holed":    "DELETE FROM messages WHERE org = ? AND seq = 1",
	"message":  "UPDATE messages SET body = '[{' WHERE org = ?",
	"unlike":   "UPDATE messages SET body = '{\"a\": 1}', role = 'nobody' WHERE org = ?",
	"promptno": "DELETE FROM epochs WHERE org = ?",
	"prompt":   "UPDATE epochs SET record = '[', changed = '{' WHERE org = ?",
	"tools":    "UPDATE prompts SET tools = 'none', system = '' WHERE org = ?",
	"turns":    "UPDATE turns SET pending = '{', epoch = -1 WHERE org = ?",
	"turnless": "DELETE FROM turns WHERE org = ?",
	"session":  "UPDATE sessions SET seq = -7, epoch = 99 WHERE org = ?",
	"proposal": "UPDATE proposals SET body = 'null' WHERE org = ?",
	"proposed": "UPDATE proposals SET body = '{\"state\": 1' WHERE org = ?",
	"memory":   "UPDATE memories SET text = '', confidence = -1, superseded = id, created = -1 WHERE org = ?",
	"invite":   "UPDATE invites SET expires = -1 WHERE org = ?",
	"member":   "DELETE FROM members WHERE org = ?",
	"profile":  "DELETE FROM profiles WHERE org = ?",
	"audit":    "UPDATE audit SET detail = '{', hash = '' WHERE org = ?",
	"event":    "UPDATE events SET data = '{' WHERE org = ?",
	"orgs":     "UPDATE orgs SET name = '', created = -1, archived = -1 WHERE org = ?",
}

// logged keeps what a server says.
type logged struct {
	mu sync.Mutex
	bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Buffer.Write(p)
}

// take returns what was said since it was last called.
func (l *logged) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.Reset()
	return l.String()
}

// Somebody changes rows beside a server. It answers on every route, with what is
// there or with an error that names the request in its log, and other
// organisations have what they had.
func TestRowsChangedBesideAServerCostNobodyElse(t *testing.T) {
	if testing.Short() {
		t.Skip("makes many organisations")
	}
	var said logged
	s := apitest.Serve(t, "", func(s *api.Settings) {
		s.Rooms, s.Rate, s.Log = all.Rooms(door.Options{}), nil, slog.New(slog.NewTextHandler(&said, nil))
	})
	db, err := sql.Open("sqlite", filepath.Join(s.Dir, state.Name, "store.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	routes, schemas := calls(t)
	routes = slices.DeleteFunc(routes, func(c call) bool {
		return c.Scope == "" || c.method != http.MethodGet || strings.Contains(c.path, "/tasks/") || c.path == mcp.Path
	})
	intact, of := fill(s, "able")
	failed := 0
	for _, name := range slices.Sorted(maps.Keys(byHand)) {
		own, c := fill(s, name)
		if done, err := db.ExecContext(t.Context(), byHand[name], name); err != nil {
			t.Fatalf("%s: %v", byHand[name], err)
		} else if n, err := done.RowsAffected(); n == 0 || err != nil {
			t.Errorf("%s: %d rows, %v", byHand[name], n, err)
		}
		for _, route := range routes {
			got := route.send(c, own, schemas)
			told := said.take()
			if strings.Contains(told, "panic") {
				t.Errorf("%s: %s %s: %s", name, route.method, route.path, told)
			}
			if got.Status < 500 || got.Status == http.StatusNotImplemented {
				continue
			}
			failed++
			if id := got.Header.Get("X-Request-Id"); got.Status != 500 || id == "" || !strings.Contains(told, "request="+id) {
				t.Errorf("%s: %s %s: %d %s, and the log: %s", name, route.method, route.path, got.Status, got.Body, told)
			}
		}
		if got := c.Do("POST", "/api/v2/sessions/"+own["session"]+"/messages", apitest.M{"text": "And now?"}); got.Status > 500 {
			t.Errorf("%s: a turn: %d %s", name, got.Status, got.Body)
		}
		if told := said.take(); strings.Contains(told, "panic") {
			t.Errorf("%s: a turn: %s", name, told)
		}
	}
	for _, route := range routes {
		if strings.HasSuffix(route.path, "/search") {
			continue // what is found is in the folder and its cache, not in rows
		}
		if got := route.send(of, intact, schemas); got.Status != 200 && !(route.Scope == "admin" && got.Status == 403) {
			t.Errorf("%s %s of the one that was left alone: %d %s", route.method, route.path, got.Status, got.Body)
		}
	}
	err = s.Host.Store.Check(t.Context())
	for _, name := range []string{"emptied", "holed", "message", "promptno", "prompt", "session", "proposed", "profile", "audit"} {
		if err == nil || !strings.Contains(err.Error(), "organisation "+name+":") {
			t.Errorf("nothing is said of %s", name)
		}
	}
	if err != nil && strings.Contains(err.Error(), "organisation able:") {
		t.Error(err)
	}
	if failed == 0 {
		t.Error("no answer is an error")
	}
	t.Logf("%d answers are errors, and the store says: %v", failed, err)
}
