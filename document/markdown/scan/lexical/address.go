package lexical

import (
	"strings"
	"unicode/utf8"
)

// Autolink returns the offset behind the autolink that s begins with, and whether
// it is a mail address; the complement of how far it read if there is none.
func Autolink(s string) (end int, mail bool) {
	i := schemeEnd(s)
	if i < 0 {
		end := angleMail(s)
		return end, end >= 0
	}
	for i < len(s) && s[i] > ' ' && s[i] != '<' && s[i] != '>' && s[i] != 0x7f {
		i++
	}
	if i < len(s) && s[i] == '>' {
		return i + 1, false
	}
	return ^i, false
}

// schemeEnd returns the offset of the colon behind the scheme of an autolink
// (CommonMark 6.5), or -1.
func schemeEnd(s string) int {
	i := 1
	for i < len(s) && i < 34 && (IsAlnum(s[i]) || strings.IndexByte("+-.", s[i]) >= 0) {
		i++
	}
	if i > 2 && i < 34 && i < len(s) && s[i] == ':' && IsAlpha(s[1]) {
		return i
	}
	return -1
}

// angleMail is [Autolink] for a mail address in angle brackets.
func angleMail(s string) int {
	i := 1
	for i < len(s) && (IsAlnum(s[i]) || strings.IndexByte(".!#$%&'*+/=?^_`{|}~-", s[i]) >= 0) {
		i++
	}
	if i == 1 || i == len(s) || s[i] != '@' {
		return ^i
	}
	for {
		var ok bool
		switch i, ok = hostLabel(s, i+1); {
		case !ok || s[i] != '>' && s[i] != '.':
			return ^i
		case s[i] == '>':
			return i + 1
		}
	}
}

// hostLabel returns where the label of a host ends that begins at from. It is not
// ok for what is none, or the end of the text.
func hostLabel(s string, from int) (end int, ok bool) {
	for end = from; end < len(s) && (IsAlnum(s[end]) || s[end] == '-'); end++ {
	}
	return end, end > from && end-from <= 63 && end < len(s) && s[from] != '-' && s[end-1] != '-'
}

// BareWWW returns the offset behind the bare link that s begins with, which begins
// with "www."; the complement of how far it read if there is none (GFM 6.9).
func BareWWW(s string) int {
	end := domain(s, false)
	if end <= 0 {
		return end
	}
	return bareEnd(s, end)
}

// BareURL is [BareWWW] for what begins with the :// of a link behind its scheme.
func BareURL(s string) int {
	const slashes = len("://")
	if len(s) <= slashes || !isHost(s, slashes) {
		return ^0
	}
	end := domain(s[slashes:], true)
	if end <= 0 {
		return end
	}
	return bareEnd(s, end+slashes)
}

// domain returns where the domain ends that s begins with; the
// complement of how far it read if there is none. Its last two parts have no
// underscores, unless it has more than ten dots. A short one needs no dot.
// As in cmark-gfm, the last character of a leaf is not judged.
func domain(s string, short bool) int {
	dots, before, last := 0, 0, 0
	i := 1
loop:
	for ; i < len(s)-1; i++ {
		switch c := s[i]; {
		case c == '_':
			last++
		case c == '.':
			before, last = last, 0
			dots++
		case c != '-' && !isHost(s, i):
			break loop
		}
	}
	if before+last > 0 && dots <= 10 || dots == 0 && !short {
		return ^i
	}
	return i
}

// isHost reports whether the character at i may be in a host's name:
// neither space nor punctuation.
func isHost(s string, i int) bool {
	c := s[i]
	if c < utf8.RuneSelf {
		return c > ' ' && c != 0x7f && !IsPunct(c)
	}
	if c < 0xc0 {
		return true // inside a character that was judged by its first byte
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return !IsSpaceRune(r) && !IsPunctRune(r)
}

// bareEnd returns where a bare link with a domain up to i ends: before
// white space or <, and before punctuation that rather belongs to the
// sentence (GFM 6.9).
func bareEnd(s string, i int) int {
	opened, closed := strings.Count(s[:i], "("), strings.Count(s[:i], ")")
	for i < len(s) && !IsSpace(s[i]) && s[i] != '<' {
		switch s[i] {
		case '(':
			opened++
		case ')':
			closed++
		}
		i++
	}
	for i > 0 {
		switch s[i-1] {
		case '?', '!', '.', ',', ':', '*', '_', '~', '\'', '"':
			i--
			continue
		case ')':
			if closed > opened {
				closed--
				i--
				continue
			}
		case ';':
			i = beforeEntity(s, i)
			continue
		}
		return i
	}
	return i
}

// beforeEntity returns the offset of the character reference that ends at
// i with a semicolon, or else that of the semicolon.
func beforeEntity(s string, i int) int {
	j := i - 2
	for j > 0 && IsAlpha(s[j]) {
		j--
	}
	if j >= 0 && j < i-2 && s[j] == '&' {
		return j
	}
	return i - 1
}
