package markdown_test

import (
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

const benchText = "The committee met on Tuesday in the long room, and Mr. Ford (the chair) read out the letter; " +
	"nobody had expected it. It was, they said, \"a matter of weeks\" before the work could begin, and the cost, " +
	"some 3,200 pounds, would have to be found elsewhere: in the parish, or not at all. "

func benchmarkWrite(b *testing.B, doc *document.Document, size int64) {
	b.Helper()
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := markdown.Write(io.Discard, doc, markdown.WriteOptions{Base: 3}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteParagraphs(b *testing.B) {
	doc := &document.Document{}
	size := 0
	for range 4000 {
		s := strings.Repeat(benchText, 2)
		size += len(s)
		doc.Blocks = append(doc.Blocks, para(s))
	}
	benchmarkWrite(b, doc, int64(size))
}

func BenchmarkWriteStyledParagraphs(b *testing.B) {
	doc := &document.Document{}
	size := 0
	for range 4000 {
		p := &document.Paragraph{Inlines: []document.Inline{
			text(benchText), &document.Styled{Style: document.Strong, Inlines: plain("nobody")}, text(" and "),
			&document.Link{URL: "https://example.org/a", Inlines: plain("the letter")}, text(". " + benchText),
		}}
		size += 2*len(benchText) + 50
		doc.Blocks = append(doc.Blocks, p)
	}
	benchmarkWrite(b, doc, int64(size))
}

func benchRows(n int) ([]document.Row, int64) {
	var rows []document.Row
	size := int64(0)
	for i := range n {
		row := document.Row{Pos: document.Pos{Lines: document.SpanOf(i+1, i+1)}}
		for _, s := range []string{
			fmt.Sprint(i), "Ann Smith", "ann.smith@example.org", "2024-05-01", "1,234.50", "Newcastle upon Tyne", "order_id", "a longer remark, as they are",
		} {
			row.Cells = append(row.Cells, document.Cell{Text: s})
			size += int64(len(s)) + 1
		}
		rows = append(rows, row)
	}
	return rows, size
}

func BenchmarkWriteTable(b *testing.B) {
	rows, size := benchRows(50_000)
	benchmarkWrite(b, &document.Document{Blocks: blocks(&document.Table{Columns: 8, Header: 1, Rows: rows})}, size)
}

func BenchmarkWriteStreamedTable(b *testing.B) {
	rows, size := benchRows(50_000)
	benchmarkWrite(b, &document.Document{Blocks: blocks(&document.Table{Columns: 8, Header: 1, Source: rowList(rows)})}, size)
}

// endless is one row many times.
type endless struct {
	row document.Row
	n   int
}

func (e endless) Rows() iter.Seq2[document.Row, error] {
	return func(yield func(document.Row, error) bool) {
		for range e.n {
			if !yield(e.row, nil) {
				return
			}
		}
	}
}

func BenchmarkWriteTableCut(b *testing.B) {
	rows, size := benchRows(1)
	doc := &document.Document{Blocks: blocks(&document.Table{Columns: 8, Header: 1, Source: endless{rows[0], 50_000}})}
	b.SetBytes(size * 50_000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := markdown.Write(io.Discard, doc, markdown.WriteOptions{MaxChars: 1 << 20}); err != nil {
			b.Fatal(err)
		}
	}
}
