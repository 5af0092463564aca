package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/search"
)

// A small collection, and one whose passages are all alike, answers what it can, and
// nothing else.
func TestWhatIsAnswered(t *testing.T) {
	var harbours strings.Builder
	for n, name := range []string{"Vik", "Skarv", "Moss", "Bergen", "Halden", "Tromsø", "Bodø", "Narvik"} {
		fmt.Fprintf(&harbours, "#### %s\n\nThe harbour of %s is %d fathoms deep.\n\n", name, name, 11+n)
	}
	shop := "#### Terms\n\nThe kettle is blue and costs 18 euros.\n\n#### People\n\nThe shop opened in May 2011. Its owner is Ida Berg.\n"
	for _, c := range []struct{ text, question, answer string }{
		{harbours.String(), "How deep is Vik?", "Vik is 11 fathoms"},
		{harbours.String(), "How deep is the harbour of Moss?", "Moss is 13 fathoms"},
		{harbours.String(), "How deep is Oslo?", ""},
		{harbours.String(), "Who dug the well of Bergen?", ""},
		{shop, "Which colour has the kettle?", "blue"},
		{shop, "What does the kettle cost?", "18 euros"},
		{shop, "When did the shop open?", "2011"},
		{shop, "Who is the owner of the shop?", "Ida Berg"},
		{shop, "Who painted the Mona Lisa?", ""},
		{shop, "How many people live in Lisbon?", ""},
	} {
		hits := search.New([]search.Chapter{{Text: c.text}}, nil).Find(c.question, 20)
		quoted := search.Quotes(hits, 1, 1200)
		switch {
		case c.answer == "" && len(quoted) > 0:
			t.Errorf("%s: %s", c.question, hits[quoted[0]].Text)
		case c.answer != "" && len(quoted) == 0:
			t.Errorf("%s: no answer", c.question)
		case c.answer != "" && !strings.Contains(hits[quoted[0]].Text, c.answer):
			t.Errorf("%s: %s", c.question, hits[quoted[0]].Text)
		}
	}
}

// A value stays with its label, however long the list of them is.
func TestAValueIsInThePassageOfItsLabel(t *testing.T) {
	var form strings.Builder
	for n := range 40 {
		fmt.Fprintf(&form, "Offence number%c . . . . . . . . . .\n\n%d,%03d\n\n%d.5\n\n", 'a'+n%26, n+1, n*7, n+100)
	}
	hits := search.New([]search.Chapter{{Text: form.String()}}, nil).Find("offence numberz", 3)
	if len(hits) == 0 || !strings.Contains(hits[0].Text, "26,175") || !strings.Contains(hits[0].Text, "125.5") {
		t.Errorf("%+v", hits)
	}
}
