// Package lexical has the small words of Markdown: classes of characters, labels,
// destinations and titles of links, entities, tags, and addresses.
//
//   - address.go, mail.go: addresses
//   - entity.go: character references
//   - label.go, fold_table.go: labels
//   - tag.go: tags
//   - link.go: destinations, titles and definitions
//   - char.go: classes of characters
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
	if isNormal(label) {
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
			b = append(b, lower(c))
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(label[i:])
		b = fold(b, r)
		i += size
	}
	return string(b)
}

// isNormal reports whether an ASCII label is its own normal form.
func isNormal(label string) bool {
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

// fold appends what a character beyond ASCII folds to.
func fold(b []byte, r rune) []byte {
	if full, ok := fullFold(r); ok {
		for _, f := range full {
			b = foldSimple(b, f)
		}
		return b
	}
	return foldSimple(b, r)
}

// foldSimple appends the least of the characters that differ from r in
// case only, in lower case if that is ASCII.
func foldSimple(b []byte, r rune) []byte {
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	if least < utf8.RuneSelf {
		return append(b, lower(byte(least)))
	}
	return utf8.AppendRune(b, least)
}

// fullFold returns what r folds to if that is several characters.
func fullFold(r rune) (string, bool) {
	if r < folds[0].from || r > folds[len(folds)-1].from {
		return "", false
	}
	lo, hi := 0, len(folds)
	for lo < hi {
		mid := (lo + hi) / 2
		if folds[mid].from < r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if folds[lo].from != r {
		return "", false
	}
	return folds[lo].to, true
}
