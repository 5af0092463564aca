package build

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/rtf/model"
	"github.com/seed353dc258/backstory/document"
)

// aligned returns how the columns of a table are set, as a row of it shows.
func aligned(r *model.Row) []document.Align {
	out := make([]document.Align, 0, len(r.Cells))
	any := false
	for _, c := range r.Cells {
		a := document.AlignNone
		if len(c.Items) > 0 && c.Items[0].Para != nil {
			a = c.Items[0].Para.Align
		}
		any = any || a != document.AlignNone
		out = append(out, a)
	}
	if !any {
		return nil
	}
	return out
}

// headerRows returns how many rows head a table: those that say so, or the
// first one, if it looks like a header.
func headerRows(rows []model.Row) int {
	n := 0
	for n < len(rows) && rows[n].Header {
		n++
	}
	switch {
	case n == len(rows):
		return min(n, 1)
	case n > 0:
		return n
	case looksHead(rows):
		return 1
	}
	return 0
}

// looksHead reports whether the first row is set apart from the second: by a
// rule below, a ground of its own or bold text.
func looksHead(rows []model.Row) bool {
	if len(rows) < 2 || len(rows[0].Cells) < 2 {
		return false
	}
	one, two := rows[0], rows[1]
	ruled := func(d model.CellDef) bool { return d.Ruled }
	shaded := func(d model.CellDef) bool { return d.Ground != 0 }
	for _, f := range []func(model.CellDef) bool{ruled, shaded} {
		if every(one.Defs, f) && !every(two.Defs, f) {
			return true
		}
	}
	if every(one.Defs, shaded) && len(two.Defs) > 0 && one.Defs[0].Ground != two.Defs[0].Ground {
		return true
	}
	return bold(one) && !bold(two) || names(&one) && numbers(rows[1:min(len(rows), 6)])
}

func every(defs []model.CellDef, is func(model.CellDef) bool) bool {
	return len(defs) > 0 && !slices.ContainsFunc(defs, func(d model.CellDef) bool { return !is(d) })
}

// bold reports whether all text of a row is bold, and there is some.
func bold(r model.Row) bool {
	any := false
	for _, c := range r.Cells {
		for _, it := range c.Items {
			if it.Para == nil {
				return false
			}
			from := int32(0)
			for _, run := range it.Para.Runs {
				if strings.TrimSpace(it.Para.Text[from:run.End]) != "" {
					any = true
					if !run.Styles.Has(document.Strong) {
						return false
					}
				}
				from = run.End
			}
		}
	}
	return any
}

// names reports whether every cell of a row has short text without digits.
func names(one *model.Row) bool {
	for i := range one.Cells {
		text := cellText(one.Cells[i])
		if text == "" || len(text) > 40 || strings.ContainsAny(text, "0123456789\n") {
			return false
		}
	}
	return true
}

// numbers reports whether a column of the rows has numbers alone.
func numbers(rows []model.Row) bool {
	for column := range rows[0].Cells {
		all := true
		for i := range rows {
			text := ""
			if column < len(rows[i].Cells) {
				text = cellText(rows[i].Cells[column])
			}
			all = all && text != "" && strings.Trim(text, "0123456789.,-+% €$") == "" && strings.ContainsAny(text, "0123456789")
		}
		if all {
			return true
		}
	}
	return false
}
