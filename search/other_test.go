package search_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/search"
)

// Where two documents say something else, both are quoted, however much the one says, or
// however often one repeats the question.
func TestQuotesHaveWhatContradicts(t *testing.T) {
	long := func(lines ...string) string { return strings.Join(lines, "\n\n") + "\n" }
	for _, c := range []struct {
		question string
		texts    []string
		want     []string
	}{
		{
			"How many people work at the mill?",
			[]string{
				long("# The mill", "At the mill work 41 people, of whom six are apprentices.", "# Boats", "Of the people who work at the mill nine come by boat.", "# Food", "People who work at the mill have a canteen with 8 tables.", "# Work", "At the mill people work 7 hours."),
				long("Report of the mill", "In spring 38 people work at the mill."),
			},
			[]string{"41 people", "38 people"},
		},
		{
			"How many people work at the mill?",
			[]string{
				long("# Mill", "How many people work at the mill? The answer is 3 people. People work at the mill: 3 people work at the mill.", "# People", "The answer to how many people work at the mill is 3 people.", "# Work", "At the mill, how many people work? 3 people work at the mill, said the people of the mill.", "# How many", "3 people work at the mill."),
				long("Report of the mill", "In spring 38 people work at the mill, most of them on the upper floor, and a few in the office."),
			},
			[]string{"3 people", "38 people"},
		},
		{
			"How many people work at the mill?",
			[]string{
				long("The answer is 3 people: 3 people work at the mill."), long("The answer is 3 people. At the mill, 3 people work."), long("Answer: 3 people. 3 people work at the mill."), long("At the mill work 3 people. It is 3 people."),
				long("Report of the mill", "In spring 38 people work at the mill, most of them on the upper floor, and a few in the office."),
			},
			[]string{"3 people", "38 people"},
		},
		{
			"Wer leitet die Bibliothek?",
			[]string{
				long("# Leitung", "Die Bibliothek leitet Ida Krause.", "# Schlüssel", "Wer die Bibliothek leitet, hat einen Schlüssel.", "# Wahl", "Die Bibliothek leitet, wer gewählt ist.", "# Ende", "Wer die Bibliothek leitet, geht zuletzt."), long("Seit dem Sommer leitet Jonas Weber die Bibliothek."),
			},
			[]string{"Ida Krause", "Jonas Weber"},
		},
		{
			"When was the bridge opened?",
			[]string{
				long("# Bridge", "The bridge was opened on 3 May 1911.", "# Music", "The bridge was opened with music in 1911.", "# Rain", "When the bridge was opened in 1911, it rained.", "# Toll", "The bridge was opened in 1911 without a toll."), long("The bridge was opened in June 1911 by the mayor."),
			},
			[]string{"3 May 1911", "June 1911"},
		},
	} {
		var list []search.Chapter
		for n, text := range c.texts {
			list = append(list, search.Chapter{Path: fmt.Sprintf("%d.md", n), Text: text})
		}
		for n := range 20 { // of what else there is
			list = append(list, search.Chapter{Text: filler(100 + n)})
		}
		quotes, answered := search.New(list, nil).Quotes(search.Query{Text: c.question})
		for _, want := range c.want {
			if !answered || !slices.ContainsFunc(quotes, func(h search.Hit) bool { return strings.Contains(h.Text, want) }) {
				t.Errorf("%s: %v, and not %s: %+v", c.question, answered, want, quotes)
			}
		}
		if !slices.ContainsFunc(quotes, func(h search.Hit) bool { return h.Other }) {
			t.Errorf("%s: none is marked as another: %+v", c.question, quotes)
		}
	}
}

// Documents that say the same of a question are quoted in their rank.
func TestQuotesThatAgreeAreNotOther(t *testing.T) {
	x := search.New([]search.Chapter{{Text: "At the mill work 41 people.\n"}, {Text: "In all, 41 people work at the mill, which has 9 windows. It was built in 1911.\n"}, {Text: filler(1)}}, nil)
	quotes, answered := x.Quotes(search.Query{Text: "How many people work at the mill?"})
	if !answered || len(quotes) != 2 || quotes[1].Other {
		t.Errorf("%v %+v", answered, quotes)
	}
}
