package token

import "bytes"

const (
	// maxAppended is how far behind the end of a document another one begins at
	// most, in bytes.
	maxAppended = 128
	// maxMore is how far behind a closing brace the document goes on at most.
	maxMore = 64
)

// Another reports whether a whole second document follows, as programs leave it
// that join reports without looking, and moves to it.
func (l *Lexer) Another() bool {
	near := l.ahead(maxAppended)
	i := bytes.Index(near, []byte(`{\rtf`))
	if i < 0 {
		return false
	}
	l.Line += bytes.Count(near[:i], []byte{'\n'})
	l.at += i
	return true
}

// GoesOn reports whether what follows the last closing brace is still part of
// the document: braces that do not match, as some programs write them.
func (l *Lexer) GoesOn() bool {
	for i, c := range l.ahead(maxMore) {
		switch c {
		case ' ', '\t', '\r', '\n', 0, 0x1A, '}':
		case '\\':
			rest := l.of.size - l.Offset() - int64(i)
			tail := l.of.tail[max(0, len(l.of.tail)-int(min(rest, tailSize))):]
			return bytes.HasSuffix(bytes.TrimRight(tail, " \t\r\n\x00\x1A"), []byte{'}'})
		default:
			return false
		}
	}
	return false
}

// Trailing reports whether there is something behind the end of the document.
// Word processors do not read it.
func (l *Lexer) Trailing() bool {
	for l.have(1) {
		if len(bytes.Trim(l.src[l.at:], " \t\r\n\x00\x1A}")) > 0 {
			return true
		}
		l.at = len(l.src)
	}
	return false
}

// maxTrail is how far RawTrail looks, in bytes.
const maxTrail = 40

// RawTrail returns the next byte if it means something to RTF and may yet be the
// second one of a character of two bytes: the backslash in ソ, the brace in 本.
// Some programs escape that byte, some do not. Skip moves over it.
func (l *Lexer) RawTrail() (c byte, ok bool) {
	ahead := l.ahead(maxTrail)
	if len(ahead) == 0 {
		return 0, false
	}
	switch c = ahead[0]; c {
	case '{', '}':
		return c, true
	case '\\':
		return c, l.isRawTrail(ahead)
	}
	return 0, false
}

// Skip moves over a byte.
func (l *Lexer) Skip() { l.at++ }

// isRawTrail reports whether the backslash that a text begins with is part of a
// character, as far as what follows it shows: it is not if it begins a control
// word or escapes what follows.
func (l *Lexer) isRawTrail(text []byte) bool {
	rest := bytes.TrimLeft(text, `\`)
	switch known := l.isKnown(rest); len(text) - len(rest) {
	case 1:
		return !known && len(rest) > 0 && bytes.IndexByte([]byte("'{}*~"), rest[0]) < 0
	case 2:
		return known // the second one begins the word
	}
	return false
}

// isKnown reports whether a text begins with a control word of two letters and
// more that means something.
func (l *Lexer) isKnown(text []byte) bool {
	n := 0
	for n < len(text) && isLetter(text[n]) {
		n++
	}
	return n >= 2 && l.index.of(text[:n]) != 0
}
