// Package names shows the names of files. A name may hold any byte but two, and
// what is shown of it is in headings, manifests, answers and terminals:
// there two names must never look the same.
package names

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Show returns a name as text of one line, in which everything can be seen.
// Characters without a look of their own are shown as \u{…}, bytes that are not
// UTF-8 as \x…, and so is a backslash that would look like the start of either.
// No two names are shown alike; [Read] is the way back.
func Show(name string) string {
	if plain(name) {
		return name
	}
	return show(name, true)
}

// Shell returns a path as a shell takes it.
func Shell(path string) string {
	if path != "" && strings.Trim(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./") == "" {
		return path
	}
	return "'" + strings.ReplaceAll(Show(path), "'", `'\''`) + "'"
}

// Visible returns other text as one line in which everything can be seen, such
// as a label. It shows characters as [Show] does; backslashes stay, and a byte
// that is not UTF-8 becomes U+FFFD.
func Visible(text string) string {
	if plain(text) {
		return text
	}
	return show(strings.ToValidUTF8(text, "\uFFFD"), false)
}

// plain reports whether a text is ASCII in which nothing is to be shown.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c > '~' || c == '\\' {
			return false
		}
	}
	return true
}

func show(s string, exact bool) string {
	var b strings.Builder
	before := ' ' // the rune before, as it was shown: a space at the start
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		next, _ := utf8.DecodeRuneInString(s[i+n:])
		if i+n == len(s) {
			next = ' '
		}
		switch {
		case r == utf8.RuneError && n == 1:
			b.WriteString(`\x` + strconv.FormatUint(uint64(s[i])|0x100, 16)[1:])
		case r == '\\' && exact && (next == 'x' || strings.HasPrefix(s[i+n:], "u{")):
			b.WriteString(`\x5c`)
		case r == ' ' && (before == ' ' || i+n == len(s)), hidden(r) && !joins(before, r, next):
			b.WriteString(`\u{` + strconv.FormatInt(int64(r), 16) + "}")
			r = '}'
		default:
			b.WriteString(s[i : i+n])
		}
		before = r
		i += n
	}
	return b.String()
}

// Read returns the name that is shown so. What no name is shown as is a name
// itself.
func Read(shown string) string {
	if strings.IndexByte(shown, '\\') < 0 {
		return shown
	}
	var b strings.Builder
	for i := 0; i < len(shown); i++ {
		rest := shown[i:]
		switch {
		case strings.HasPrefix(rest, `\x`) && len(rest) >= 4:
			if c, err := strconv.ParseUint(rest[2:4], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 3
				continue
			}
		case strings.HasPrefix(rest, `\u{`):
			digits, _, _ := strings.Cut(rest[3:], "}")
			if r, err := strconv.ParseUint(digits, 16, 21); err == nil {
				b.WriteRune(rune(r))
				i += len(`\u{}`) + len(digits) - 1
				continue
			}
		}
		b.WriteByte(shown[i])
	}
	if name := b.String(); Show(name) == shown {
		return name
	}
	return shown
}

// hidden reports whether a character has no look of its own, looks like a space
// or changes the look of others.
func hidden(r rune) bool {
	switch {
	case r == ' ', r == 0x3000: // which is as wide as the characters that it is among
		return false
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zs, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Noncharacter_Code_Point):
		return true
	}
	return r == 0x2800 || r == 0x1d159 // a blank of Braille, a note without a head
}

// joins reports whether a joiner is where it belongs: between letters of a
// script that joins, or between emoji.
func joins(before, r, after rune) bool {
	switch r {
	case 0x200d:
		return script(before) && script(after) || emoji(before) && emoji(after)
	case 0x200c:
		return script(before) && script(after)
	}
	return false
}

// script reports whether a character is one of a script whose letters join.
func script(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
		unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar)
}

// emoji reports whether a character may be one of a sequence of emoji.
func emoji(r rune) bool {
	return r >= 0x2190 && unicode.Is(unicode.So, r) || r >= 0x1f3fb && r <= 0x1f3ff
}
