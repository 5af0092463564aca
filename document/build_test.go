package document_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/documenttest"
	"github.com/seed353dc258/backstory/document/gate"
)

// dump returns the inlines as a dump shows them.
func dump(inlines []document.Inline) string {
	return documenttest.Dump(&document.Document{Blocks: []document.Block{&document.Paragraph{Inlines: inlines}}})
}

func TestRunsOfOneStyleMerge(t *testing.T) {
	r := document.Runs{Spend: func(int) {}}
	bold := document.Styles(0).With(document.Strong)
	r.Text("Hel", bold)
	r.Text("lo", bold)
	r.Text(" there", bold.With(document.Emphasis))
	r.Text("!", 0)
	want := strings.Join([]string{
		"paragraph", `  strong`, `    text "Hello"`, `    emphasis`, `      text " there"`, `  text "!"`, "",
	}, "\n")
	if diff := cmp.Diff(want, dump(r.Inlines())); diff != "" {
		t.Error(diff)
	}
	if got := r.Inlines(); got != nil {
		t.Errorf("the builder is not empty afterwards: %v", got)
	}
}

func TestSharedTextIsCopiedOnlyToBeJoined(t *testing.T) {
	r := document.Runs{Spend: func(int) {}}
	for range 2 { // the second time, in the memory of the first
		r.Share("one", 0)
		r.Share("two", document.Styles(0).With(document.Strong))
		r.Text("three", document.Styles(0).With(document.Strong))
		r.Text("four", 0)
		r.Share("five", 0)
	}
	want := "paragraph\n  text \"one\"\n  strong\n    text \"twothree\"\n  text \"fourfiveone\"\n  strong\n    text \"twothree\"\n  text \"fourfive\"\n"
	first := r.Inlines()
	r.Share("other", 0)
	r.Inlines()
	if diff := cmp.Diff(want, dump(first)); diff != "" {
		t.Error(diff)
	}
}

func TestNodesStandInTheirStyles(t *testing.T) {
	r := document.Runs{Spend: func(int) {}}
	struck := document.Styles(0).With(document.Strike)
	r.Text("a", struck)
	r.Inline(&document.Break{}, struck)
	r.Inline(&document.Code{Value: "b"}, 0)
	want := "paragraph\n  strike\n    text \"a\"\n    break hard\n  code \"b\"\n"
	if diff := cmp.Diff(want, dump(r.Inlines())); diff != "" {
		t.Error(diff)
	}
}

func TestGridCountsSpansAndRaggedRows(t *testing.T) {
	var g document.Grid
	g.Row(document.Row{Cells: []document.Cell{{Text: "a", RowSpan: 2}, {Text: "b", ColSpan: 2}}})
	g.Row(document.Row{Cells: []document.Cell{{Text: "c"}, {Text: "d"}}})
	if g.Table.Columns != 3 || g.Ragged() != 0 {
		t.Errorf("columns %d, ragged %d; want 3, 0", g.Table.Columns, g.Ragged())
	}
	g.Row(document.Row{Cells: []document.Cell{{Text: "e"}}})
	g.Row(document.Row{Cells: make([]document.Cell, 5)})
	if g.Table.Columns != 5 || g.Ragged() != 2 {
		t.Errorf("columns %d, ragged %d; want 5, 2", g.Table.Columns, g.Ragged())
	}
}

func TestPlainBreaksLines(t *testing.T) {
	want := "paragraph\n  text \"a\"\n  break hard\n  break hard\n  text \"b\"\n"
	if diff := cmp.Diff(want, dump(document.Plain("a\n\nb"))); diff != "" {
		t.Error(diff)
	}
}

// TestCleanReachesEveryText puts a character that the gate drops into every
// field of every node, and looks for it in the dump.
func TestCleanReachesEveryText(t *testing.T) {
	const bad = "x\u202ey"
	text := []document.Inline{
		&document.Text{Value: bad},
		&document.Styled{Style: document.Strong, Inlines: []document.Inline{&document.Text{Value: bad}}},
		&document.Code{Value: bad},
		&document.Link{URL: bad, Title: bad, Inlines: []document.Inline{&document.Text{Value: bad}}},
		&document.Image{Alt: bad},
		&document.Math{TeX: bad},
	}
	p := func() []document.Block { return []document.Block{document.PlainParagraph(document.Pos{}, bad)} }
	d := &document.Document{
		Meta: document.Meta{Title: bad, Author: bad, Subject: bad, Keywords: bad, Created: bad, Modified: bad, Language: bad},
		Blocks: []document.Block{
			&document.Heading{Level: 1, Inlines: document.Plain(bad)},
			&document.Paragraph{Inlines: text},
			&document.List{Items: []document.Item{{Marker: bad, Blocks: p()}}},
			&document.Table{Columns: 1, Caption: document.Plain(bad), Rows: []document.Row{{Cells: []document.Cell{{Text: bad}, {Blocks: p()}}}}},
			&document.CodeBlock{Lang: bad, Text: bad},
			&document.Quote{Blocks: p()},
			&document.DefinitionList{Definitions: []document.Definition{{
				Terms: [][]document.Inline{document.Plain(bad)}, Details: [][]document.Block{p()},
			}}},
			&document.Note{ID: "1", Blocks: p()},
			&document.Annotation{Author: bad, Date: bad, Blocks: p()},
			&document.MathBlock{TeX: bad},
			&document.Section{Title: bad, Blocks: p()},
			&document.Verbatim{Text: bad},
		},
	}
	var g gate.Gate
	document.Clean(&g, d, nil)
	if dump := documenttest.Dump(d); strings.Contains(dump, "\u202e") || strings.Contains(dump, `x\u202ey`) && !strings.Contains(dump, `\u{202E}`) {
		t.Error(dump)
	}
	findings := g.Findings()
	if len(findings) != 1 || findings[0].Rule != gate.U09 {
		t.Errorf("findings: %+v", findings)
	}
}

func TestLineEndsInTextBecomeBreaks(t *testing.T) {
	d := &document.Document{Blocks: []document.Block{document.PlainParagraph(document.Pos{}, "a\u2028b")}}
	var g gate.Gate
	document.Clean(&g, d, nil)
	if diff := cmp.Diff("paragraph\n  text \"a\"\n  break hard\n  text \"b\"\n", documenttest.Dump(d)); diff != "" {
		t.Error(diff)
	}
}

// Lines of text are judged alike before and after their ends are made breaks: a
// mark behind Latin letters stays where its line begins from the right.
func TestBreaksEndLinesForTheGate(t *testing.T) {
	doc := &document.Document{Blocks: []document.Block{
		&document.Paragraph{Inlines: []document.Inline{&document.Text{Value: "Latin\nעברית ab c^nc3N\u200e"}}},
	}}
	var first, second gate.Gate
	document.Clean(&first, doc, nil)
	once := documenttest.Dump(doc)
	document.Clean(&second, doc, nil)
	if twice := documenttest.Dump(doc); twice != once || len(second.Findings()) > 0 || !strings.Contains(once, `\u200e`) {
		t.Errorf("%+q, then %+q %v", once, twice, second.Findings())
	}
}
