package omml

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/mathml"
)

// Field returns the instruction of an EQ field as LaTeX: a formula of Word before
// it had an editor for them (17.16.5.18, which has no grammar; Word's help
// describes the switches). Prose says that it is not a formula but text over text:
// words with their pronunciation, a sign in a circle. What is no such instruction
// is "".
func Field(instruction string) (text string, prose bool) {
	rest := strings.TrimSpace(instruction)
	if len(rest) < len("EQ") || !strings.EqualFold(rest[:len("EQ")], "EQ") {
		return "", false
	}
	f := field{text: rest[len("EQ"):]}
	whole := row(f.list(0)[0])
	if f.prose && isWords(whole) {
		return strings.TrimSpace(wordsOf(whole)), true
	}
	return mathml.TeX(whole), false
}

// maxDepth bounds how deep the switches of a field nest.
const maxDepth = 16

// field reads the instruction of an EQ field.
type field struct {
	text  string
	at    int
	prose bool // there is text over text
}

// command is a switch with what its options say.
type command struct {
	kind    byte
	options []string
	columns int // of \a
	open    string
	close   string
	sign    string // of \i
}

func (c *command) has(option string) bool { return slices.Contains(c.options, option) }

// list reads the elements up to the parenthesis that ends them, or all of the text.
// Word takes the sign that the system has for lists: a semicolon where numbers have
// commas.
func (f *field) list(depth int) [][]*mathml.Node {
	parts, semicolons := make([][]*mathml.Node, 1), []int(nil)
	var text []byte
	end := func() {
		last := &parts[len(parts)-1]
		*last, text = tokens(*last, string(text), "letters"), text[:0]
	}
	for open := 0; f.at < len(f.text); {
		c := f.text[f.at]
		f.at++
		switch {
		case c == '\\':
			var s *command
			if text, s = f.element(text, depth); s != nil {
				end()
				last := &parts[len(parts)-1]
				*last = f.build(*last, s, f.list(depth+1))
			}
			continue
		case c == ')' && open == 0 && depth > 0:
			end()
			return joined(parts, semicolons)
		case (c == ',' || c == ';') && open == 0 && depth > 0:
			end()
			parts = append(parts, nil)
			if c == ';' {
				semicolons = append(semicolons, len(parts)-1)
			}
			continue
		case c == '(':
			open++
		case c == ')':
			open = max(open-1, 0)
		}
		text = append(text, c)
	}
	end()
	return joined(parts, semicolons)
}

// joined returns the parts between semicolons, where there are any: commas are text
// then.
func joined(parts [][]*mathml.Node, semicolons []int) [][]*mathml.Node {
	if len(semicolons) == 0 {
		return parts
	}
	var out [][]*mathml.Node
	from := 0
	for _, to := range append(semicolons, len(parts)) {
		out = append(out, between(parts[from:to], ","))
		from = to
	}
	return out
}

// between returns elements as one row with a sign between them.
func between(parts [][]*mathml.Node, sign string) []*mathml.Node {
	var out []*mathml.Node
	for i, part := range parts {
		if i > 0 && sign != "" {
			out = append(out, leaf("mo", sign))
		}
		out = append(out, part...)
	}
	return out
}

// element reads what a backslash begins: a sign or a word, which it appends to the
// text, or a switch whose elements follow.
func (f *field) element(text []byte, depth int) ([]byte, *command) {
	if f.at == len(f.text) {
		return text, nil
	}
	c := f.text[f.at]
	word := f.letters(f.at)
	f.at += max(len(word), 1)
	switch {
	case c == '*':
		f.format()
		return text, nil
	case word == "":
		return append(text, c), nil
	case len(word) > 1:
		return append(text, word...), nil
	}
	s := &command{kind: c | 0x20}
	for f.option(s) {
	}
	at := f.blanks(f.at)
	if at == len(f.text) || f.text[at] != '(' || depth >= maxDepth {
		return text, nil // what follows is text
	}
	f.at = at + 1
	return text, s
}

// letters returns the letters that are at i.
func (f *field) letters(i int) string {
	end := i
	for end < len(f.text) && 'a' <= f.text[end]|0x20 && f.text[end]|0x20 <= 'z' {
		end++
	}
	return f.text[i:end]
}

func (f *field) blanks(i int) int {
	return len(f.text) - len(strings.TrimLeft(f.text[i:], " \t\n"))
}

// format moves over a switch that every field may have: \* jc2, \* "Font:MS Gothic".
func (f *field) format() {
	f.at = f.blanks(f.at)
	rest := f.text[f.at:]
	if strings.HasPrefix(rest, `"`) {
		if end := strings.IndexByte(rest[1:], '"'); end >= 0 {
			f.at += end + 2
			return
		}
		f.at = len(f.text)
		return
	}
	end := strings.IndexAny(rest, " \t\n\\")
	if end < 0 {
		end = len(rest)
	}
	f.at += end
}

// The options of switches; a sign follows the first ones.
var (
	signOptions = [...]string{"lc", "rc", "bc", "fc", "vc"}
	options     = [...]string{
		"al", "ac", "ar", "ad", "co", "vs", "hs", "fo", "ba", "li", "su", "pr", "in", "ai", "di", "up", "do", "to", "bo", "le", "ri",
	}
)

// option reads an option of a switch, and reports whether there is one.
func (f *field) option(s *command) bool {
	at := f.blanks(f.at)
	if at == len(f.text) || f.text[at] != '\\' {
		return false
	}
	name := strings.ToLower(f.letters(at + 1))
	if len(name) >= 2 && slices.Contains(signOptions[:], name[:2]) { // \lcx: x is the sign
		f.at = f.blanks(at + 3)
		s.take(name[:2], f.sign())
		return true
	}
	if !slices.Contains(options[:], name) {
		return false
	}
	s.options = append(s.options, name)
	f.at = f.blanks(at + 1 + len(name))
	digits := f.text[f.at:]
	digits = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789-."))]
	f.at += len(digits)
	if n, err := strconv.Atoi(digits); err == nil && name == "co" {
		s.columns = n
	}
	return true
}

// sign reads the sign that an option names, with a backslash in front or not.
func (f *field) sign() string {
	if strings.HasPrefix(f.text[f.at:], `\`) {
		f.at++
	}
	_, size := utf8.DecodeRuneInString(f.text[f.at:])
	f.at += size
	return f.text[f.at-size : f.at]
}

// closing are the signs that close others, for \bc.
var closing = map[string]string{"(": ")", "[": "]", "{": "}", "<": ">", "«": "»", "⌊": "⌋", "⌈": "⌉", "【": "】", "「": "」"}

// take sets the sign that an option names.
func (c *command) take(option, sign string) {
	switch option {
	case "lc":
		c.open = sign
	case "rc":
		c.close = sign
	case "bc":
		c.open, c.close = sign, sign
		if other, ok := closing[sign]; ok {
			c.close = other
		}
	default:
		c.sign = sign
	}
}

// build appends what a switch of an EQ field makes of its elements.
func (f *field) build(out []*mathml.Node, s *command, parts [][]*mathml.Node) []*mathml.Node {
	first, rest := row(parts[0]), row(between(parts[1:], ","))
	switch s.kind {
	case 'a':
		return append(out, s.array(parts))
	case 'b':
		return append(out, s.bracket(row(between(parts, ","))))
	case 'd':
		return append(out, between(parts, ",")...)
	case 'f':
		return append(out, node("mfrac", first, rest))
	case 'i':
		return s.integral(out, parts)
	case 'o':
		return append(out, f.over(s, parts)...)
	case 'r':
		if len(parts) > 1 && len(parts[0]) > 0 {
			return append(out, node("mroot", rest, first))
		}
		return append(out, node("msqrt", first, rest))
	case 's':
		return s.script(out, parts)
	case 'x':
		return append(out, s.box(row(between(parts, ","))))
	}
	return append(out, between(parts, ",")...) // \l
}

// array returns \a: a column, or as many as \co says.
func (c *command) array(parts [][]*mathml.Node) *mathml.Node {
	if len(parts) == 1 {
		return row(parts[0])
	}
	table := node("mtable")
	for i, part := range parts {
		if i%max(c.columns, 1) == 0 {
			table.Children = append(table.Children, node("mtr"))
		}
		line := table.Children[len(table.Children)-1]
		line.Children = append(line.Children, node("mtd", part...))
	}
	return table
}

// bracket returns \b: one sign alone is a bracket on that side alone.
func (c *command) bracket(inner *mathml.Node) *mathml.Node {
	if c.open == "" && c.close == "" {
		c.open, c.close = "(", ")"
	}
	fence := node("mfenced", inner)
	fence.Attrs = []mathml.Attr{{Name: "open", Value: c.open}, {Name: "close", Value: c.close}}
	return fence
}

// integral appends the sign of \i with its limits, and what it is of.
func (c *command) integral(out []*mathml.Node, parts [][]*mathml.Node) []*mathml.Node {
	sign := cmp.Or(c.sign, "∫")
	switch {
	case c.sign != "":
	case c.has("su"):
		sign = "∑"
	case c.has("pr"):
		sign = "∏"
	}
	of := leaf("mo", sign)
	if len(parts[0]) > 0 {
		of = node("munder", of, row(parts[0]))
	}
	if len(parts) > 1 && len(parts[1]) > 0 {
		if of.Name == "munder" {
			of = node("munderover", of.Children[0], of.Children[1], row(parts[1]))
		} else {
			of = node("mover", of, row(parts[1]))
		}
	}
	return append(append(out, of), between(parts[min(2, len(parts)):], ",")...)
}

// script appends \s: raised, lowered, or both above one another, at what is before
// it.
func (c *command) script(out []*mathml.Node, parts [][]*mathml.Node) []*mathml.Node {
	inner := between(parts, "")
	moved := c.has("up") || c.has("do")
	if len(inner) == 0 || !moved && len(parts) == 1 && (c.has("ai") || c.has("di")) { // those make room around a line
		return append(out, inner...)
	}
	base := row(nil)
	if n := len(out); n > 0 {
		base, out = out[n-1], out[:n-1]
	}
	switch {
	case len(parts) == 2 && !moved:
		return append(out, node("msubsup", base, row(parts[1]), row(parts[0])))
	case c.has("do") && base.Name == "msup":
		return append(out, node("msubsup", base.Children[0], row(inner), base.Children[1]))
	case c.has("do"):
		return append(out, node("msub", base, row(inner)))
	}
	return append(out, node("msup", base, row(inner)))
}

// box returns \x: a frame, or some of its sides.
func (c *command) box(inner *mathml.Node) *mathml.Node {
	drawn := func(notation string, inner *mathml.Node) *mathml.Node {
		n := node("menclose", inner)
		n.Attrs = []mathml.Attr{{Name: "notation", Value: notation}}
		return n
	}
	top, bottom, left, right := c.has("to"), c.has("bo"), c.has("le"), c.has("ri")
	if top == bottom && bottom == left && left == right {
		return drawn("box", inner)
	}
	if bottom {
		inner = drawn("bottom", inner)
	}
	if top {
		inner = drawn("top", inner)
	}
	out := row([]*mathml.Node{inner})
	if left {
		out = node("mrow", leaf("mo", "|"), out)
	}
	if right {
		out = node("mrow", out, leaf("mo", "|"))
	}
	return out
}

// over returns \o: signs on top of one another. Word writes so the pronunciation
// above a word, and a sign in a circle or a box.
func (f *field) over(s *command, parts [][]*mathml.Node) []*mathml.Node {
	if len(parts) != 2 {
		return between(parts, "")
	}
	one, two := row(parts[0]), row(parts[1])
	raised := one.Name == "msup" && wordsOf(one.Children[0]) == ""
	switch {
	case raised && s.has("ad"):
		f.prose = true
		return []*mathml.Node{leaf("mtext", wordsOf(two)+"("+wordsOf(one)+")")}
	case raised:
		return []*mathml.Node{node("mover", two, one.Children[1])}
	case s.has("ac") && wordsOf(one) != "" && strings.Contains("○□△◇", wordsOf(one)):
		f.prose = true
		return []*mathml.Node{leaf("mtext", enclosed(wordsOf(one), wordsOf(two)))}
	}
	return between(parts, "")
}

// enclosed returns a text in a sign: a number in a circle is a sign of its own.
func enclosed(sign, text string) string {
	if n, err := strconv.Atoi(text); err == nil && sign == "○" && n > 0 && n <= 20 {
		return string('①' + rune(n-1))
	}
	return sign + text
}

// wordsOf returns the text of an element without its form.
func wordsOf(n *mathml.Node) string {
	var b strings.Builder
	var add func(n *mathml.Node)
	add = func(n *mathml.Node) {
		b.WriteString(n.Text)
		for _, c := range n.Children {
			add(c)
		}
	}
	add(n)
	return b.String()
}

// isWords reports whether an element is text and no more.
func isWords(n *mathml.Node) bool {
	for _, c := range n.Children {
		if !isWords(c) {
			return false
		}
	}
	return len(n.Children) == 0 || n.Name == "mrow"
}
