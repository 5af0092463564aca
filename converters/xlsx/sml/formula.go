package sml

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters/internal/sheet"
)

// MovedFormula returns a formula whose relative references are moved by rows and
// columns.
func MovedFormula(formula string, rows, cols int) []byte {
	out := make([]byte, 0, len(formula)+8)
	for i := 0; i < len(formula); {
		c := formula[i]
		switch {
		case c == '"' || c == '\'':
			end := i + 1
			for end < len(formula) && formula[end] != c {
				end++
			}
			end = min(end+1, len(formula))
			out = append(out, formula[i:end]...)
			i = end
		case c == '$' || isWord(c):
			end := i + 1
			for end < len(formula) && (formula[end] == '$' || isWord(formula[end])) {
				end++
			}
			word := formula[i:end]
			if end < len(formula) && (formula[end] == '(' || formula[end] == '!') {
				out = append(out, word...)
			} else {
				out = appendMoved(out, word, rows, cols)
			}
			i = end
		default:
			out = append(out, c)
			i++
		}
	}
	return out
}

func isWord(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c >= 0x80
}

// appendMoved appends a reference that is moved, or a word as it is.
func appendMoved(to []byte, word string, rows, cols int) []byte {
	p, ok := sheet.ReadPlace(word)
	if !ok {
		return append(to, word...)
	}
	fixedCol := word[0] == '$'
	fixedRow := false
	for i := 1; i < len(word); i++ {
		fixedRow = fixedRow || word[i] == '$'
	}
	if !fixedCol {
		p.Col += cols
	}
	if !fixedRow {
		p.Row += rows
	}
	if p.Col < 0 || p.Col >= sheet.MaxColumns || p.Row < 1 || p.Row > sheet.MaxRows {
		return append(to, "#REF!"...)
	}
	if fixedCol {
		to = append(to, '$')
	}
	to = sheet.AppendColumn(to, p.Col)
	if fixedRow {
		to = append(to, '$')
	}
	return strconv.AppendInt(to, int64(p.Row), 10)
}
