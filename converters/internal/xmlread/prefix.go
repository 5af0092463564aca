package xmlread

import (
	"slices"
	"strings"
)

// Unprefixed returns a document whose elements in some namespaces have no prefix any
// more, for readers that know them by their names alone. A document that binds no
// prefix to these is returned as it is.
func Unprefixed(text string, namespaces ...string) string {
	prefixes := prefixesOf(text, namespaces)
	if len(prefixes) == 0 || len(prefixes) > maxPrefixes {
		return text
	}
	out := make([]byte, 0, len(text))
	for text != "" {
		n := strings.IndexByte(text, '<') + 1
		if n == 0 {
			break
		}
		if n < len(text) && text[n] == '/' {
			n++
		}
		out, text = append(out, text[:n]...), text[n:]
		for _, p := range prefixes {
			if strings.HasPrefix(text, p) {
				text = text[len(p):]
				break
			}
		}
	}
	return held(append(out, text...))
}

// maxPrefixes bounds the prefixes that are taken away; nobody has more.
const maxPrefixes = 16

// prefixesOf returns the prefixes that a document binds to namespaces, each with its
// colon.
func prefixesOf(text string, namespaces []string) []string {
	var out []string
	const binding = "xmlns:"
	for {
		_, rest, found := strings.Cut(text, binding)
		if !found {
			return out
		}
		text = rest
		end, _ := nameEnd(rest, 0)
		value := skipSpace(rest, end)
		if value == len(rest) || rest[value] != '=' {
			continue
		}
		quoted := rest[min(skipSpace(rest, value+1)+1, len(rest)):]
		name, _, _ := strings.Cut(quoted[:min(len(quoted), maxNamespace)], `"`)
		name, _, _ = strings.Cut(name, "'")
		if prefix := rest[:end] + ":"; slices.Contains(namespaces, name) && !slices.Contains(out, prefix) {
			out = append(out, prefix)
		}
	}
}

// maxNamespace is how long the name of a namespace may be.
const maxNamespace = 256
