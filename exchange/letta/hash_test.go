package letta_test

import (
	"bytes"
	"testing"

	"github.com/seed353dc258/backstory/exchange/exchangetest"
	"github.com/seed353dc258/backstory/exchange/letta"
	"github.com/seed353dc258/backstory/prompt"
)

// TestTheWayBackGivesTheSamePrompt: an agent file, its export and the import of
// that have prompts of one hash, whose texts are those of the file.
func TestTheWayBackGivesTheSamePrompt(t *testing.T) {
	content := []byte(`{"agents":[{"id":"agent-0","name":"Anna","description":"Keeps the desk.","system":"Ask first.\n\n# Memory\n","block_ids":["b0","b1","b2"]}],
		"blocks":[{"id":"b0","label":"persona","value":"You are Anna.\r\n<b>x</b>"},{"id":"b1","label":"human","value":"Ruth."},{"id":"b2","label":"policies","value":"---\nNo refunds.\n"}]}`)
	first, want := composed(t, content)
	for _, part := range []string{"You are Anna.", "Ask first.", "Ruth.", "No refunds."} {
		if !bytes.Contains([]byte(want.System), []byte(part)) {
			t.Errorf("%q is not in the prompt:\n%s", part, want.System)
		}
	}
	exported := exchangetest.Export(t, letta.New(), first, "letta")[""]
	second, got := composed(t, exported)
	if got.Hash != want.Hash {
		t.Errorf("the prompt is another one:\n%s\n%s", want.System, got.System)
	}
	if again := exchangetest.Export(t, letta.New(), second, "letta")[""]; !bytes.Equal(again, exported) {
		t.Errorf("the second export is another one:\n%s\n%s", exported, again)
	}
}

// composed imports an agent file, and returns the folder and the prompt of the
// profile.
func composed(t *testing.T, content []byte) (string, *prompt.Epoch) {
	t.Helper()
	dir := exchangetest.Place(t, letta.New(), exchangetest.File("in.af", content))
	return dir, exchangetest.Prompt(t, dir)
}
