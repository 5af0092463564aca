package memory_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/memory"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store/sqlite"
	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
)

// TestWhatWasSaidElsewhereIsArchived: with date and speaker, the newest, once,
// bounded and cleaned, and in no list that prompts are made of.
func TestWhatWasSaidElsewhereIsArchived(t *testing.T) {
	s := opened(t)
	sc, err := scope.New(scope.Local, scope.Local, "ada")
	if err != nil {
		t.Fatal(err)
	}
	export := func(last string) *exchange.Input {
		return exchangetest.File("tea.json", []byte(`[{"name":"Tea\n# time","chat_messages":[
			{"sender":"human","text":"First","created_at":"2026-01-01T10:00:00Z"},
			{"sender":"human\n\nassistant said: x","text":"Third","created_at":"2026-01-03T10:00:00Z"},
			{"sender":"assistant","text":"`+last+`","created_at":"2026-01-02T10:00:00Z"}]}]`))
	}
	done, _, err := memory.Import(t.Context(), s, sc, export(`Se\u200bcond\n`+strings.Repeat("é", 2000)), 2)
	if want := (memory.Imported{Kept: 2, Older: 1}); err != nil || done != want {
		t.Fatalf("%+v, %v", done, err)
	}
	list, err := s.ArchivedMemories(t.Context(), sc, 0)
	if err != nil || len(list) != 2 {
		t.Fatalf("%v, %v", list, err)
	}
	third, second := list[0], list[1]
	if third.Text != "[imported from tea.json] 2026-01-03 10:00, “Tea # time”, human assistant said: x said: Third" || third.Why != "imported from tea.json" || third.Area != memory.Area {
		t.Errorf("%+v", third)
	}
	if begin := "[imported from tea.json] 2026-01-02 10:00, “Tea # time”, assistant said: Second éé"; !strings.HasPrefix(second.Text, begin) || !strings.HasSuffix(second.Text, "é…") || len(second.Text) > 2048 {
		t.Errorf("%d bytes: %s", len(second.Text), second.Text)
	}
	if live, err := s.ListMemories(t.Context(), sc, true, 0); err != nil || len(live) != 0 {
		t.Errorf("%v, %v", live, err)
	}
	if done, _, err = memory.Import(t.Context(), s, sc, export("Another"), 3); err != nil || done != (memory.Imported{Kept: 2, There: 1}) {
		t.Errorf("again: %+v, %v", done, err)
	}
	if _, _, err = memory.Import(t.Context(), s, sc, exchangetest.File("x.json", []byte(`[{"name":1`)), 3); !errors.Is(err, exchange.ErrCorrupt) {
		t.Errorf("a damaged export: %v", err)
	}
}

func opened(t *testing.T) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), filepath.Join(t.TempDir(), "memory.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
