// Package oneline makes short, harmless lines of texts that somebody else
// wrote: for terminals, titles and messages.
package oneline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Rune returns a sign as a terminal may have it, U+FFFD for one that it may
// not: controls move the cursor or worse (ECMA-48), those of direction make a
// line read as what it is not (UAX #9). Line feed and tab stay.
func Rune(r rune) rune {
	switch {
	case r == '\n' || r == '\t':
		return r
	case r < ' ', r >= 0x7f && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x2028, r == 0x2029:
		return utf8.RuneError
	}
	return r
}

// Safe returns a text on one line, as a terminal may have it ([Rune]).
func Safe(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		return Rune(r)
	}, text)
}

// Message returns what a stranger's program says on one line of at most so many
// bytes, without anything that is not seen: format characters, too.
func Message(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > most {
		return Cut(text, most) + " …"
	}
	return text
}

// Short returns the start of a text on one line of at most so many characters.
func Short(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) <= most {
		return string(runes)
	}
	return strings.TrimSpace(string(runes[:most-1])) + "…"
}

// Cut returns the first bytes of a text, whole characters of them.
func Cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}
