package props

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

// Declarations returns those of a block or a style attribute that matter, and
// the variables that it sets.
func Declarations(body string, quirks bool) (out []Decl, customs []Variable) {
	for part := range SplitOutside(body, ';') {
		name, value, ok := strings.Cut(part, ":")
		if !ok {
			continue
		}
		name = UnescapeCSS(strings.TrimSpace(name))
		custom := strings.HasPrefix(name, "--")
		p, known := properties[strings.ToLower(name)]
		if !known && !custom {
			continue
		}
		value = strings.TrimSpace(LowerValue(value))
		important := false
		if v, found := strings.CutSuffix(value, "important"); found {
			if v, found = strings.CutSuffix(strings.TrimSpace(v), "!"); found {
				value, important = strings.TrimSpace(v), true
			}
		}
		switch {
		case custom: // also one that is empty: it takes nothing of the text around it
			customs = append(customs, Variable{name, value, important})
		case value == "":
		default:
			out = declareAll(out, Decl{Property: p, Important: important, Value: value}, quirks)
		}
	}
	return out, customs
}

// LowerValue makes the case of a value lower, but for that of the names of
// variables, resolves its escapes, and makes its white space blanks.
func LowerValue(v string) string {
	v = UnescapeCSS(v)
	if strings.ContainsAny(v, "\n\t\r\f") {
		v = strings.NewReplacer("\n", " ", "\t", " ", "\r", " ", "\f", " ").Replace(v)
	}
	if len(v) > LongestValue && strings.Contains(v, "  ") {
		v = strings.Join(strings.Fields(v), " ")
	}
	lower := strings.ToLower(v)
	if !strings.Contains(v, "--") || len(lower) != len(v) {
		return lower
	}
	b := []byte(lower)
	for i := 0; i+1 < len(v); i++ {
		if v[i] != '-' || v[i+1] != '-' {
			continue
		}
		for ; i < len(v) && (dom.IsLetter(v[i]) || dom.IsDigit(v[i]) || v[i] == '-' || v[i] == '_' || v[i] >= 0x80); i++ {
			b[i] = v[i]
		}
	}
	return string(b)
}

// declare adds a declaration, in the place of an earlier one that it overrules.
func declare(list []Decl, d Decl) []Decl {
	i := slices.IndexFunc(list, func(o Decl) bool { return o.Property == d.Property && o.Important == d.Important })
	if i >= 0 {
		list = slices.Delete(list, i, i+1)
	}
	return append(list, d)
}

// Decl is a declaration of a property that matters here.
type Decl struct {
	Property  Property
	Via       Property // the shorthand that the value is of, if it waits for a variable
	Important bool
	Value     string // in lower case, without white space at its ends
}

// Variable is a declaration of a custom property (css-variables-1).
type Variable struct {
	Name, Value string
	Important   bool
}
