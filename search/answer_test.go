package search_test

import (
	"fmt"
	"slices"
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
	labels := "#### Exam\n\nThe final exam and the exam before the final one are in hall 263.\n\n| Final exam | 20% |\n|-|-|\n| Homework | 30% |\n\n" +
		"#### Lamps\n\nEach sponsor meets another sponsor in the hall of the sponsor.\n\n#### Words\n\n- **Keeper**: who lights the lamp in the evening.\n- **Sponsor**: who pays for the lamp.\n"
	for _, c := range []struct{ text, question, answer string }{
		{harbours.String(), "How deep is Vik?", "Vik is 11 fathoms"},
		{harbours.String(), "How deep is the harbour of Moss?", "Moss is 13 fathoms"},
		{harbours.String(), "How deep is Oslo?", ""},
		{harbours.String(), "Who dug the well of Bergen?", ""},
		{labels, "How much of the grade is the final exam?", "20%"},
		{labels, "What is a sponsor?", "who pays"},
		{shop, "Which colour has the kettle?", "blue"},
		{shop, "What does the kettle cost?", "18 euros"},
		{shop, "When did the shop open?", "2011"},
		{shop, "Who is the owner of the shop?", "Ida Berg"},
		{shop, "Who painted the Mona Lisa?", ""},
		{shop, "How many people live in Lisbon?", ""},
	} {
		quotes, answered := search.New([]search.Chapter{{Text: c.text}}, nil).Quotes(search.Query{Text: c.question})
		switch {
		case answered != (c.answer != ""):
			t.Errorf("%s: answered is %v, by %+v", c.question, answered, quotes)
		case !answered && len(quotes) > 1:
			t.Errorf("%s: %d passages come nearest", c.question, len(quotes))
		case answered && !strings.Contains(quotes[0].Text, c.answer):
			t.Errorf("%s: %s", c.question, quotes[0].Text)
		}
	}
}

// What is about a name that is there, and has no other word of the question, is no answer,
// unless what is asked for is seldom there by chance.
func TestANameAloneDoesNotAnswer(t *testing.T) {
	list := []search.Chapter{
		{Text: "#### Makers\n\nWang Laboratories made dedicated machines with small screens, which Ida Berg and Jonas Weber used in 9 offices. Wang Laboratories had them in three colours.\n"},
		{Text: "#### Founders\n\nThe ferry line was founded by Agnes Lund. Who founded the school is not known.\n\nThe machines were sold for 90 crowns by the ferry line, and the people who sold them were paid.\n"},
	}
	for n := range 2000 {
		list = append(list, search.Chapter{Text: filler(n)})
	}
	x := search.New(list, nil)
	for question, want := range map[string]bool{"Who founded Wang Laboratories?": false, "Which machines did Wang Laboratories make?": true} {
		if quotes, answered := x.Quotes(search.Query{Text: question}); answered != want {
			t.Errorf("%s: %v: %+v", question, answered, quotes)
		}
	}
}

// filler returns some words that are in no other text.
func filler(number int) string {
	var words []string
	for n := range 60 {
		words = append(words, fmt.Sprintf("w%dx%d", number, n))
	}
	return strings.Join(words, " ") + "."
}

// What is in one table, or behind each other in one part of a text, is one quote with the
// letters of the text. Code is quoted whole with what is around it.
func TestQuotesAreJoined(t *testing.T) {
	table := "| Berth | Who is there |\n|-|-|\n| 1 | ferry Ida to Vik |\n| 2 | nobody |\n| 3 | ferry Ida to Moss |\n"
	harbour := "The ferry Ida sails to Vik. " + filler(1) + "\n\n" + "Tickets for the ferry Ida cost nine crowns. " + filler(2) + "\n"
	for _, c := range []struct{ text, want string }{
		{table, "| Berth | Who is there |\n|-|-|\n| 1 | ferry Ida to Vik |\n| 3 | ferry Ida to Moss |"},
		{"# Harbour\n\n" + harbour, "# Harbour\n\n" + strings.TrimSpace(harbour)},
		{"The ferry Ida is one of three.\n\n```go\nferry := Ida\n```\n\n# End\n\nNothing.\n", "The ferry Ida is one of three.\n\n```go\nferry := Ida\n```"},
		{"The ferry Ida is one of three.\n\n```go\nferry := Ida\n\nberth := 3\n```\n\n# End\n\nNothing.\n", "```go\nferry := Ida\n\nberth := 3\n```"},
	} {
		quotes, answered := search.New([]search.Chapter{{Text: c.text}}, nil).Quotes(search.Query{Text: "Where does the ferry Ida go?"})
		if !answered || !slices.ContainsFunc(quotes, func(h search.Hit) bool { return h.Text == c.want }) {
			t.Errorf("%v %+v", answered, quotes)
		}
	}
}

// Lines of a log have most of their words in common, and answer all the same. Lines that
// are there again and again do not.
func TestALogAnswers(t *testing.T) {
	var log, stuffed strings.Builder
	for n := range 9 {
		fmt.Fprintf(&log, "The lamp of buoy 3 turned once in %d seconds.\n\n", 10+n)
		stuffed.WriteString("The capital of Mongolia, the capital of Mongolia.\n\n")
	}
	x := search.New([]search.Chapter{{Text: log.String()}, {Text: stuffed.String()}}, nil)
	for question, want := range map[string]bool{"Which lamp turned once in 17 seconds?": true, "What is the capital of Mongolia?": false} {
		if quotes, answered := x.Quotes(search.Query{Text: question}); answered != want {
			t.Errorf("%s: %v: %+v", question, answered, quotes)
		}
	}
}

// A text that says the words of a question again and again, or asks it among others, does not
// answer before the one that says it.
func TestWhatRepeatsAQuestionDoesNotAnswer(t *testing.T) {
	list := []search.Chapter{
		{Text: "The warranty of the kite is 90 days, from the day of sale on, for defects of the cloth and the frame alone.\n"},
		{Text: "Kite warranty, kite warranty days, kite days warranty: warranty of the kite 10 years, best kite warranty in town, kite warranty, how long kite.\n"},
		{Text: "How long is the warranty of the kite? Who sells the kite? How long does the kite fly? Ask at 12 Mill Road.\n"},
	}
	quotes, answered := search.New(list, nil).Quotes(search.Query{Text: "How long is the warranty of the kite?"})
	if !answered || !strings.Contains(quotes[0].Text, "90 days") || !quotes[0].Answers {
		t.Errorf("%v: %+v", answered, quotes)
	}
}

// No more than three are quoted, and no more than the characters that a reader has time
// for, unless the best one alone is longer.
func TestQuotesAreFew(t *testing.T) {
	var list []search.Chapter
	for n := range 9 {
		list = append(list, search.Chapter{Text: fmt.Sprintf("The ferry Ida sails to berth %d. ", n) + filler(n)})
	}
	quotes, answered := search.New(list, nil).Quotes(search.Query{Text: "Where does the ferry Ida sail?"})
	size := 0
	for _, q := range quotes {
		size += len(q.Text)
	}
	if !answered || len(quotes) != 3 || size > 2000 {
		t.Errorf("%v: %d quotes of %d characters", answered, len(quotes), size)
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

// A table may have no head: then its first row can be found, too.
func TestATableWithoutAHeadHasAFirstRow(t *testing.T) {
	for table, want := range map[string]string{
		"|Final exam|20%|\n|-|-|\n|Tests|45%|\n": "|Final exam|20%|\n|-|-|",
		"|Final exam|20%|\n|-|-|\n":              "|Final exam|20%|\n|-|-|",
		"|Final exam|2019|\n|-|-|\n|Tests|45|\n": "|Final exam|2019|\n|-|-|\n|Tests|45|",
	} {
		hits := search.New([]search.Chapter{{Text: table}}, nil).Find("final exam", 5)
		if len(hits) == 0 || hits[0].Text != want {
			t.Errorf("%q: %+v", table, hits)
		}
	}
}

// A compound of a question is found by its parts, and a word of it inside a compound.
func TestCompoundsAreFoundByTheirParts(t *testing.T) {
	x := search.New([]search.Chapter{
		{Text: "Am Hafen wird die Beleuchtung abends um neun von Ida geprüft, und danach noch einmal.\n"},
		{Text: "Im Turm ist eine Treppe, die zu der Lampe führt, und danach ist dort noch ein Fenster.\n"},
		{Text: "Die Leuchtturmwärterin ist seit elf Jahren im Dienst und war davor auf einem Schiff.\n"},
	}, nil)
	for question, want := range map[string]string{
		"Wer prüft die Hafenbeleuchtung?":             "von Ida",
		"Seit wann ist die Wärterin im Dienst?":       "elf Jahren",
		"Wohin führt die Turmtreppe mit dem Fenster?": "zu der Lampe",
	} {
		if quotes, answered := x.Quotes(search.Query{Text: question}); !answered || !strings.Contains(quotes[0].Text, want) {
			t.Errorf("%s: %v %+v", question, answered, quotes)
		}
	}
	long := strings.Repeat("hafenturm", 7)
	if hits := x.Find("die "+long+" ist im", 1); len(hits) > 0 && strings.Contains(hits[0].Text, long) {
		t.Error(hits)
	}
}

// A list of questions does not win over what answers one of them.
func TestAnAgendaDoesNotAnswer(t *testing.T) {
	x := search.New([]search.Chapter{{Text: "# Project\n\n## Agenda\n\n- Who is the client of the project?\n- What does the project cost?\n\n## Client\n\nThe client is Ida Berg, who asked for a lamp in spring.\n"}}, nil)
	if hits := x.Find("Who is the client of the project?", 2); len(hits) != 2 || !strings.Contains(hits[0].Text, "Ida Berg") {
		t.Errorf("%+v", hits)
	}
}
