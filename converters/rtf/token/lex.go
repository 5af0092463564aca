// Package token cuts RTF into tokens: braces, control words with their numbers,
// text, and bytes in hexadecimal. It reads through a window on the file, so that
// little of it is held, and moves over the data of \bin. It knows no groups.
//
//   - end.go: what may follow where a document seems to end
//   - lex.go, index.go: tokens and control words
//   - source.go: the file and the window
package token

import (
	"bytes"
	"unicode/utf8"
)

// Kind is what a token is.
type Kind uint8

// The kinds of tokens.
const (
	End     Kind = iota // of the input
	Open                // {
	Close               // }
	Star                // \*
	Control             // a control word or symbol
	Text                // bytes of text without line ends
	Byte                // one byte, written as \'hh
)

// Token is a piece of the source. Its text is valid until the next one is read.
type Token struct {
	Kind   Kind
	Char   byte // of Byte
	High   bool // the text has bytes beyond ASCII
	HasNum bool
	Word   Word   // of Control
	Num    int    // of Control; 0 where there is none
	Text   []byte // of Text
}

// Lexer cuts the source into tokens.
type Lexer struct {
	window
	Line  int   // of the next byte, from 1
	Cut   bool  // the source ends inside a group or its binary data
	Token Token // the last one
	index *Index
}

// NewLexer returns a lexer of a source that knows some words.
func NewLexer(s *Source, index *Index) *Lexer {
	return &Lexer{window: s.open(), Line: s.line, index: index}
}

// plainBytes tells the bytes that are text as they are.
var plainBytes = func() (t [256]bool) {
	for i := range t {
		t[i] = i != '\\' && i != '{' && i != '}' && i != '\n' && i != '\r' && i != 0
	}
	return t
}()

// Next reads the next token.
func (l *Lexer) Next() {
	for l.have(1) {
		switch c := l.src[l.at]; c {
		case '{':
			l.at++
			l.Token.Kind = Open
			return
		case '}':
			l.at++
			l.Token.Kind = Close
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
	l.Token.Kind = End
}

// plain reads text up to what ends it, or to the end of what is held.
func (l *Lexer) plain() {
	at, all := l.at, byte(0)
	src := l.src
	for at < len(src) && plainBytes[src[at]] {
		all |= src[at]
		at++
	}
	l.Token.Kind, l.Token.Text, l.Token.High = Text, src[l.at:at], all >= utf8.RuneSelf
	l.at = at
}

// newline moves over a line end: LF, CRLF or CR.
func (l *Lexer) newline() {
	if l.src[l.at] == '\r' && l.have(2) && l.src[l.at+1] == '\n' {
		l.at++
	}
	l.at++
	l.Line++
}

// control reads what a backslash begins.
func (l *Lexer) control() {
	l.at++
	t := &l.Token
	if !l.have(1) {
		t.Kind = End
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
		l.sign(l.index.par)
		return
	}
	l.at++
	switch c {
	case '\\', '{', '}':
		t.Kind, t.Text, t.High = Text, l.src[l.at-1:l.at], false
	case '\'':
		l.hex()
	case '*':
		t.Kind = Star
	default:
		l.sign(l.index.of(l.src[l.at-1 : l.at]))
	}
}

// sign makes a word without a number the token.
func (l *Lexer) sign(w Word) {
	t := &l.Token
	t.Kind, t.Word, t.HasNum, t.Num = Control, w, false, 0
}

// hex reads the digits of \'hh. Without two of them it is not a character.
func (l *Lexer) hex() {
	if l.have(2) {
		hi, lo := hexValue(l.src[l.at]), hexValue(l.src[l.at+1])
		if hi >= 0 && lo >= 0 {
			l.at += 2
			l.Token.Kind, l.Token.Char = Byte, byte(hi<<4|lo)
			return
		}
	}
	l.sign(0)
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

// maxNum bounds the numbers of control words; what is beyond means nothing.
const maxNum = 1<<31 - 1

// maxWord is how long a control word with a meaning may be.
const maxWord = 64

// controlWord reads a control word with its number and the blank behind it.
func (l *Lexer) controlWord() {
	l.have(maxWord)
	from, at := l.at, l.at
	for at < len(l.src) && isLetter(l.src[at]) {
		at++
	}
	l.at = at
	t := &l.Token
	l.sign(l.index.of(l.src[from:at]))
	for at-from > maxWord && l.have(1) && isLetter(l.src[l.at]) {
		l.at++ // what is held ended inside of a word that means nothing
		l.sign(0)
	}
	if l.have(1) && (isDigit(l.src[l.at]) || l.src[l.at] == '-' && l.have(2) && isDigit(l.src[l.at+1])) {
		t.HasNum, t.Num = true, l.number()
	}
	if l.have(1) && l.src[l.at] == ' ' {
		l.at++
	}
	if t.Word == l.index.bin && t.Word != 0 {
		l.binary(t.Num)
	}
}

// number reads the number of a control word.
func (l *Lexer) number() int {
	negative := l.src[l.at] == '-'
	if negative {
		l.at++
	}
	n := 0
	for ; l.have(1) && isDigit(l.src[l.at]); l.at++ {
		if n > maxNum/10-1 {
			n = maxNum
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
func (l *Lexer) binary(n int) {
	for n > 0 {
		if !l.have(1) {
			l.Cut = true
			return
		}
		piece := l.src[l.at:min(l.at+n, len(l.src))]
		l.Line += bytes.Count(piece, []byte{'\n'})
		l.at += len(piece)
		n -= len(piece)
	}
}

// SkipGroup moves to the closing brace of the group that it is in. It reports
// whether there is one.
func (l *Lexer) SkipGroup() bool {
	for depth := 1; l.have(1); {
		switch l.src[l.at] {
		case '{':
			depth++
			l.at++
		case '}':
			if depth--; depth == 0 {
				return true
			}
			l.at++
		case '\\':
			l.control()
		case '\n', '\r':
			l.newline()
		case 0:
			l.at++
		default:
			l.plain()
		}
	}
	l.Cut = true
	return false
}
