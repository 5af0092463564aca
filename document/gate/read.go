package gate

import (
	"strings"
	"unicode/utf8"
)

// reader turns a line into glyphs and settles every rule that needs no
// neighbour: U01 to U04, U09, U12, U14 to U16, and the fillers of U13.
type reader struct {
	*glyphLine
	gate    *Gate
	mode    mode
	src     string // what is left
	marks   int    // since the last base
	hyphens int    // soft hyphens in this word
	space   int    // in modeLine: 1 + index of the glyph that stands for line ends, until something follows
	last    rune   // the last solid character
}

// maxGlyphs is from how many glyphs on a line is judged in parts, which end before
// printable ASCII where there is some: no text that people write is as long, and
// each glyph takes memory.
const maxGlyphs = 1 << 20

// read reads one line or a part of it, or in modeLine all of s.
func (g *Gate) read(s string, m mode) {
	r := reader{glyphLine: &g.line, gate: g, mode: m, src: s}
	for r.src != "" {
		n := printable(r.src)
		if long := len(r.glyphs); m != modeLine && long >= maxGlyphs && (n > 0 || long >= 2*maxGlyphs) {
			break
		}
		if n > 0 {
			r.ascii(r.src[:n])
			r.src = r.src[n:]
			continue
		}
		if n := lineEnd(r.src); n > 0 {
			if m != modeLine {
				break
			}
			r.endLine(n)
			r.src = r.src[n:]
			continue
		}
		c, n := decode(r.src)
		r.src = r.src[r.judge(c, n):]
	}
	r.endWord()
}

// printable returns how many bytes at the start of s are printable ASCII, up to
// as many as a fold may have.
func printable(s string) int {
	s = s[:min(len(s), maxFold)]
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7F {
			return i
		}
	}
	return len(s)
}

// ascii adds printable ASCII. What is beside it looks at its first and its last
// character.
func (r *reader) ascii(s string) {
	const least = 8
	if last := len(s) - 1; last >= least && r.space == 0 {
		r.solid(rune(s[0]), 1, fateKeep)
		r.fold(s[1:last])
		if r.hyphens > 0 && strings.ContainsFunc(s[1:last], isNoLetter) {
			r.endWord()
		}
		s = s[last:]
	}
	for i := range len(s) {
		r.solid(rune(s[i]), 1, fateKeep)
	}
}

func isNoLetter(c rune) bool { return properties(c)&bitLetter == 0 }

// endLine drops a line end inside of modeLine and remembers where it may
// need a space instead.
func (r *reader) endLine(n int) {
	if c, _ := decode(r.src); c != '\n' && c != '\r' {
		r.note(U03, c)
	}
	r.add('\n', n, fateDrop)
	r.space = len(r.glyphs)
	r.marks = 0
	r.endWord()
}

func (r *reader) note(rule Rule, c rune) {
	r.gate.found.note(rule, c, r.gate.seen+len(r.glyphs))
}

// drop drops the character at hand and counts it.
func (r *reader) drop(rule Rule, c rune, n int) {
	r.note(rule, c)
	r.add(0, n, fateDrop)
}

// solid adds a character that stays.
func (r *reader) solid(c rune, n int, fate glyph) {
	if r.space > 0 {
		if c == ' ' || c == '\t' {
			r.add(c, n, fateDrop)
			return
		}
		if r.last != 0 && r.last != ' ' && r.last != '\t' {
			at := &r.glyphs[r.space-1]
			*at = *at&^(glyphRune|fateMask) | ' ' | fateSwap
		}
		r.space = 0
	}
	r.last = c
	r.add(c, n, fate)
	props := properties(c)
	if props&classMask == classMark {
		return
	}
	r.marks = 0
	r.direction(props)
	if props&bitLetter == 0 {
		r.endWord()
	}
}

// judge settles one character and returns how many bytes it took.
func (r *reader) judge(c rune, n int) int {
	if c < 0 {
		r.note(U01, c)
		r.solid(utf8.RuneError, n, fateSwap)
		return n
	}
	switch class := properties(c) & classMask; class {
	case classPlain:
		r.solid(c, n, fateKeep)
		if c == blackFlag {
			return n + r.flag()
		}
	case classMark:
		r.mark(c, n)
	case classUnassigned:
		r.gate.unassigned++
		r.solid(c, n, fateKeep)
	case classControl:
		return r.control(n)
	case classTag:
		r.drop(U04, c, n)
	case classEmbed:
		r.embed(c, n)
	case classHyphen:
		r.hyphens++
		r.add(c, n, fateDrop)
	case classFiller:
		r.drop(U13, c, n)
	case classDead:
		r.drop(U14, c, n)
	case classPrivate:
		r.private(c, n)
	default:
		r.opens[class] = true
		r.add(c, n, fateOpen)
	}
	return n
}

func (r *reader) mark(c rune, n int) {
	if r.marks == maxMarks {
		r.drop(U16, c, n)
		return
	}
	r.marks++
	r.solid(c, n, fateKeep)
}

func (r *reader) embed(c rune, n int) {
	if r.mode != modeCode {
		r.drop(U09, c, n)
		return
	}
	r.note(U09, c)
	r.shown = true
	r.solid(c, n, fateShow)
}

// private replaces a private use character: those that Word writes for the
// symbol fonts by what they show.
func (r *reader) private(c rune, n int) {
	if shown := symbol(c); shown != 0 {
		r.solid(shown, n, fateSwap)
		return
	}
	r.note(U15, c)
	r.solid(utf8.RuneError, n, fateSwap)
}

// endWord counts the soft hyphens of a word if they are more than
// hyphenation needs.
func (r *reader) endWord() {
	if r.hyphens > hyphensUnnoticed {
		for i := range r.hyphens {
			r.gate.found.note(U12, '\u00AD', r.gate.seen+len(r.glyphs)+i)
		}
	}
	r.hyphens = 0
}

// control drops a control character, with the escape sequence that it begins.
func (r *reader) control(n int) int {
	n = max(n, sequenceLen(r.src))
	r.gate.found.count(U02)
	for rest := r.src[:n]; rest != ""; {
		c, width := decode(rest)
		r.gate.found.keep(U02, c, r.gate.seen+len(r.glyphs))
		r.add(0, width, fateDrop)
		rest = rest[width:]
	}
	return n
}

const (
	blackFlag = '\U0001F3F4'
	tagOffset = 0xE0000
	tagEnd    = '\U000E007F'
)

// flag adds the tags after a black flag if they make one of the three flags
// that are in use (UTS 51, RGI_Emoji_Tag_Sequence), and returns their length.
func (r *reader) flag() int {
	const tagLen, tags = 4, 6 // bytes of a tag; tags of a flag
	rest := strings.TrimPrefix(r.src, string(blackFlag))
	if len(rest) < tags*tagLen {
		return 0
	}
	var name [tags]byte
	for i := range name {
		c, _ := utf8.DecodeRuneInString(rest[i*tagLen:])
		name[i] = byte(c - tagOffset)
		if c < tagOffset || c > tagEnd {
			return 0
		}
	}
	switch string(name[:]) {
	case "gbeng\x7F", "gbsct\x7F", "gbwls\x7F":
	default:
		return 0
	}
	for i := range name {
		r.add(tagOffset+rune(name[i]), tagLen, fateKeep)
	}
	return tags * tagLen
}
