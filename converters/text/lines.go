package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/plain"
)

// tabStop is how far a tab reaches. Indentation is only ever compared.
const tabStop = 4

// line is a line that is not blank.
type line struct {
	raw    string // without trailing blanks
	lead   int    // bytes of blanks in front
	indent int    // the same in columns
	number int    // from 1
	apart  bool   // a blank line is before it
}

// text returns the line without its indentation.
func (l *line) text() string { return l.raw[l.lead:] }

// lines reads a text line by line. A form feed and the like ends a line, but none that
// editors count.
type lines struct {
	rest   string
	number int
	odd    bool // the text has such line ends
	within bool // the next line goes on in the line of this number
}

func newLines(text string) lines { return lines{rest: text, odd: plain.HasOddLine(text)} }

// next returns the next line that is not blank.
func (l *lines) next() (line, bool) {
	apart := false
	for l.rest != "" {
		end, size := plain.LineEnd(l.rest, l.odd)
		raw := l.rest[:end]
		if !l.within {
			l.number++
		}
		l.within = size > 0 && l.rest[end] != '\n'
		l.rest = l.rest[end+size:]
		at, indent := indentation(raw)
		text := trimBlanks(raw[at:])
		if text != "" && (text[0] < utf8.RuneSelf || strings.TrimSpace(text) != "") {
			return line{raw: raw[:at+len(text)], lead: at, indent: indent, number: l.number, apart: apart}, true
		}
		apart = true
	}
	return line{}, false
}

// trimBlanks removes the blanks at the end of a line.
func trimBlanks(s string) string {
	n := len(s)
	for n > 0 && (s[n-1] == ' ' || s[n-1] == '\t') {
		n--
	}
	return s[:n]
}

// indentation returns how many bytes and columns of blanks a line begins with.
func indentation(s string) (size, columns int) {
	for size < len(s) {
		switch s[size] {
		case ' ':
			columns++
		case '\t':
			columns += tabStop - columns%tabStop
		default:
			return size, columns
		}
		size++
	}
	return size, columns
}

// marker is what makes a line an item of a list.
type marker struct {
	text string // "-", "•", "12."
	kind rune   // the bullet, or the character after the number
	size int    // bytes up to the item's text
}

// ordered reports whether the marker has a number.
func (m marker) ordered() bool { return m.kind == '.' || m.kind == ')' }

// maxDigits is how long an item's number may be; a longer one is a year.
const maxDigits = 3

// markerOf returns the marker of a line's text, if it has one and something
// after it.
func markerOf(s string) (marker, bool) {
	var m marker
	switch b := s[0]; {
	case b == '-' || b == '*':
		m = marker{text: s[:1], kind: rune(b)}
	case b >= '0' && b <= '9':
		n := 1
		for n < len(s) && n <= maxDigits && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		if n > maxDigits || n == len(s) || s[n] != '.' && s[n] != ')' {
			return m, false
		}
		m = marker{text: s[:n+1], kind: rune(s[n])}
	case b >= utf8.RuneSelf:
		r, n := utf8.DecodeRuneInString(s)
		if !strings.ContainsRune("•‣◦▪▫●○■□·⁃", r) {
			return m, false
		}
		m = marker{text: s[:n], kind: r}
	default:
		return m, false
	}
	gap, _ := indentation(s[len(m.text):])
	m.size = len(m.text) + gap
	if gap == 0 || m.size == len(s) || ornament(s) {
		return marker{}, false
	}
	return m, true
}

// ornament reports whether a line is a row of dashes or stars, as writers set
// between scenes: it is not an item, though it begins as one.
func ornament(s string) bool {
	for i := range len(s) {
		if s[i] != s[0] && s[i] != ' ' && s[i] != '\t' {
			return false
		}
	}
	return true
}

// opens reports whether an item may begin in the middle of a paragraph. A
// number other than 1 that begins a line is more often the end of a sentence.
func (m marker) opens() bool {
	return !m.ordered() || m.text[:len(m.text)-1] == "1"
}

// wrappedFrom is the length in bytes from which on a line can have been
// wrapped.
const wrappedFrom = 40

// wrapped reports whether a line that is not indented goes on where the one
// before it, in an item, had no more room.
func wrapped(before, l line) bool {
	if l.apart || len(before.text()) < wrappedFrom {
		return false
	}
	r, _ := utf8.DecodeRuneInString(l.text())
	return unicode.IsLower(r)
}
