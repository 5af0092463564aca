package rtf

import (
	"bytes"
	"slices"
)

// fullRows is how many rows at the head of a table are held with all that is
// known of them: by those, headers are found.
const fullRows = 8

// takePlain returns the text of the current paragraph, and begins a new one,
// where the text says all of the cell that ends. Else it returns "".
func (r *reader) takePlain(level int) string {
	s := r.story
	if len(s.open) != level || !s.isPlain() {
		return ""
	}
	t := &s.open[level-1]
	if rows := &t.table.rows; len(t.items) > 0 || rows.count < fullRows || rows.header {
		return ""
	}
	p := &r.group.pars
	if style, ok := r.styles[p.style]; p.list != 0 || p.first < 0 || p.border || p.outline != noOutline || ok && style.outline != noOutline {
		return ""
	}
	from, to := trimmed(s.text)
	text := r.slabs.keepText(s.text[from:to])
	s.drop()
	return text
}

// isPlain reports whether the text of the current paragraph says all of it.
func (s *story) isPlain() bool {
	return len(s.runs) == 1 && s.runs[0].plain() && !s.listed && !s.rule && len(s.marks)+len(s.extras) == 0 &&
		len(bytes.TrimSpace(s.text)) > 0
}

// drop begins a new paragraph in place of a plain one.
func (s *story) drop() { s.text, s.runs, s.line, s.marker = s.text[:0], s.runs[:0], 0, "" }

// alikeMost is how many paragraphs are held with one before them.
const alikeMost = 256

// addAlike holds the current paragraph with the one before it, if that has the
// same properties and this one is plain text: most of a long text is.
func (r *reader) addAlike() bool {
	s := r.story
	if len(s.open) > 0 || len(s.items) == 0 || r.group.pars.border || !s.isPlain() {
		return false
	}
	before := s.items[len(s.items)-1].para
	if before == nil || before.aside != nil || before.listed || len(before.alike) == alikeMost {
		return false
	}
	p := r.group.pars
	if kind := r.resolve(&p); kind != before.kind || p != before.pars {
		return false
	}
	if n := len(before.alike); n == cap(before.alike) { // few at first, then all
		before.alike = append(make([]plain, 0, min(8*n+4, alikeMost)), before.alike...)
	}
	before.alike = append(before.alike, plain{r.slabs.takeText(&s.text), int32(s.line)})
	s.drop()
	r.hold(2)
	return true
}

// fillRow gives a row its cells. Those that are merged with others are held
// in full, since they are joined.
func (r *reader) fillRow(to *row, cells []cell, merges bool) {
	full := func(c cell) bool { return len(c.items) > 0 }
	if merges || len(cells) == 0 || slices.ContainsFunc(cells, full) {
		to.cells = keep(cells, &r.slabs.cells)
		for i := range to.cells {
			if c := &to.cells[i]; merges && c.text != "" {
				p := &para{pars: plainPars(), text: c.text, runs: []run{{end: int32(len(c.text))}}, line: int32(to.line)}
				*c = cell{items: []item{{para: p}}}
			}
		}
		return
	}
	scratch := r.slabs.row[:0]
	for i := range cells {
		scratch = append(scratch, cells[i].text)
	}
	to.texts, r.slabs.row = scratch, scratch // they are copied
}
