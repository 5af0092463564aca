package omml

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/mathml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// maxRun is how long a run of a formula is at most, in bytes: each sign of it becomes
// an element. A longer one is text.
const maxRun = 1 << 12

// run appends the text of a run (22.1.2.87) that is seen.
func (r reader) run(out []*mathml.Node, n xmlread.NodeID) []*mathml.Node {
	if r.vanishes(n) || r.hides != nil && r.hides(n) {
		return out
	}
	normal := r.is(n, "rPr", "nor")
	variant := r.variant(n)
	for c := r.t.First(n); c != 0; c = r.t.Next(c) {
		if r.t.IsText(c) {
			continue
		}
		switch r.t.Name(c).Local {
		case "t":
			text := r.t.All(c)
			if normal || len(text) > maxRun {
				out = append(out, leaf("mtext", text))
			} else {
				out = tokens(out, text, variant)
			}
		case "AlternateContent", "Choice", "ins", "sdt", "sdtContent":
			out = append(out, r.children(c)...)
		case "noBreakHyphen":
			out = append(out, leaf("mo", "-"))
		}
	}
	return out
}

// vanishes reports whether a run is hidden, by the properties that it has as a text
// (17.3.2.41), which follow those of the equation.
func (r reader) vanishes(n xmlread.NodeID) bool {
	for c := r.t.First(n); c != 0; c = r.t.Next(c) {
		if !r.t.IsText(c) && r.t.Name(c).Local == "rPr" && r.on(c, "vanish") {
			return true
		}
	}
	return false
}

// variant returns the alphabet of a run in the words of MathML: its style
// (22.1.2.111) and its script (22.1.2.97).
func (r reader) variant(n xmlread.NodeID) string {
	style, _ := r.property(n, "rPr", "sty")
	script, _ := r.property(n, "rPr", "scr")
	bold := strings.HasPrefix(style, "b")
	switch script {
	case "double-struck", "monospace":
		return script
	case "script", "fraktur", "sans-serif":
		if bold {
			return "bold-" + script
		}
		return script
	}
	switch style {
	case "p":
		return "normal"
	case "b":
		return "bold"
	case "bi":
		return "bold-italic"
	}
	return "letters" // slanted, each one a name
}

// tokens appends text as identifiers, numbers and operators.
func tokens(out []*mathml.Node, text, variant string) []*mathml.Node {
	for text != "" {
		n, kind := token(text)
		word := text[:n]
		text = text[n:]
		switch kind {
		case tokenSpace:
			if len(out) > 0 && text != "" && isWord(out[len(out)-1]) {
				if _, next := token(text); next == tokenLetters || next == tokenNumber {
					out = append(out, leaf("mtext", " "))
				}
			}
		case tokenLetters:
			out = append(out, identifier(word, variant))
		case tokenNumber:
			number := leaf("mn", word)
			if variant != "letters" && variant != "normal" {
				number.Attrs = []mathml.Attr{{Name: "mathvariant", Value: variant}}
			}
			out = append(out, number)
		default:
			out = append(out, leaf("mo", word))
		}
	}
	return out
}

// identifier returns letters. Upright ones are a word, as the name of a
// function; others stand for themselves.
func identifier(word, variant string) *mathml.Node {
	id := leaf("mi", word)
	if variant != "normal" {
		id.Attrs = []mathml.Attr{{Name: "mathvariant", Value: variant}}
	}
	return id
}

func isWord(n *mathml.Node) bool { return n.Name == "mi" || n.Name == "mn" }

type tokenKind uint8

const (
	tokenOperator tokenKind = iota
	tokenSpace
	tokenLetters
	tokenNumber
)

// token returns the length and the kind of what a text begins with.
func token(text string) (int, tokenKind) {
	first, n := utf8.DecodeRuneInString(text)
	kind := kindOf(first)
	if kind == tokenOperator {
		return n, kind
	}
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		inNumber := kind == tokenNumber && (r == '.' || r == ',') && n+1 < len(text) && kindOf(rune(text[n+1])) == tokenNumber
		if kindOf(r) != kind && !inNumber && !unicode.Is(unicode.Mn, r) {
			break
		}
		n += size
	}
	return n, kind
}

func kindOf(r rune) tokenKind {
	switch {
	case r >= '0' && r <= '9':
		return tokenNumber
	case r == ' ', r == '\t', r == '\n', r == '\u00a0':
		return tokenSpace
	case unicode.IsLetter(r):
		return tokenLetters
	}
	return tokenOperator
}

// spacing returns the character that is on its own for a combining mark.
func spacing(mark string) string {
	switch mark {
	case "\u0300":
		return "`"
	case "\u0301":
		return "´"
	case "\u0304":
		return "¯"
	case "\u0305", "\u033f":
		return "‾"
	case "\u0306":
		return "˘"
	case "\u030a":
		return "˚"
	case "\u030c":
		return "ˇ"
	case "\u20d6":
		return "←"
	case "\u20e1":
		return "↔"
	case "\u20d1":
		return "⇀"
	}
	return mark
}
