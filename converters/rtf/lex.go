package rtf

import (
	"bytes"
	"unicode/utf8"
)

// kind is what a token is.
type kind uint8

const (
	tokenEnd   kind = iota // the input is over
	tokenOpen              // {
	tokenClose             // }
	tokenStar              // \*
	tokenWord              // a control word or symbol with a meaning, or an unknown one
	tokenText              // bytes of text without line ends
	tokenByte              // one byte, written as \'hh
)

// token is a piece of the source. Text points into it.
type token struct {
	kind   kind
	word   word
	hasNum bool
	char   byte // of tokenByte
	high   bool // the text has bytes beyond ASCII
	num    int
	text   []byte // of tokenText
}

// lexer cuts the source into tokens. It does not know groups.
type lexer struct {
	window
	line  int // of the byte at
	cut   bool
	token token // the last one
}

// plainBytes tells the bytes that are text as they stand.
var plainBytes = func() (t [256]bool) {
	for i := range t {
		t[i] = i != '\\' && i != '{' && i != '}' && i != '\n' && i != '\r' && i != 0
	}
	return t
}()

// next reads the next token.
func (l *lexer) next() {
	for l.have(1) {
		switch c := l.src[l.at]; c {
		case '{':
			l.at++
			l.token.kind = tokenOpen
			return
		case '}':
			l.at++
			l.token.kind = tokenClose
			return
		case '\\':
			l.control()
			return
		case '\n', '\r':
			l.newline()
		case 0:
			l.at++
		default:
			l.plain()
			return
		}
	}
	l.token.kind = tokenEnd
}

// plain reads text up to what ends it, or to the end of what is held.
func (l *lexer) plain() {
	at, all := l.at, byte(0)
	src := l.src
	for at < len(src) && plainBytes[src[at]] {
		all |= src[at]
		at++
	}
	l.token.kind, l.token.text, l.token.high = tokenText, src[l.at:at], all >= utf8.RuneSelf
	l.at = at
}

// newline moves over a line end: LF, CRLF or CR.
func (l *lexer) newline() {
	if l.src[l.at] == '\r' && l.have(2) && l.src[l.at+1] == '\n' {
		l.at++
	}
	l.at++
	l.line++
}

// control reads what a backslash begins.
func (l *lexer) control() {
	l.at++
	t := &l.token
	if !l.have(1) {
		t.kind = tokenEnd
		return
	}
	c := l.src[l.at]
	if isLetter(c) {
		l.controlWord()
		return
	}
	switch c {
	case '\n', '\r':
		l.newline()
		l.sign(wPar)
		return
	}
	l.at++
	switch c {
	case '\\', '{', '}':
		t.kind, t.text, t.high = tokenText, l.src[l.at-1:l.at], false
	case '\'':
		l.hex()
	case '*':
		t.kind = tokenStar
	default:
		l.sign(symbolWord(c))
	}
}

// sign makes a word without a number the token.
func (l *lexer) sign(w word) {
	t := &l.token
	t.kind, t.word, t.hasNum, t.num = tokenWord, w, false, 0
}

// symbolWord returns the word that a control symbol stands for.
func symbolWord(c byte) word {
	switch c {
	case '~':
		return wNoBreakSpace
	case '_':
		return wNoBreakHyphen
	case '-':
		return wSoftHyphen
	case '\t':
		return wTab
	default:
		return wUnknown // \| and \: belong to index entries
	}
}

// hex reads the digits of \'hh. Without two of them it is no character.
func (l *lexer) hex() {
	if l.have(2) {
		hi, lo := hexValue(l.src[l.at]), hexValue(l.src[l.at+1])
		if hi >= 0 && lo >= 0 {
			l.at += 2
			l.token.kind, l.token.char = tokenByte, byte(hi<<4|lo)
			return
		}
	}
	l.sign(wUnknown)
}

func hexValue(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// numMost bounds the numbers of control words; what is beyond means nothing.
const numMost = 1<<31 - 1

// wordMost is how long a control word with a meaning may be.
const wordMost = 64

// controlWord reads a control word with its number and the blank behind it.
func (l *lexer) controlWord() {
	l.have(wordMost)
	from, at, hash := l.at, l.at, uint32(0)
	for at < len(l.src) && isLetter(l.src[at]) {
		hash = hash*wordFactor + uint32(l.src[at])
		at++
	}
	l.at = at
	t := &l.token
	l.sign(wordOf(hash, l.src[from:at]))
	for at-from > wordMost && l.have(1) && isLetter(l.src[l.at]) {
		l.at++ // what is held ended inside of a word that means nothing
		l.sign(wUnknown)
	}
	if l.have(1) && (isDigit(l.src[l.at]) || l.src[l.at] == '-' && l.have(2) && isDigit(l.src[l.at+1])) {
		t.hasNum, t.num = true, l.number()
	}
	if l.have(1) && l.src[l.at] == ' ' {
		l.at++
	}
	if t.word == wBin {
		l.binary(t.num)
	}
}

// number reads the number of a control word.
func (l *lexer) number() int {
	negative := l.src[l.at] == '-'
	if negative {
		l.at++
	}
	n := 0
	for ; l.have(1) && isDigit(l.src[l.at]); l.at++ {
		if n > numMost/10-1 {
			n = numMost
			continue
		}
		n = n*10 + int(l.src[l.at]-'0')
	}
	if negative {
		return -n
	}
	return n
}

// binary moves over the n bytes behind \bin, or to the end of the source if
// it has fewer.
func (l *lexer) binary(n int) {
	for n > 0 {
		if !l.have(1) {
			l.cut = true
			return
		}
		piece := l.src[l.at:min(l.at+n, len(l.src))]
		l.line += bytes.Count(piece, []byte{'\n'})
		l.at += len(piece)
		n -= len(piece)
	}
}

// skipGroup moves behind the closing brace of the group that it is in. It
// reports whether there is one.
func (l *lexer) skipGroup() bool {
	for depth := 1; l.have(1); {
		switch l.src[l.at] {
		case '{':
			depth++
			l.at++
		case '}':
			l.at++
			if depth--; depth == 0 {
				return true
			}
		case '\\':
			l.control()
		case '\n', '\r':
			l.newline()
		default:
			l.at++
			for l.at < len(l.src) && plainBytes[l.src[l.at]] {
				l.at++
			}
		}
	}
	return false
}
