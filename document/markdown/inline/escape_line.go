package inline

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// escMeta reports whether a line begins with a tag "meta", which is a block to
// goldmark as it was in CommonMark before 0.29.
func escMeta(line string) bool {
	name := strings.TrimPrefix(line[1:], "/")
	return len(name) >= 4 && strings.EqualFold(name[:4], "meta")
}

// escLineStart returns the range of bytes of a line that take a backslash
// because CommonMark (chapter 4 and 5) or GitHub would not read the line as
// text; an empty range if there are none. The line begins with a character
// that is not white space.
func escLineStart(line string, at Line) (from, to int) {
	switch c := line[0]; c {
	case '#':
		n := escRun(line, 0)
		return 0, escIf(n <= 6 && escGap(line, n, at.whole), 1)
	case '>':
		return 0, 1
	case '-', '+', '*', '_', '=', '|', ':':
		return 0, escRule(line, at)
	case '~', '`':
		n := escRun(line, 0)
		return 0, escIf(n >= 3, n)
	case '<':
		return 0, escIf(lexical.HTMLStart(line) != 0 || escMeta(line), 1)
	case '[':
		return 0, escIf(escBracketStart(line, at), 1)
	case 'H', 'A':
		return escSpeaker(line, at)
	default:
		if c >= '0' && c <= '9' {
			return escNumber(line, at)
		}
	}
	return 0, 0
}

// escIf returns n if a condition holds, else 0.
func escIf(holds bool, n int) int {
	if holds {
		return n
	}
	return 0
}

// escRun returns the length of the run of one byte at i.
func escRun(s string, i int) int {
	n := 1
	for i+n < len(s) && s[i+n] == s[i] {
		n++
	}
	return n
}

// escGap reports whether a marker that ends at i is followed by white space
// or by the end of the line.
func escGap(line string, i int, whole bool) bool {
	if i == len(line) {
		return whole
	}
	return line[i] == ' ' || line[i] == '\t'
}

// escOnly reports whether a line holds nothing but bytes of set and white
// space.
func escOnly(line, set string) bool {
	return strings.Trim(line, set+" \t") == ""
}

// escRule is about bullets, thematic breaks, the underlines of headings and
// the second line of tables.
func escRule(line string, at Line) int {
	c := line[0]
	run := escRun(line, 0)
	bullet := c == '-' || c == '+' || c == '*'
	least := 3
	if at.Item {
		least = 2 // the item's own bullet may be the third
	}
	switch {
	case bullet && run == 1 && escGap(line, 1, at.whole):
		return 1
	case at.Top && c == '+' && run == 3:
		return 1
	case !at.whole:
		return 0
	case c == '*' || c == '_':
		return escIf(escOnly(line, line[:1]) && strings.Count(line, line[:1]) >= least, run)
	case c == '-' && at.First:
		return escIf(escOnly(line, "-") && strings.Count(line, "-") >= least, 1)
	case at.First || c == '+':
		return 0
	case c == '=':
		return escIf(strings.Trim(line[run:], " \t") == "", 1)
	default: // - | :
		return escIf(escOnly(line, "-:|") && strings.IndexByte(line, '-') >= 0, 1)
	}
}

// escNumber is about the markers of numbered lists. Only the number 1 may
// interrupt a paragraph (CommonMark 5.2).
func escNumber(line string, at Line) (from, to int) {
	n := len(line) - len(strings.TrimLeft(line, "0123456789"))
	marks := n < len(line) && (line[n] == '.' || line[n] == ')') && escGap(line, n+1, at.whole)
	if marks && n <= 9 && (at.First || strings.TrimLeft(line[:n], "0") == "1") {
		return n, n + 1
	}
	if !at.Nested || n+1 >= len(line) {
		return 0, 0
	}
	// In a list, cmark-gfm finds a box behind digits and any one character.
	rest := strings.TrimLeft(line[n+1:], " \t")
	if box := len(line) - len(rest); box > n+1 && escIsBox(rest) {
		return box, box + 1
	}
	return 0, 0
}

// escBracketStart is about definitions, of links and of notes, and about
// task items.
func escBracketStart(line string, at Line) bool {
	if at.label && (at.First || strings.HasPrefix(line, "[^")) {
		return true
	}
	return at.Item && at.First && escIsBox(line)
}

// escIsBox reports whether text begins with the box of a task item. GitHub
// asks for white space behind it, goldmark does not.
func escIsBox(s string) bool {
	return len(s) > 2 && s[0] == '[' && s[2] == ']' && (s[1] == ' ' || s[1]|0x20 == 'x')
}

// escSpeaker is about the turns of a completion prompt, which begin behind a
// blank line.
func escSpeaker(line string, at Line) (from, to int) {
	if !at.First || at.Nested {
		return 0, 0
	}
	for _, s := range escSpeakers {
		if strings.HasPrefix(line, s) {
			return len(s) - 1, len(s)
		}
	}
	return 0, 0
}
