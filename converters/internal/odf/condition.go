package odf

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// conditions reads the conditional formats of a sheet, an extension of
// LibreOffice. Whether a condition holds is not evaluated.
func (t *sheetReader) conditions() error {
	var areas []sheet.Area
	for depth := t.s.Depth(); ; {
		kind, err := t.s.Next()
		if err != nil || kind == xmlread.End && t.s.Depth() == depth || kind == xmlread.EOF {
			return err
		}
		if kind != xmlread.Start || t.s.Space() != nsExt {
			continue
		}
		switch t.s.Local() {
		case "conditional-format":
			refs, _ := t.s.Attr(nsExt, "target-range-address")
			areas = readAreas(areas[:0], refs)
		case "condition":
			if name, _ := t.s.Attr(nsExt, "apply-style-name"); t.mayHide(name) {
				t.veils = append(t.veils, areas...)
			}
			if err := t.hold(len(areas)); err != nil {
				return err
			}
		case "formatting-entry", "data-bar":
			if shown, _ := t.s.Attr(nsExt, "show-value"); shown == "false" {
				t.lose(lostCondition, document.Pos{Part: t.Name})
			}
		}
	}
}

// mayHide reports whether cells of a style show nothing, or show it in the colour
// of their ground.
func (t *sheetReader) mayHide(name string) bool {
	if t.styles.find(familyCell, name) == nil {
		if name = encodeName(name); t.styles.find(familyCell, name) == nil {
			return false
		}
	}
	st := t.styles.get(familyCell, name)
	ink, ground := visible.Black, visible.White
	if st.looks.on&inked != 0 {
		ink = paint(st.looks.color)
	}
	if st.looks.on&grounded != 0 {
		ground = paint(st.looks.ground)
	}
	f := t.styles.format(st.data)
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
