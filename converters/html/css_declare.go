package html

import (
	"slices"
	"strings"
)

// declarations returns those of a block or a style attribute that matter, and
// the variables that it sets.
func declarations(body string, quirks bool) (out []decl, customs []variable) {
	for part := range splitOutside(body, ';') {
		name, value, ok := strings.Cut(part, ":")
		if !ok {
			continue
		}
		name = unescapeCSS(strings.TrimSpace(name))
		custom := strings.HasPrefix(name, "--")
		p, known := properties[strings.ToLower(name)]
		if !known && !custom {
			continue
		}
		value = strings.TrimSpace(lowerValue(value))
		important := false
		if v, found := strings.CutSuffix(value, "important"); found {
			if v, found = strings.CutSuffix(strings.TrimSpace(v), "!"); found {
				value, important = strings.TrimSpace(v), true
			}
		}
		switch {
		case custom: // also one that is empty: it takes nothing of what stands around it
			customs = append(customs, variable{name, value, important})
		case value == "":
		default:
			out = declareAll(out, decl{property: p, important: important, value: value}, quirks)
		}
	}
	return out, customs
}

// lowerValue makes the case of a value lower, but for that of the names of
// variables, resolves its escapes, and makes its white space blanks.
func lowerValue(v string) string {
	v = unescapeCSS(v)
	if strings.ContainsAny(v, "\n\t\r\f") {
		v = strings.NewReplacer("\n", " ", "\t", " ", "\r", " ", "\f", " ").Replace(v)
	}
	if len(v) > longestValue && strings.Contains(v, "  ") {
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
		for ; i < len(v) && (isLetter(v[i]) || isDigit(v[i]) || v[i] == '-' || v[i] == '_' || v[i] >= 0x80); i++ {
			b[i] = v[i]
		}
	}
	return string(b)
}

// declare adds a declaration, in the place of an earlier one that it overrules.
func declare(list []decl, d decl) []decl {
	i := slices.IndexFunc(list, func(o decl) bool { return o.property == d.property && o.important == d.important })
	if i >= 0 {
		list = slices.Delete(list, i, i+1)
	}
	return append(list, d)
}
