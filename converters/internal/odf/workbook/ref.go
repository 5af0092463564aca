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
	s = strings.TrimPrefix(s, "$")
	quoted := false
	end := strings.IndexFunc(s, func(c rune) bool {
		if c == '\'' {
			quoted = !quoted
		}
		return !quoted && (c == '.' || c == ':')
	})
	if end >= 0 && s[end] == '.' {
		sheet, s = unquoteSheet(s[:end]), s[end+1:]
	}
	cell, _, _ = strings.Cut(s, ":")
	return sheet, cell, s[len(cell):]
}

func unquoteSheet(name string) string {
	if len(name) < 2 || name[0] != '\'' || name[len(name)-1] != '\'' {
		return name
	}
	return strings.ReplaceAll(name[1:len(name)-1], "''", "'")
}
