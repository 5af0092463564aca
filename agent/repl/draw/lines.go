package draw

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// The sequences of links (OSC 8): osc, the address and st begin one.
const (
	osc     = "\x1b]8;;"
	st      = "\x1b\\"
	linkEnd = osc + st
)

// Lines breaks lines between words where they would be longer than a
// terminal is wide. What is drawn comes in pieces: a word is written when it is
// whole. The lines behind the first of an item are indented as its text.
type Lines struct {
	to     io.Writer
	width  int // 0 breaks nothing
	rest   []byte
	word   strings.Builder // with the sequences in it
	bare   strings.Builder // without
	spaces int             // before it
	column int
	indent int
	lead   string // what the lines behind the first begin with, in the indent: the sign of a quote
	begun  bool   // something was written in the line
	escape int    // what goes on: 0 nothing, 1 ESC, 2 CSI, 3 OSC
	out    strings.Builder
}

// NewLines returns lines that are written to w, which is so many columns wide;
// 0 breaks nothing.
func NewLines(w io.Writer, width int) *Lines { return &Lines{to: w, width: width} }

// minWrap is the least width for which lines are broken.
const minWrap = 20

// Write implements [io.Writer].
func (w *Lines) Write(p []byte) (int, error) {
	if w.width < minWrap {
		return w.to.Write(p)
	}
	w.out.Reset()
	w.rest = append(w.rest, p...)
	for utf8.FullRune(w.rest) {
		r, n := utf8.DecodeRune(w.rest)
		w.rest = w.rest[n:]
		w.rune(r)
	}
	_, err := io.WriteString(w.to, w.out.String())
	return len(p), err
}

// Close writes what waits.
func (w *Lines) Close() error {
	w.out.Reset()
	w.flush()
	_, err := io.WriteString(w.to, w.out.String())
	return err
}

func (w *Lines) rune(r rune) {
	switch {
	case w.escape > 0:
		w.word.WriteRune(r)
		switch {
		case w.escape == 1 && r == '[':
			w.escape = 2
		case w.escape == 1 && r == ']':
			w.escape = 3
		case w.escape == 1, w.escape == 2 && r >= 0x40 && r <= 0x7e, w.escape == 3 && r == '\a':
			w.escape = 0
		case w.escape == 3 && r == 0x1b:
			w.escape = 1
		}
	case r == 0x1b:
		w.escape = 1
		w.word.WriteRune(r)
	case r == '\n':
		w.flush()
		w.out.WriteByte('\n')
		w.column, w.spaces, w.indent, w.lead, w.begun = 0, 0, 0, "", false
	case r == ' ':
		w.flush()
		w.spaces++
	default:
		w.word.WriteRune(r)
		w.bare.WriteRune(r)
	}
}

// flush writes the word that is whole.
func (w *Lines) flush() {
	text := w.bare.String()
	wide := columns(text)
	if text != "" && w.begun && w.column+w.spaces+wide > w.width {
		w.out.WriteString("\n" + w.lead + strings.Repeat(" ", w.indent-columns(w.lead)))
		w.column, w.spaces = w.indent, 0
	}
	if text != "" || w.word.Len() == 0 {
		w.out.WriteString(strings.Repeat(" ", w.spaces))
		w.column += w.spaces
		w.spaces = 0
	}
	w.out.WriteString(w.word.String())
	w.column += wide
	if text != "" {
		if !w.begun {
			w.indent = w.column - wide
			if isMark(text) {
				w.indent = w.column + 1
			}
			if text == "│" {
				w.lead = "│ "
			}
			if w.indent > w.width/2 {
				w.indent, w.lead = 0, ""
			}
		}
		w.begun = true
	}
	w.word.Reset()
	w.bare.Reset()
}

// isMark reports whether a word begins an item or a quote.
func isMark(word string) bool {
	switch word {
	case "•", "│", "-", "*", "+", ">":
		return true
	}
	digits := strings.TrimRight(word, ".)")
	return digits != "" && digits != word && len(digits) <= 3 && strings.Trim(digits, "0123456789") == ""
}

// columns is how many columns of a terminal a text takes, without the sequences
// in it. A character may be made of several, such as a letter with its accent or
// a family of emoji.
func columns(text string) int {
	n := 0
	for {
		at := strings.IndexByte(text, '\x1b')
		if at < 0 {
			return n + displaywidth.String(text)
		}
		n += displaywidth.String(text[:at])
		text = text[at:]
		text = text[sequence(text):]
	}
}

// sequence is how long the control sequence is with which a text begins, in
// bytes.
func sequence(text string) int {
	switch {
	case strings.HasPrefix(text, "\x1b]"):
		for i := range text {
			if text[i] == '\a' {
				return i + 1
			}
			if strings.HasPrefix(text[i:], st) {
				return i + len(st)
			}
		}
	case strings.HasPrefix(text, "\x1b["):
		for i := 2; i < len(text); i++ {
			if text[i] >= 0x40 && text[i] <= 0x7e {
				return i + 1
			}
		}
	default:
		return min(2, len(text))
	}
	return len(text)
}
