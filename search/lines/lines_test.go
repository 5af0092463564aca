package lines_test

import (
	"slices"
	"testing"

	"github.com/seed353dc258/backstory/search/lines"
)

func TestLabels(t *testing.T) {
	for line, want := range map[string][]string{
		"|Final exam|20%|":         {"", "Final exam", "20%", ""},
		"#### Slide 4: The lamp":   {"Slide 4", "The lamp"},
		"- **Sponsor**: a person.": {"Sponsor"},
		"Warranty: 90 days":        {"Warranty"},
		"The lamp is out.":         nil,
	} {
		if got := slices.Collect(lines.Labels(line)); !slices.Equal(got, want) {
			t.Errorf("%s: %q", line, got)
		}
	}
}

func TestListsHaveMoreThanOneItem(t *testing.T) {
	if !lines.IsList("Tools:\n\n- a saw\n- a lamp\n") || lines.IsList("- a saw\n\nNo more.\n") {
		t.Error("lists are told by their items")
	}
}

func TestListsOfQuestions(t *testing.T) {
	for text, want := range map[string]bool{
		"Who came? Who went? Who has the lamp? Ask at the harbour.":                          true,
		"Who came? Ida came, and Olav went.":                                                 false,
		"Who came? Ida. Who went? Olav went. Who has it? The lamp is at the harbour of Vik.": false,
	} {
		if lines.AsksMuch(text) != want {
			t.Errorf("%q", text)
		}
	}
}
