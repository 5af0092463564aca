package find_test

import (
	"testing"

	"github.com/seed353dc258/backstory/agent/find"
)

func TestEmphasised(t *testing.T) {
	const question = "Who trimmed the wick of the lamp?"
	for answer, want := range map[string]string{
		"From lamp.md:\n\n> The tower is high. Ida Krause trimmed the wick. It rained.\n>\n> - Oil is dear.\n\nFrom oil.md:\n\n> Oil. The wick is short.": "From lamp.md:\n\n> The tower is high. **Ida Krause trimmed the wick.** It rained.\n>\n> - Oil is dear.\n\nFrom oil.md:\n\n> Oil. **The wick is short.**",
		"> The wick alone.":                                 "> The wick alone.",
		"> One. The wick is *short*.\n> Two.\n":             "> One. The wick is *short*.\n> Two.\n",
		"> | wick | lamp |\n> |-|-|\n> | a | b |\nThe end.": "> | wick | lamp |\n> |-|-|\n> | a | b |\nThe end.",
		"> It rained. It was cold.":                         "> It rained. It was cold.",
		"The wick is no quote. Not at all.":                 "The wick is no quote. Not at all.",
	} {
		if got := find.Emphasised(question, answer); got != want {
			t.Errorf("%q\nbecomes %q\n   want %q", answer, got, want)
		}
	}
}
