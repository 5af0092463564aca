package markdown

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/tokens"
)

// table writes a table as a pipe table (GitHub's extension), or as HTML where
// that is wanted and needed.
func (w *chapterWriter) table(t *document.Table) {
	w.paragraph(t.Caption)
	columns := writeColumns(t)
	if columns == 0 || t.Source == nil && len(t.Rows) == 0 {
		return
	}
	if w.opts.HTMLTables && t.Source == nil && writeNeedsHTML(t) {
		if w.budget != nil {
			w.budget.skip(t)
		}
		w.out.begin()
		(&htmlWriter{w: w}).table(t)
		w.out.end()
		return
	}
	tw := &tableWriter{w: w, t: t, columns: columns, spaced: w.opts.Coqui}
	tw.cut.limit(w, t, columns)
	tw.write()
}

func (t *tableWriter) write() {
	first := true
	start := t.w.out.charsNow()
	n := 0 // rows
	for row, err := range writeRows(t.t) {
		if err != nil {
			t.w.out.err = err
			return
		}
		n++
		if first {
			first = false
			if t.head(row) {
				continue
			}
		}
		t.bodyRow(row)
		if len(t.w.out.buf) >= writeFlush {
			t.w.out.flush()
		}
		if t.w.out.err != nil {
			return
		}
		if t.cut.tailing && t.passOver(n) {
			break
		}
	}
	if first {
		return
	}
	t.tail()
	t.w.out.end()
	if t.w.budget != nil {
		t.w.budget.done(t.w.out.charsNow() - start)
	}
}

// head writes the header and the line under it, and reports whether row is
// the header. A table without one has an empty header.
func (t *tableWriter) head(row document.Row) bool {
	t.w.out.place.at(row.Pos)
	t.w.out.begin()
	isHeader := t.t.Header > 0
	if isHeader {
		t.row(row)
		t.last = row.Pos
	} else {
		t.emptyRow()
	}
	t.w.out.newline()
	t.w.out.text("|")
	for i := range t.columns {
		mark := "-"
		if t.spaced {
			mark = " --- "
		}
		if i < len(t.t.Align) {
			mark = writeAlign(t.t.Align[i], t.spaced)
		}
		t.w.out.text(mark)
		t.w.out.text("|")
	}
	t.w.out.place.placed = false // the line under the header has no place in the source
	return isHeader
}

func writeAlign(a document.Align, spaced bool) string {
	mark := [...]string{"-", ":-", ":-:", "-:"}[a&3]
	if spaced {
		return " " + strings.Replace(mark, "-", "---", 1) + " "
	}
	return mark
}

// bodyRow writes one row, or keeps it for the end of a table that is cut.
func (t *tableWriter) bodyRow(row document.Row) {
	mark := len(t.w.out.buf)
	t.w.out.newline()
	if !t.cut.on {
		t.placeRow(row.Pos)
		t.row(row)
		return
	}
	t.row(row)
	text := t.w.out.buf[mark:]
	chars := tokens.Characters(text)
	if !t.cut.tailing && t.cut.takes(chars) {
		at := t.w.out.offset() - int64(len(text))
		t.placeRowAt(row.Pos, at+1+int64(len(t.w.out.prefix)))
		return
	}
	t.cut.tailing = true
	t.cut.keep(text, chars, row.Pos)
	t.w.out.buf = t.w.out.buf[:mark]
}

// passOver goes from the first n rows to the last ones, where the table can tell
// which these are, and reports whether it does.
func (t *tableWriter) passOver(n int) bool {
	last, omitted := writeLastRows(t.t, n, t.cut.tailRows)
	if last == nil {
		return false
	}
	t.cut.omitted += omitted
	for row := range last {
		t.bodyRow(row)
	}
	return true
}

// writeLastRows returns the last rows of a table, so many at most, and how many
// there are between these and the first n; or nil where that is not known, or a
// row between them may cover one of them.
func writeLastRows(t *document.Table, n, most int) (last iter.Seq[document.Row], omitted int) {
	if t.Source == nil && !slices.ContainsFunc(t.Rows, writeSpansRows) {
		most = min(most, len(t.Rows)-n)
		return slices.Values(t.Rows[len(t.Rows)-most:]), len(t.Rows) - n - most
	}
	return nil, 0
}

func writeSpansRows(row document.Row) bool {
	return slices.ContainsFunc(row.Cells, func(c document.Cell) bool { return c.RowSpan > 1 })
}

// tail writes what was kept of the end of the table, and what was not.
func (t *tableWriter) tail() {
	if n := t.cut.omitted; n > 0 {
		t.w.out.newline()
		t.w.refs.warnings.add(warnRows, n, t.t.Pos)
		t.row(document.Row{Cells: []document.Cell{{Text: "[" + strconv.Itoa(n) + " rows omitted]"}}})
	}
	for _, kept := range t.cut.rows() {
		at := t.w.out.offset() + 1 + int64(len(t.w.out.prefix))
		t.w.out.buf = append(t.w.out.buf, kept.text...)
		t.placeRowAt(kept.pos, at)
	}
}

// placeRow notes where a row came from, if that is not right behind the row
// before.
func (t *tableWriter) placeRow(pos document.Pos) { t.placeRowAt(pos, t.w.out.offset()) }

func (t *tableWriter) placeRowAt(pos document.Pos, at int64) {
	if t.w.out.place.none || pos.IsZero() {
		return
	}
	follows := t.w.out.place.placed && writeFollows(t.last, pos)
	t.last = pos
	if n := len(t.w.out.place.places); follows && pos.Rows.First == 0 && n > 0 && t.jumps < writeMaxJumps {
		t.w.out.place.places[n-1].Pos.Lines.Last = pos.Lines.Last // of all these rows, which have as many lines each
	}
	if follows || t.jumps >= writeMaxJumps {
		return
	}
	t.jumps++
	t.w.out.place.pos, t.w.out.place.placed = pos, true
	t.w.out.place.places = append(t.w.out.place.places, Place{Offset: at, Pos: pos})
}

// writeFollows reports whether a row is the next one in the source.
func writeFollows(last, pos document.Pos) bool {
	if last.Part != pos.Part || last.Page != pos.Page || last.Table != pos.Table {
		return false
	}
	lines := pos.Lines.First == max(last.Lines.Last, last.Lines.First)+1 &&
		pos.Lines.Last-pos.Lines.First == last.Lines.Last-last.Lines.First
	if pos.Rows.First != 0 {
		return pos.Rows.First == max(last.Rows.Last, last.Rows.First)+1 && (pos.Lines.First == 0 || lines)
	}
	return lines
}
