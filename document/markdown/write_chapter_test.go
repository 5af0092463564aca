package markdown_test

import (
	"flag"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/internal/tokens"
)

// placed returns a paragraph of some lines.
func placed(first, last int, s string) *document.Paragraph {
	return &document.Paragraph{Pos: document.LineSpan(first, last), Inlines: plain(s)}
}

func TestPlacesPointAtBlocks(t *testing.T) {
	doc := &document.Document{Blocks: blocks(
		placed(1, 2, "one"), para("unknown"),
		&document.List{Pos: document.LineSpan(4, 6), Items: []document.Item{
			{Blocks: blocks(placed(4, 4, "a"), placed(5, 5, "b"))}, {Blocks: blocks(placed(6, 6, "c"))},
		}},
		&document.Quote{Pos: document.LineSpan(8, 8), Blocks: blocks(placed(8, 8, "q"))},
		&document.Quote{Pos: document.LineSpan(9, 9)},
		&document.Table{Pos: document.LineSpan(10, 19), Columns: 1, Header: 1, Rows: []document.Row{
			at(10, "h"), at(11, "x"), at(12, "y"), at(15, "z"), at(16, "w"),
		}},
	)}
	md, c := write(t, doc, markdown.WriteOptions{})
	var got []string
	for i, p := range c.Places {
		end := int64(len(md))
		if i+1 < len(c.Places) {
			end = c.Places[i+1].Offset
		}
		got = append(got, p.Pos.String()+" "+strings.Join(strings.Fields(md[p.Offset:end]), " "))
	}
	want := []string{
		"lines 1-2 one unknown", "line 4 - a", "line 5 b", "line 6 - c", "line 8 > q",
		"line 10 |h| |-|", "lines 11-12 |x| |y|", "lines 15-16 |z| |w|",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s\n%s", diff, md)
	}
}

func at(line int, s string) document.Row {
	row := cells(s)
	row.Pos = document.LineSpan(line, line)
	return row
}

func TestPlacesOfOneTableAreBounded(t *testing.T) {
	var rows []document.Row
	for i := range 20_000 {
		rows = append(rows, at(2*i+1, "x"))
	}
	_, c := write(t, &document.Document{Blocks: blocks(&document.Table{Columns: 1, Rows: rows})}, markdown.WriteOptions{})
	if len(c.Places) < 1000 || len(c.Places) > 5000 {
		t.Errorf("%d places", len(c.Places))
	}
}

func TestSegmentsAreTheWholeText(t *testing.T) {
	slide := func(n int, s string) document.Block {
		return &document.Section{Kind: document.SectionSlide, Number: n, Title: s, Blocks: blocks(para("x"), heading(1, "in"))}
	}
	page := func(n int, b ...document.Block) document.Block {
		return &document.Section{Kind: document.SectionPage, Number: n, Blocks: b}
	}
	note := &document.Note{ID: "n", Blocks: blocks(para("N"))}
	mark := ref2(&document.NoteRef{ID: "n"})
	for _, c := range []struct {
		b    []document.Block
		want []string
	}{
		{blocks(para("a"), heading(2, "A"), para("x"), heading(3, "B"), heading(2, "C")), []string{"", "A", "C"}},
		{blocks(heading(1, "A"), heading(1, "B"), mark, note), []string{"A", "B", "Notes"}},
		{blocks(heading(1, "A"), mark, note), []string{"A"}},
		{blocks(para("x"), mark, note), []string{""}},
		{blocks(slide(1, "S"), slide(2, "")), []string{"Slide 1: S", "Slide 2"}},
		{blocks(page(1, para("x")), page(2), page(3, heading(1, "H"))), []string{"Page 1", "Page 3"}},
		{blocks(page(1, para("x")), page(2, &document.Quote{})), []string{"Page 1"}},
		{blocks(&document.Quote{}, para("x")), []string{""}},
		{nil, nil},
	} {
		md, chapter := write(t, &document.Document{Blocks: c.b}, markdown.WriteOptions{Base: 3})
		var got []string
		end, sum := int64(0), 0
		for _, s := range chapter.Segments {
			got = append(got, s.Title)
			if s.Offset != end {
				t.Errorf("segment %q begins at %d, not %d", s.Title, s.Offset, end)
			}
			end = s.Offset + s.Length
			if want := tokens.Estimate(md[s.Offset:end]); s.Tokens != want {
				t.Errorf("segment %q has %d tokens, want %d", s.Title, s.Tokens, want)
			}
			sum += s.Tokens
		}
		if end != int64(len(md)) || chapter.Length != end || chapter.Tokens != sum {
			t.Errorf("segments end at %d of %d, %+v", end, len(md), chapter)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// Of many short headings, places and segments take no more memory than the text.
func TestPlacesAndSegmentsAreBounded(t *testing.T) {
	const n = 1<<18 + 5000
	doc := &document.Document{}
	for i := range n {
		doc.Blocks = append(doc.Blocks, &document.Heading{Pos: document.LineSpan(i+1, i+1), Level: 1, Inlines: plain("a")})
	}
	md, c := write(t, doc, markdown.WriteOptions{NoTokens: true})
	if len(c.Segments) != 1<<16 || len(c.Places) != 1<<18 {
		t.Fatalf("%d segments, %d places", len(c.Segments), len(c.Places))
	}
	if s := c.Segments[len(c.Segments)-1]; s.Offset+s.Length != int64(len(md)) {
		t.Errorf("the segments end at %d of %d", s.Offset+s.Length, len(md))
	}
	if got, want := c.Places[len(c.Places)-1].Pos, document.LineSpan(1<<18, n); got != want {
		t.Errorf("the last place is %v, want %v", got, want)
	}
}

func TestTokensOfLongTextsAreClose(t *testing.T) {
	doc := &document.Document{}
	for i := range 3000 {
		doc.Blocks = append(doc.Blocks, para(strings.Repeat(benchText, 1+i%3)), para("短い日本語の文章です。"), table(1, "snake_case", "1,234.5"))
	}
	md, c := write(t, doc, markdown.WriteOptions{})
	want := tokens.Estimate(md)
	if c.Tokens < want*97/100 || c.Tokens > want*103/100 {
		t.Errorf("%d tokens, want about %d", c.Tokens, want)
	}
}

// most is how much was written at once.
type most int

func (m *most) Write(p []byte) (int, error) {
	*m = max(*m, most(len(p)))
	return len(p), nil
}

// A quotation, a comment or a note may hold a whole document: it is handed on as
// it comes. One that begins with nothing, or is nothing, leaves no trace.
func TestWhatStandsTogetherIsHandedOn(t *testing.T) {
	long := append(blocks(para("")), repeat(1000, para(strings.Repeat("word ", 1000)))...)
	first := para(strings.Repeat("text ", 20_000))
	for name, b := range map[string][]document.Block{
		"quotation": blocks(first, &document.Quote{Blocks: blocks(para(""))}, &document.Quote{Blocks: long}),
		"comment":   blocks(first, &document.Annotation{Blocks: long}),
		"note":      blocks(many(1, text("x"), &document.NoteRef{ID: "a"}), &document.Note{ID: "a", Blocks: long}),
	} {
		var at most
		c, err := markdown.Write(&at, &document.Document{Blocks: b}, markdown.WriteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if at > 256<<10 || c.Length < 5_000_000 {
			t.Errorf("%s: %d bytes at once of %d", name, at, c.Length)
		}
	}
}

var writeTimes = flag.Bool("write.times", false, "compare the times of hostile texts")

// TestHostileTextTakesLinearTime compares the time for one and for sixteen
// times as much of what could make a writer slow.
func TestHostileTextTakesLinearTime(t *testing.T) {
	if !*writeTimes {
		t.Skip("compares times, which a busy machine disturbs: run it with -write.times")
	}
	for name, make := range map[string]func(int) []document.Block{
		"stars":      func(n int) []document.Block { return blocks(para(strings.Repeat("*a _ ", n))) },
		"brackets":   func(n int) []document.Block { return blocks(para(strings.Repeat("[^[a](", n))) },
		"tags":       func(n int) []document.Block { return blocks(para(strings.Repeat("<a b='<c \"", n))) },
		"comments":   func(n int) []document.Block { return blocks(para(strings.Repeat("<!-- ", n))) },
		"back-ticks": func(n int) []document.Block { return blocks(para(strings.Repeat("`a ``b ", n))) },
		"addresses":  func(n int) []document.Block { return blocks(para(strings.Repeat("http://*a*", n))) },
		"www":        func(n int) []document.Block { return blocks(para(strings.Repeat("www.*a*_", n))) },
		"entities":   func(n int) []document.Block { return blocks(para(strings.Repeat("&amp&#", n))) },
		"tokens":     func(n int) []document.Block { return blocks(para(strings.Repeat("<|a[INST", n))) },
		"dollars":    func(n int) []document.Block { return blocks(para(strings.Repeat("$a $$b", n))) },
		"pieces":     func(n int) []document.Block { return blocks(many(n, text("a"))) },
		"styles":     func(n int) []document.Block { return blocks(many(n, styled(document.Strong, "\"a\""), text("b"))) },
		"mixed styles": func(n int) []document.Block {
			return blocks(many(n, styled(document.Strong, "a"), styled(document.Emphasis, "b")))
		},
		"links": func(n int) []document.Block {
			return blocks(many(n, &document.Link{URL: "http://a.b", Inlines: plain("[x")}, text("[")))
		},
		"codes":         func(n int) []document.Block { return blocks(many(n, &document.Code{Value: "a"})) },
		"code and text": func(n int) []document.Block { return blocks(many(n, &document.Code{Value: "a@"}, text("`@"))) },
		"breaks":        func(n int) []document.Block { return blocks(many(n, &document.Break{}, text("- "))) },
		"cells": func(n int) []document.Block {
			return blocks(&document.Table{Columns: 4, Source: endless{cells("*a*", "b|", "`c", "d\\"), n}})
		},
		"fences":   func(n int) []document.Block { return blocks(&document.CodeBlock{Text: strings.Repeat("``` ~~~\n", n)}) },
		"headings": func(n int) []document.Block { return repeat(n, heading(1, "a #")) },
		"quotes":   func(n int) []document.Block { return repeat(n, &document.Quote{}) },
		"notes": func(n int) []document.Block {
			return append(repeat(n, &document.Note{ID: "a", Blocks: blocks(para("x"))}), many(n, &document.NoteRef{ID: "a"}))
		},
		"verbatim": func(n int) []document.Block { return repeat(n, &document.Verbatim{Text: "- a\n\n      b"}) },
	} {
		t.Run(name, func(t *testing.T) {
			small, large := fastest(make(1000)), fastest(make(16_000))
			if large > 64*small && large > 50*time.Millisecond {
				t.Errorf("16 times as much takes %d times as long: %v and %v", large/small, small, large)
			}
		})
	}
}

// many returns a paragraph of n times the inlines.
func many(n int, in ...document.Inline) *document.Paragraph {
	p := &document.Paragraph{}
	for range n {
		p.Inlines = append(p.Inlines, in...)
	}
	return p
}

func repeat(n int, b document.Block) []document.Block {
	var out []document.Block
	for range n {
		out = append(out, b)
	}
	return out
}

// fastest returns the best time of some.
func fastest(b []document.Block) time.Duration {
	best := time.Hour
	for range 3 {
		start := time.Now()
		if _, err := markdown.Write(io.Discard, &document.Document{Blocks: b}, markdown.WriteOptions{}); err != nil {
			panic(err)
		}
		best = min(best, time.Since(start))
	}
	return best
}

func TestTokensAreLeftUncounted(t *testing.T) {
	doc := &document.Document{Blocks: []document.Block{&document.Paragraph{Inlines: []document.Inline{&document.Text{Value: "a word"}}}}}
	var with, without strings.Builder
	counted, err := markdown.Write(&with, doc, markdown.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	silent, err := markdown.Write(&without, doc, markdown.WriteOptions{NoTokens: true})
	if err != nil {
		t.Fatal(err)
	}
	if with.String() != without.String() {
		t.Errorf("the text is %q, want %q", without.String(), with.String())
	}
	if counted.Tokens == 0 || silent.Tokens != 0 {
		t.Errorf("%d tokens counted, %d uncounted", counted.Tokens, silent.Tokens)
	}
}

func TestPlacesAreLeftUnnoted(t *testing.T) {
	row := document.Row{Pos: document.LineSpan(3, 3), Cells: []document.Cell{{Text: "c"}}}
	far := document.Row{Pos: document.LineSpan(9, 9), Cells: []document.Cell{{Text: "d"}}}
	doc := &document.Document{Blocks: []document.Block{
		document.PlainParagraph(document.LineSpan(1, 1), "a word"),
		&document.Table{Pos: document.LineSpan(3, 9), Columns: 1, Rows: []document.Row{row, far}},
	}}
	for _, none := range []bool{false, true} {
		c, err := markdown.Write(io.Discard, doc, markdown.WriteOptions{NoPlaces: none})
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Places) == 0 != none {
			t.Errorf("without places %v: %v", none, c.Places)
		}
	}
}

func TestLongCodeIsHandedOnInPieces(t *testing.T) {
	code := strings.Repeat("a line of code\n", 1<<16)
	most, whole := 0, &strings.Builder{}
	out := writerFunc(func(p []byte) (int, error) {
		most = max(most, len(p))
		return whole.Write(p)
	})
	c, err := markdown.Write(out, &document.Document{Blocks: blocks(para("x"), &document.CodeBlock{Text: code}, para("y"))}, markdown.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if want := "x\n\n```\n" + code + "```\n\ny\n"; whole.String() != want || c.Length != int64(len(want)) {
		t.Errorf("%d bytes written, length %d, want %d", whole.Len(), c.Length, len(want))
	}
	if most > 1<<18 {
		t.Errorf("%d bytes were held", most)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// Memory that another document was written in leaves no trace in the next.
func TestScratchIsReused(t *testing.T) {
	var scratch markdown.Scratch
	for _, text := range []string{strings.Repeat("long text ", 20_000), "short", ""} {
		doc := &document.Document{Blocks: []document.Block{placed(1, 2, text)}}
		var own, shared strings.Builder
		want, err := markdown.Write(&own, doc, markdown.WriteOptions{MaxChars: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		got, err := markdown.Write(&shared, doc, markdown.WriteOptions{MaxChars: 1 << 20, Scratch: &scratch})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" || own.String() != shared.String() {
			t.Errorf("%d bytes: %s", len(text), diff)
		}
	}
}
