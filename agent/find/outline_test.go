package find_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// A question about the whole gets what there is, one about a document its outline, and any
// other question none.
func TestOutlines(t *testing.T) {
	file := func(name, text string) profile.File {
		return profile.File{Name: name, Path: name, Text: text, Found: true}
	}
	of := func(context ...profile.File) *prompt.Library {
		return prompt.NewLibrary(&profile.Identity{Own: profile.Own{Context: context}})
	}
	budget := file("budget.md", "# Income\n\nThe harbour earned more than in any year before, thanks to the ferry.\n\n# Costs\n\nThe crane was repaired.\n")
	two, one := of(budget, file("tides.md", "# Tides\n\nHigh water is at noon.\n")), of(budget)
	for _, c := range []struct {
		l         *prompt.Library
		question  string
		has, lack string
	}{
		{two, "What is this about?", "There are 2 documents", ""},
		{two, "Which documents do you have?", "tides.md", ""},
		{two, "Worum geht es hier?", "budget.md", ""},
		{two, "De quoi s'agit-il ?", "There are 2 documents", ""},
		{two, "你有哪些文档？", "There are 2 documents", ""},
		{two, "Summarise the budget document.", "> The harbour earned more", "tides"},
		{one, "What is this about?", "> The harbour earned more", "There are"},
		{two, "What is the budget for the crane?", "", ""},
		{two, "When is high water?", "", ""},
		{of(), "What is this about?", "", ""},
	} {
		got := find.Outline(c.l, c.question)
		if got == "" != (c.has == "") || !strings.Contains(got, c.has) || c.lack != "" && strings.Contains(got, c.lack) {
			t.Errorf("%s: %s", c.question, got)
		}
		if got != "" && !strings.Contains(got, "A summary needs a model") {
			t.Errorf("%s: it does not say that a summary needs a model", c.question)
		}
	}
}

// A heading is whole in an outline, with the text of its links and without their targets. A
// long one ends before a label that its end would cut.
func TestHeadingsOfAnOutline(t *testing.T) {
	for _, c := range []struct{ heading, want string }{
		{"# A [long name](https://example.com/" + strings.Repeat("a", 90) + ") of *it*", "- A long name of *it*\n"},
		{"# [![A picture](a.png) here](b.html)", "- A picture here\n"},
		{"Two\n[lines](x)\n=====", "- Two lines\n"},
		{"```\n# no heading\n```\n\n# Yes", "- Yes\n"},
		{"# " + strings.Repeat("word ", 20) + "[hidden: " + `secret \] ` + strings.Repeat("secret ", 9) + "]", "word…\n"},
		{"# Short [hidden: and seen]", "- Short [hidden: and seen]\n"},
	} {
		file := profile.File{Name: "a.md", Path: "a.md", Text: c.heading + "\n\nText.\n", Found: true}
		got := find.Outline(prompt.NewLibrary(&profile.Identity{Own: profile.Own{Context: []profile.File{file}}}), "What is this about?")
		if !strings.Contains(got, c.want) || strings.Contains(got, "no heading") || strings.Contains(got, "secret") {
			t.Errorf("%q: %s", c.heading, got)
		}
	}
}
