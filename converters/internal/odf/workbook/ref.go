package workbook

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/sheet"
)

// namedArea is a range of cells on a sheet.
type namedArea struct {
	sheet string
	sheet.Area
}

// readArea reads "Sheet1.A1:Sheet1.C10" (ODF 1.3 part 3, 19.595).
func readArea(s string) (namedArea, bool) {
	var a namedArea
	name, cell, rest := readCell(s)
	from, ok := sheet.ReadPlace(cell)
	a.sheet, a.From, a.To = name, from, from
	if !ok || rest == "" {
		return a, ok
	}
	if rest[0] != ':' {
		return a, false
	}
	_, cell, rest = readCell(rest[1:])
	a.To, ok = sheet.ReadPlace(cell)
	return a, ok && rest == "" && a.To.Row >= from.Row && a.To.Col >= from.Col
}

// readAreas appends the areas of a list.
func readAreas(to []sheet.Area, refs string) []sheet.Area {
	for ref := range strings.FieldsSeq(refs) {
		if a, ok := readArea(ref); ok {
			to = append(to, a.Area)
		}
	}
	return to
}

// readCell cuts a reference such as 'My sheet'.$B$3 off a text.
func readCell(s string) (sheet, cell, rest string) {
	if len(s) > 0 && s[0] == '$' {
		s = s[1:]
	}
	dot := -1
	quoted := false
	for i := range len(s) {
		if s[i] == '\'' {
			quoted = !quoted
		}
		if s[i] == '.' && !quoted {
			dot = i
			break
		}
		if s[i] == ':' && !quoted {
			break
		}
	}
	if dot >= 0 {
		sheet, s = unquoteSheet(s[:dot]), s[dot+1:]
	}
	end := 0
	for end < len(s) && s[end] != ':' {
		end++
	}
	return sheet, s[:end], s[end:]
}

func unquoteSheet(name string) string {
	if len(name) < 2 || name[0] != '\'' || name[len(name)-1] != '\'' {
		return name
	}
	return strings.ReplaceAll(name[1:len(name)-1], "''", "'")
}
