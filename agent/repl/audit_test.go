package repl

import (
	"strings"
	"testing"
)

// What a person does with a memory is in the audit, without its text.
func TestWhatAPersonDoesWithMemoriesIsRecorded(t *testing.T) {
	r := newRoom(t, "/memory save The kettle is blue.")
	r.run()
	list, err := r.host.Store.ListMemories(t.Context(), r.shell.at.scope, false, 10)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	for _, args := range []string{"promote " + list[0].ID, "forget " + list[0].ID, "save Fog at sea."} {
		if err := memoriesOf(r.shell).obey(t.Context(), args); err != nil {
			t.Fatal(err)
		}
	}
	if list, err = r.host.Store.ListMemories(t.Context(), r.shell.at.scope, false, 10); err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	if err := memoriesOf(r.shell).obey(t.Context(), "forget "+list[0].ID+" --purge"); err != nil {
		t.Fatal(err)
	}
	entries, err := r.host.Store.Entries(t.Context(), r.shell.at.scope, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		if strings.HasPrefix(e.Action, "memory.") {
			got = append(got, e.Action)
		}
		if strings.Contains(string(e.Detail), "kettle") {
			t.Errorf("the text stands in the audit: %s", e.Detail)
		}
	}
	if want := "memory.saved memory.promoted memory.forgotten memory.saved memory.purged"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}
