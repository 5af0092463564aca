package rtf

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// aligned returns how the columns of a table are set, as a row of it shows.
func aligned(r *row) []document.Align {
	out := make([]document.Align, 0, len(r.cells))
	any := false
	for _, c := range r.cells {
		a := document.AlignNone
		if len(c.items) > 0 && c.items[0].para != nil {
			a = c.items[0].para.align
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
func (r *reader) headerRows(rows []row) int {
	n := 0
	for n < len(rows) && rows[n].header {
		n++
	}
	switch {
	case n == len(rows):
		return min(n, 1)
	case n > 0:
		return n
	case r.looksHead(rows):
		return 1
	}
	return 0
}

// looksHead reports whether the first row is set apart from the second: by a
// rule below, a ground of its own or bold text.
func (r *reader) looksHead(rows []row) bool {
	if len(rows) < 2 || rows[0].count < 2 {
		return false
	}
	one, two := rows[0], rows[1]
	ruled := func(d cellDef) bool { return d.ruled }
	shaded := func(d cellDef) bool { return d.ground != 0 }
	for _, f := range []func(cellDef) bool{ruled, shaded} {
		if every(one.defs, f) && !every(two.defs, f) {
			return true
		}
	}
	if every(one.defs, shaded) && len(two.defs) > 0 && one.defs[0].ground != two.defs[0].ground {
		return true
	}
	return bold(one) && !bold(two) || r.names(&one) && r.numbers(rows[1:min(len(rows), 6)])
}

func every(defs []cellDef, is func(cellDef) bool) bool {
	return len(defs) > 0 && !slices.ContainsFunc(defs, func(d cellDef) bool { return !is(d) })
}

// bold reports whether all text of a row is bold, and there is some.
func bold(r row) bool {
	any := false
	for _, c := range r.cells {
		for _, it := range c.items {
			if it.para == nil {
				return false
			}
			from := int32(0)
			for _, run := range it.para.runs {
				if strings.TrimSpace(it.para.text[from:run.end]) != "" {
					any = true
					if !run.styles.Has(document.Strong) {
						return false
					}
				}
				from = run.end
			}
		}
	}
	return any
}

// names reports whether every cell of a row has short text without digits.
func (r *reader) names(one *row) bool {
	for i := range one.cells {
		text := strings.TrimSpace(r.cellText(&one.cells[i]))
		if text == "" || len(text) > 40 || strings.ContainsAny(text, "0123456789\n") {
			return false
		}
	}
	return true
}

// numbers reports whether a column of the rows has numbers alone.
func (r *reader) numbers(rows []row) bool {
	for column := range rows[0].cells {
		all := true
		for i := range rows {
			text := ""
			if column < len(rows[i].cells) {
				text = strings.TrimSpace(r.cellText(&rows[i].cells[column]))
			}
			all = all && text != "" && strings.Trim(text, "0123456789.,-+% €$") == "" && strings.ContainsAny(text, "0123456789")
		}
		if all {
			return true
		}
	}
	return false
}
