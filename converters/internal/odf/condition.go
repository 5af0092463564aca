package odf

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// conditions reads the conditional formats of a sheet, an extension of
// LibreOffice. None is judged; those that may keep what a cell holds from a
// reader are counted.
func (t *sheetReader) conditions() error {
	pos := t.pos()
	pos.Part = t.sh.name
	for depth := t.s.Depth(); ; {
		kind, err := t.s.Next()
		if err != nil || kind == xmlread.End && t.s.Depth() == depth || kind == xmlread.EOF {
			return err
		}
		if kind != xmlread.Start || t.s.Space() != nsExt {
			continue
		}
		hides := false
		switch t.s.Local() {
		case "condition":
			name, _ := t.s.Attr(nsExt, "apply-style-name")
			hides = t.mayHide(name)
		case "formatting-entry", "data-bar":
			shown, _ := t.s.Attr(nsExt, "show-value")
			hides = shown == "false"
		}
		if hides {
			t.lose(lostCondition, pos)
		}
	}
}

// mayHide reports whether cells of a style show nothing, or show it in the colour
// of their ground.
func (t *sheetReader) mayHide(name string) bool {
	if t.sheet.find(familyCell, name) == nil {
		if name = encodeName(name); t.sheet.find(familyCell, name) == nil {
			return false
		}
	}
	st := t.sheet.get(familyCell, name)
	ink, ground := visible.Black, visible.White
	if st.looks.on&inked != 0 {
		ink = paint(st.looks.color)
	}
	if st.looks.on&grounded != 0 {
		ground = paint(st.looks.ground)
	}
	f := t.sheet.format(st.data)
	return st.looks.on&veiled != 0 || visible.Faint(ink, ground) ||
		f != nil && len(f.number(nil, 1, &cellAttrs{kind: "float"})) == 0
}

// encodeName returns the name of a style that is shown by another one, as
// programs make it: characters that a name may not have, by their numbers (ODF
// 1.3 part 3, 19.498).
func encodeName(shown string) string {
	var b strings.Builder
	for i, r := range shown {
		if unicode.IsLetter(r) || i > 0 && (unicode.IsDigit(r) || r == '-' || r == '.') {
			b.WriteRune(r)
			continue
		}
		fmt.Fprintf(&b, "_%x_", r)
	}
	return b.String()
}
