// Package eq writes the equations of RTF as LaTeX: the instructions of EQ fields,
// which are formulas of Word before it had an editor for them, and the parts of
// \mmath.
package eq

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// TeX returns the instruction of an EQ field as LaTeX, or "" (ECMA-376, part 1,
// 17.16.5.18 has no grammar; Word's help describes the switches). Prose says that
// it is not a formula but text set over text: words with their pronunciation, a sign
// in a circle.
func TeX(instruction string) (tex string, prose bool) {
	e := reader{text: strings.TrimSpace(strings.TrimSpace(instruction)[len("EQ"):])}
	tex = strings.TrimSpace(e.list(0, false)[0])
	return tex, e.prose && strings.IndexByte(tex, '\\') < 0
}

// maxDepth bounds how deep the switches of an EQ field nest.
const maxDepth = 16

// reader reads the instruction of an EQ field as LaTeX.
type reader struct {
	text  string
	at    int
	prose bool // what it says is text set over text, no formula
}

// command is a switch with its options.
type command struct {
	kind        byte
	options     []string
	columns     int    // of \a
	left, right string // of \b
	sign        string // of \i
}

func (s *command) has(option string) bool { return slices.Contains(s.options, option) }

// list reads elements up to the parenthesis that ends them, or all of the text.
func (e *reader) list(depth int, inside bool) []string {
	var parts []string
	var semicolons []int // behind how many parts each stands
	var b strings.Builder
	for open := 0; e.at < len(e.text); {
		c := e.text[e.at]
		switch {
		case c == '\\':
			e.element(&b, depth)
			continue
		case inside && c == ')' && open == 0:
			e.at++
			return elements(append(parts, b.String()), semicolons)
		case inside && (c == ',' || c == ';') && open == 0:
			parts = append(parts, b.String())
			b.Reset()
			if c == ';' {
				semicolons = append(semicolons, len(parts))
			}
		case c == '(':
			open++
			b.WriteByte(c)
		case c == ')':
			open = max(open-1, 0)
			b.WriteByte(c)
		default:
			writeChar(&b, c)
		}
		e.at++
	}
	return elements(append(parts, b.String()), semicolons)
}

// elements returns the elements of which parts are cut at commas and at
// semicolons. Word takes the sign that the system has for lists: a semicolon
// where numbers have commas.
func elements(parts []string, semicolons []int) []string {
	if len(semicolons) > 0 {
		var out []string
		from := 0
		for _, to := range append(semicolons, len(parts)) {
			out = append(out, strings.Join(parts[from:to], ","))
			from = to
		}
		parts = out
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// element reads what a backslash begins: a sign, a switch with its options and
// its elements, or a word that is none, whose letters are shown.
func (e *reader) element(b *strings.Builder, depth int) {
	e.at++
	if e.at == len(e.text) {
		return
	}
	c := e.text[e.at]
	if c == '*' {
		e.format()
		return
	}
	if !isLetter(c) {
		writeChar(b, c)
		e.at++
		return
	}
	word := e.letters(e.at)
	e.at += len(word)
	if len(word) > 1 {
		b.WriteString(word)
		return
	}
	s := command{kind: c | 0x20}
	for e.option(&s) {
	}
	at := e.blanks(e.at)
	if at == len(e.text) || e.text[at] != '(' || depth >= maxDepth {
		return // what follows is text
	}
	e.at = at + 1
	e.write(b, &s, e.list(depth+1, true))
}

// letters returns the letters that are at i.
func (e *reader) letters(i int) string {
	end := i
	for end < len(e.text) && isLetter(e.text[end]) {
		end++
	}
	return e.text[i:end]
}

func (e *reader) blanks(i int) int {
	for i < len(e.text) && (e.text[i] == ' ' || e.text[i] == '\t' || e.text[i] == '\n') {
		i++
	}
	return i
}

// format moves over a switch that every field may have: \* jc2, \* "Font:MS Gothic".
func (e *reader) format() {
	e.at = e.blanks(e.at + 1)
	if e.at < len(e.text) && e.text[e.at] == '"' {
		end := strings.IndexByte(e.text[e.at+1:], '"')
		if end < 0 {
			end = len(e.text) - e.at - 2
		}
		e.at += end + 2
		return
	}
	for e.at < len(e.text) && e.text[e.at] > ' ' && e.text[e.at] != '\\' {
		e.at++
	}
}

// option reads an option of a switch. It reports false where none stands.
func (e *reader) option(s *command) bool {
	at := e.blanks(e.at)
	if at == len(e.text) || e.text[at] != '\\' {
		return false
	}
	name := strings.ToLower(e.letters(at + 1))
	if len(name) > 2 && slices.Contains(signs[:], name[:2]) {
		name = name[:2] // \lcx: x is the sign
	}
	if !slices.Contains(options[:], name) {
		return false
	}
	s.options = append(s.options, name)
	e.at = e.blanks(at + 1 + len(name))
	if slices.Contains(signs[:], name) {
		s.take(name, e.sign())
		return true
	}
	from := e.at
	for e.at < len(e.text) && (isDigit(e.text[e.at]) || e.text[e.at] == '-' || e.text[e.at] == '.') {
		e.at++
	}
	if n, err := strconv.Atoi(e.text[from:e.at]); err == nil && name == "co" {
		s.columns = n
	}
	return true
}

// sign reads the sign that an option names, with a backslash in front or not.
func (e *reader) sign() string {
	if e.at < len(e.text) && e.text[e.at] == '\\' {
		e.at++
	}
	_, size := utf8.DecodeRuneInString(e.text[e.at:])
	sign := e.text[e.at : e.at+size]
	e.at += size
	return sign
}

// take sets the sign that an option names.
func (s *command) take(option, sign string) {
	switch option {
	case "lc":
		s.left = sign
	case "rc":
		s.right = sign
	case "bc":
		s.left, s.right = sign, sign
		if other, ok := closing[sign]; ok {
			s.right = other
		}
	default:
		s.sign = sign
	}
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
