package workbook

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// conditions reads the conditional formats of a sheet, an extension of
// LibreOffice. Whether a condition holds is not evaluated.
func (t *sheetReader) conditions() error {
	var areas []sheet.Area
	return t.book.Scanner.Each(func() error {
		if t.book.Scanner.Space() != ns.Ext {
			return nil
		}
		switch t.book.Scanner.Local() {
		case "conditional-format":
			areas = readAreas(areas[:0], t.book.Scanner.Value(ns.Ext, "target-range-address"))
		case "condition":
			if t.mayHide(t.book.Scanner.Value(ns.Ext, "apply-style-name")) {
				t.sheet.veils = append(t.sheet.veils, areas...)
			}
			return t.sheet.grid.Book.Env.Spend(converters.LimitNodes, int64(len(areas)), t.book.Reader.Pos())
		case "icon-set", "formatting-entry", "data-bar":
			if t.book.Scanner.Value(ns.Ext, "show-value") == "false" {
				t.sheet.grid.Book.Tally.Lose(lost.Condition, document.Pos{Part: t.sheet.grid.Name})
			}
		}
		return nil
	})
}

// mayHide reports whether cells of a style show nothing, or show it in the colour
// of their ground.
func (t *sheetReader) mayHide(name string) bool {
	if t.book.Styles.Find(style.FamilyCell, name) == nil {
		if name = encodeName(name); t.book.Styles.Find(style.FamilyCell, name) == nil {
			return false
		}
	}
	st := t.book.Styles.Get(style.FamilyCell, name)
	return st.Chars.On&style.Hidden != 0 || visible.Faint(st.Chars.Color.Over(visible.Black), st.Ground().Over(visible.White)) || t.book.Styles.ShowsNothing(st.Data)
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
