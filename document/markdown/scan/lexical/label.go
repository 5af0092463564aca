// Package lexical has the small words of Markdown: classes of characters, labels of
// links, entities and mail addresses.
package lexical

import (
	"unicode"
	"unicode/utf8"
)

// Label normalises a link label (CommonMark 4.7): runs of white space
// become one space, none is left at the ends, and letters are folded by
// Unicode's full case folding, up to the choice of the letter that stands
// for its case variants.
func Label(label string) string {
	if scanIsNormal(label) {
		return label
	}
	b := make([]byte, 0, len(label)+8)
	space := false
	for i := 0; i < len(label); {
		c := label[i]
		switch {
		case IsSpace(c):
			space = len(b) > 0
			i++
			continue
		case space:
			b = append(b, ' ')
			space = false
		}
		if c < utf8.RuneSelf {
			b = append(b, scanLower(c))
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(label[i:])
		b = scanFold(b, r)
		i += size
	}
	return string(b)
}

// scanIsNormal reports whether an ASCII label is its own normal form.
func scanIsNormal(label string) bool {
	if label == "" || label[0] == ' ' || label[len(label)-1] == ' ' {
		return label == ""
	}
	for i := range len(label) {
		c := label[i]
		if c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' || c < ' ' || c == ' ' && label[i-1] == ' ' {
			return false
		}
	}
	return true
}

// scanFold appends what a character beyond ASCII folds to.
func scanFold(b []byte, r rune) []byte {
	if full, ok := scanFullFold(r); ok {
		for _, f := range full {
			b = scanFoldSimple(b, f)
		}
		return b
	}
	return scanFoldSimple(b, r)
}

// scanFoldSimple appends the least of the characters that differ from r in
// case only, in lower case if that is ASCII.
func scanFoldSimple(b []byte, r rune) []byte {
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	if least < utf8.RuneSelf {
		return append(b, scanLower(byte(least)))
	}
	return utf8.AppendRune(b, least)
}

// scanFullFold returns what r folds to if that is several characters.
func scanFullFold(r rune) (string, bool) {
	if r < scanFolds[0].from || r > scanFolds[len(scanFolds)-1].from {
		return "", false
	}
	lo, hi := 0, len(scanFolds)
	for lo < hi {
		mid := (lo + hi) / 2
		if scanFolds[mid].from < r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if scanFolds[lo].from != r {
		return "", false
	}
	return scanFolds[lo].to, true
}

// scanLower returns an ASCII letter in lower case, and other bytes as they are.
func scanLower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// IsSpace reports whether c is white space in a label.
func IsSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// IsPunct reports whether c is an ASCII punctuation character.
func IsPunct(c byte) bool {
	return c > ' ' && c < '0' || c > '9' && c < 'A' || c > 'Z' && c < 'a' || c > 'z' && c < 0x7f
}

// IsAlpha reports whether c is an ASCII letter.
func IsAlpha(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// IsAlnum reports whether c is an ASCII letter or digit.
func IsAlnum(c byte) bool { return IsAlpha(c) || c >= '0' && c <= '9' }

// HasFold reports whether text begins with prefix, which is in lower
// case, in any case of ASCII letters.
func HasFold(text, prefix string) bool {
	if len(text) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if scanLower(text[i]) != prefix[i] {
			return false
		}
	}
	return true
}
