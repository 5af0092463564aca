package profile

import (
	"fmt"
	"strings"
)

// front is the front matter of a soul or a role: lines "key: value" between
// two lines "---". It is not YAML: nothing nests, nothing is typed, and no
// text in it can do more than be a value.
type front struct {
	fields   []frontField
	body     string // behind it, trimmed; the whole text where there is none
	found    bool
	problems []string
}

type frontField struct {
	key, value string
	list       []string // of "[a, b]" and of lines "- a"
}

// parseFront reads a text. Front matter begins at its first line that is not
// blank and ends at a later line "---"; without both the text is all body.
func parseFront(text string) front {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	trimmed := strings.TrimLeft(text, " \t\n\r")
	first, rest, ok := strings.Cut(trimmed, "\n")
	if !ok || strings.TrimRight(first, " \t") != "---" {
		return front{body: strings.TrimSpace(text)}
	}
	f := front{found: true}
	for number := 2; rest != ""; number++ {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		if strings.TrimRight(line, " \t") == "---" {
			f.body = strings.TrimSpace(rest)
			return f
		}
		f.line(line, number)
	}
	return front{body: strings.TrimSpace(text), problems: []string{`the front matter has no line "---" at its end: all of it is taken for text`}}
}

// line reads one line. A line that is indented belongs to the key before it.
func (f *front) line(line string, number int) {
	content := strings.TrimSpace(line)
	switch {
	case content == "" || content[0] == '#':
		return
	case content == "-" || strings.HasPrefix(content, "- "):
		if n := len(f.fields); n > 0 && f.fields[n-1].value == "" {
			f.fields[n-1].list = append(f.fields[n-1].list, unquote(strings.TrimSpace(content[1:])))
			return
		}
	case line[0] == ' ' || line[0] == '\t':
		if len(f.fields) > 0 {
			return // nested: of no meaning here
		}
	default:
		key, value, ok := strings.Cut(content, ":")
		if key = strings.TrimSpace(key); ok && isKey(key) {
			f.add(key, strings.TrimSpace(value))
			return
		}
	}
	if len(f.problems) < maxProblems {
		f.problems = append(f.problems, fmt.Sprintf("line %d of the front matter is not understood and is ignored", number))
	}
}

func (f *front) add(key, value string) {
	field := frontField{key: strings.ToLower(key)}
	if inner, ok := strings.CutPrefix(value, "["); ok && strings.HasSuffix(inner, "]") {
		for item := range strings.SplitSeq(strings.TrimSuffix(inner, "]"), ",") {
			if item = unquote(strings.TrimSpace(item)); item != "" {
				field.list = append(field.list, item)
			}
		}
	} else {
		field.value = unquote(value)
	}
	f.fields = append(f.fields, field)
}

// get returns the value of a key; the last one counts.
func (f *front) get(key string) (frontField, bool) {
	for i := len(f.fields) - 1; i >= 0; i-- {
		if f.fields[i].key == key {
			return f.fields[i], true
		}
	}
	return frontField{}, false
}

func (f *front) value(key string) string {
	field, _ := f.get(key)
	return strings.TrimSpace(field.value)
}

// isKey reports whether a name is a letter with letters, digits, "_" and "-".
func isKey(name string) bool {
	for i := range len(name) {
		c := name[i] | 0x20
		letter := 'a' <= c && c <= 'z'
		if !letter && (i == 0 || !('0' <= name[i] && name[i] <= '9' || name[i] == '_' || name[i] == '-')) {
			return false
		}
	}
	return name != ""
}

func unquote(s string) string {
	if n := len(s); n >= 2 && (s[0] == '"' || s[0] == '\'') && s[n-1] == s[0] {
		return s[1 : n-1]
	}
	return s
}
