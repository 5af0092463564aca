package inline

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document/markdown/chattoken"
)

// escAround returns what is on both sides of s[from:to] inside s.
func escAround(s string, from, to int) (before, after escSide) {
	if from > 0 {
		r, _ := utf8.DecodeLastRuneInString(s[:from])
		before = escSideOf(r)
	}
	if to < len(s) {
		r, _ := utf8.DecodeRuneInString(s[to:])
		after = escSideOf(r)
	}
	return before, after
}

// around is escAround that looks at the neighbours of an atom, too.
func (p *place) around(atom, from, to int) (before, after escSide) {
	s := p.atoms[atom].text
	before, after = escAround(s, from, to)
	if p.atoms[atom].kind == atomLabel {
		return before, after // a blank is before all of it, and a bracket behind
	}
	if from == 0 {
		before = p.outside(atom - 1)
	}
	if to == len(s) {
		after = p.outside(atom + 1)
	}
	return before, after
}

// outside returns what a neighbouring atom puts beside text.
func (p *place) outside(atom int) escSide {
	if atom < 0 || atom >= len(p.atoms) {
		return escSpace
	}
	switch a := p.atoms[atom]; {
	case a.kind == atomSoft:
		return escSpace
	case a.kind == atomHard && atom < p.at && p.mode == Paragraph:
		return escSpace
	case a.kind == atomOpen || a.kind == atomShut:
		return escAny
	}
	return escPunct
}

// survey finds out which characters of the block could work in pairs, and
// so take escapes. The spans say that it has more than text and breaks.
func (e *escaper) survey(mask uint16, spans bool) {
	e.pairs = 0
	e.mails = mask&escAt != 0
	e.must = escBack | escOpen | escShut | escLess | escAmp | escControl
	if e.in.mode == Cell {
		e.must |= escPipe
	}
	if spans {
		e.must |= escAt | escParen
	}
	if mask&escFlank == 0 {
		return
	}
	var opened uint16
	var ticks int
	for i, a := range e.in.atoms {
		if a.kind == atomText || a.kind == atomLabel {
			opened, ticks = e.surveyText(i, opened, ticks)
		}
		e.surveySpan(a)
	}
	if ticks > 1 {
		e.pairs |= escTick
	}
	e.must |= e.pairs
}

// surveySpan takes in what the writer's own delimiters could pair with.
func (e *escaper) surveySpan(a atom) {
	switch a.kind {
	case atomOpen:
		e.pairs |= escStar | escTilde
	case atomCode:
		e.pairs |= escTick
	case atomLink:
		if strings.IndexByte(a.title, '`') >= 0 {
			e.pairs |= escTick
		}
	case atomRaw:
		e.pairs |= escTick | escDollar | escUnder
	}
}

// surveyText looks at the runs in one text: a run that may close behind one
// that may open makes a pair.
func (e *escaper) surveyText(atom int, opened uint16, ticks int) (uint16, int) {
	s := e.in.atoms[atom].text
	e.address = escHasAddress(s)
	for i := 0; i < len(s); i++ {
		class := escClass[s[i]] & escFlank
		if class == 0 {
			continue
		}
		n := escRun(s, i)
		if class == escTick {
			ticks++
			i += n - 1
			continue
		}
		opens, closes := e.roles(atom, i, n)
		if closes && opened&class != 0 {
			e.pairs |= class
		}
		if opens {
			opened |= class
		}
		i += n - 1
	}
	return opened, ticks
}

// roles returns whether the run of n bytes at i may open and may close.
func (e *escaper) roles(atom, i, n int) (opens, closes bool) {
	s := e.in.atoms[atom].text
	before, after := e.in.around(atom, i, i+n)
	if s[i] == '$' {
		digit := i+n < len(s) && s[i+n] >= '0' && s[i+n] <= '9'
		return after != escSpace || n > 1, (before != escSpace || n > 1) && !digit
	}
	if e.address && escAddressBorder(s, i, n) {
		return true, true
	}
	return escMayOpen(s[i], before, after), escMayClose(s[i], before, after)
}

// text appends the text of an atom from an offset on, with its escapes.
func (e *escaper) text(buf []byte, from int) []byte {
	s := e.in.atoms[e.in.at].text
	e.address, e.hot = escHasAddress(s), -1
	if !e.address || e.link {
		return e.stretch(buf, s, from, len(s))
	}
	e.odd = -1
	for end := 0; from < len(s); {
		start := escNextAddress(s, from)
		buf = e.stretch(buf, s, from, start)
		if start == len(s) {
			break
		}
		if end <= start {
			end = escAddressEnd(s, start)
		}
		buf, from = e.textAddress(buf, s, start, end)
	}
	return buf
}

// stretch appends s[from:to] with its escapes.
func (e *escaper) stretch(buf []byte, s string, from, to int) []byte {
	start := from
	for i := from; i < to; i++ {
		for i+8 <= to && escEight(s[i:])&e.must == 0 && (e.token < i || e.token >= i+8) {
			i += 8
		}
		if i == to {
			break
		}
		class := escClass[s[i]] & e.must
		if i == e.token {
			class |= escBack
		}
		if class == 0 {
			continue
		}
		buf = append(buf, s[start:i]...)
		n := 1
		if class&escFlank != 0 {
			n = min(escRun(s, i), to-i)
		}
		buf = e.special(buf, s, i, n)
		i += n - 1
		start = i + 1
	}
	return append(buf, s[start:to]...)
}

// special appends the run of n bytes at i, each behind a backslash if it
// needs one.
func (e *escaper) special(buf []byte, s string, i, n int) []byte {
	c := s[i]
	if c == '[' && escCaret(buf) { // the bracket itself may pair with one of a link
		buf = escBefore(buf)
	}
	switch {
	case c == '\\' && e.in.entityBackslash(s, i):
		return append(buf, "&#92;"...)
	case !e.escapes(buf, s, i, n):
		return append(buf, s[i:i+n]...)
	}
	for range n {
		buf = append(buf, '\\', c)
	}
	return buf
}

// entityBackslash reports whether a backslash is where readers differ on
// how to escape it: in front of a pipe or at the end of a cell, and in front
// of a hard break (goldmark).
func (p *place) entityBackslash(s string, i int) bool {
	last := i+1 == len(s)
	if p.inLabel() {
		return p.mode == Cell && !last && s[i+1] == '|'
	}
	if p.mode == Cell {
		return !last && s[i+1] == '|' || last && p.at == len(p.atoms)-1
	}
	return last && p.at+1 < len(p.atoms) && p.atoms[p.at+1].kind == atomHard
}

// escapes reports whether the run of n bytes at i needs escapes.
func (e *escaper) escapes(buf []byte, s string, i, n int) bool {
	c := s[i]
	if e.always(c, i) {
		return true
	}
	switch c {
	case '*', '_', '~', '$':
		before, after := e.in.around(e.in.at, i, i+n)
		if c == '_' && before == escLetter && after == escLetter {
			return e.address && escAddressBorder(s, i, n)
		}
		return before != escSpace || after != escSpace
	case '`', '|':
		return true
	case '\\':
		return e.backslash(s, i)
	case '[', '<':
		return e.opener(s, i)
	case ']':
		if end := chattoken.End(s, i); end > 0 {
			e.token = end - 1
			e.tokens++
		}
		return e.link && e.loose || i+1 < len(s) && s[i+1] == '('
	case '&':
		return escIsEntity(s, i)
	case '@':
		return escGluedMail(buf)
	case '(':
		return i == 0 && e.in.at > 0 && e.in.atoms[e.in.at-1].kind == atomNote
	}
	return false
}

// backslash reports whether the backslash at i would escape what follows it.
func (e *escaper) backslash(s string, i int) bool {
	if i+1 == len(s) {
		return e.in.at+1 < len(e.in.atoms)
	}
	if c := s[i+1]; c != ' ' && c != '\t' {
		return escIsPunct(c)
	}
	// goldmark forgets the white space when an address follows, and then does
	// not see the next backslash.
	return e.address || e.mails
}

// opener is about "<" and "[", and about the special tokens that begin with
// them.
func (e *escaper) opener(s string, i int) bool {
	if end := chattoken.End(s, i); end > 0 {
		e.token = end - 1
		e.tokens++
		if s[i] == '<' {
			return strings.IndexByte(s[i:end], ':') >= 0 // an autolink, also with a backslash in it
		}
		return e.link && e.loose || e.stray
	}
	if s[i] == '<' {
		return escIsMarkup(s, i, e.in.at+1 < len(e.in.atoms))
	}
	if e.in.readsLabel(s, i) {
		e.labels++
		return true
	}
	if e.link && e.loose || !e.link && e.stray {
		return true
	}
	return strings.HasPrefix(s[i:], "[^") && escIsNote(s, i, e.in.at+1 < len(e.in.atoms))
}

// escBefore keeps a "!" in front of a bracket from making an image of a link,
// and a "^" from making a note of it, as pandoc and others have them.
func escBefore(buf []byte) []byte {
	n := len(buf)
	if n == 0 || buf[n-1] != '!' && !escCaret(buf) {
		return buf
	}
	return append(buf[:n-1], '\\', buf[n-1])
}

// escCaret reports whether what has been written ends in a "^" that no
// backslash takes the meaning of.
func escCaret(buf []byte) bool {
	n := len(buf) - 1
	if n < 0 || buf[n] != '^' {
		return false
	}
	slashes := n - len(bytes.TrimRight(buf[:n], `\`))
	return slashes%2 == 0
}
