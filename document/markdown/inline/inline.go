// Package inline writes the inlines of a block as Markdown: text with the escapes
// that it needs, styles, links, code, mathematics and the marks of notes.
//
// What Markdown reads in a text depends on what is around it, across the borders of
// nodes. So a block goes through three steps:
//
//   - render.go, link.go, escape*.go: the atoms become text; emphasis.go reads the
//     styles again, and those that are read otherwise are left out
//   - settle.go, bracket.go: what no reader would read as it is meant is moved
//   - span.go, atoms.go: the tree of inlines becomes a flat list of atoms
package inline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// Reset makes the writer ready for a document.
func (r *Writer) Reset(doc Document) { r.in.doc = doc }

// maxKept is for how many atoms a writer keeps memory after a document.
const maxKept = 4 << 10

// Release drops what the writer holds of a document, and keeps some memory for the
// next one.
func (r *Writer) Release() {
	atoms := r.in.out.atoms
	*r = Writer{}
	if cap(atoms) <= maxKept {
		r.in.out.atoms = atoms[:0]
		clear(atoms[:cap(atoms)]) // they would keep the text
	}
}

// Build takes in the inlines of a block, and reports whether they leave any text.
func (r *Writer) Build(inlines []document.Inline, mode Mode) bool {
	r.in.reset(mode)
	r.in.add(inlines)
	r.in.finish()
	return len(r.in.out.atoms) > 0
}

// AppendCell appends the plain text of a table's cell to buf.
func (r *Writer) AppendCell(buf []byte, s string) []byte {
	mask := escClasses(s)
	if !isPlain(s, mask) {
		r.in.reset(Cell)
		r.in.addText(s)
		r.in.finish()
		if len(r.in.out.atoms) == 0 {
			return buf
		}
		return r.Append(buf, nil, Line{})
	}
	if s != "" && (s[0] <= ' ' || s[len(s)-1] <= ' ' || mask&escHigh != 0) {
		s = strings.TrimFunc(s, unicode.IsSpace)
	}
	return append(buf, s...)
}

// isPlain reports whether text of a cell surely needs no escape: it
// looks closer at what is most frequent in tables.
func isPlain(s string, mask uint16) bool {
	if mask&escHigh != 0 && (!utf8.ValidString(s) || hasWide(s, mask)) {
		return false
	}
	mask &^= escHigh | escAt | escParen
	if mask&escDollar != 0 && strings.IndexByte(s, '$') == strings.LastIndexByte(s, '$') {
		mask &^= escDollar
	}
	if mask == escUnder && isSnake(s) {
		mask = 0
	}
	return mask == 0
}

// isSnake reports whether every "_" is between ASCII letters or digits.
func isSnake(s string) bool {
	for i := range len(s) {
		if s[i] == '_' && (i == 0 || i+1 == len(s) || !lexical.IsAlnum(s[i-1]) || !lexical.IsAlnum(s[i+1])) {
			return false
		}
	}
	return true
}
