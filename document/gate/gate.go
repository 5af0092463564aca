// Package gate cleans text from outside: it drops what no reader sees and what
// changes how the rest reads, by the rules U01 to U16.
//
//   - gate.go: prose, code and lines
//   - join.go, bidi.go, read.go, escape.go: the passes over a line
//   - finding.go: what was found
//   - rule.go: the rules
//   - script.go, glyph.go, scan.go: characters, and what is known of them
//   - symbol_table.go, unicode_table.go: the tables
package gate

import (
	"strings"
	"unicode/utf8"
)

// Text returns prose as it may go into a document. Every line end becomes LF.
func (g *Gate) Text(s string) string {
	if asciiEnd(s, 0) == len(s) {
		return s
	}
	return g.filter(s, modeText, nil)
}

// Code returns code and other literal text as it may go into a document. It
// differs from [Gate.Text] in that directional controls, which could make code
// read otherwise than it runs (CVE-2021-42574), are shown as \u{202E} instead
// of dropped, and that in a line with one of them a directional mark is kept
// only right beside a right-to-left letter. What Text returns, Code leaves
// alone, and the other way round.
func (g *Gate) Code(s string) string {
	if asciiEnd(s, 0) == len(s) {
		return s
	}
	return g.filter(s, modeCode, nil)
}

// Lines returns the text of a format whose grammar goes by lines, such as
// Markdown, before that reads it: as [Gate.Text], but what ends a line for
// some programs and none for the grammar (VT, FF, NEL, U+2028, U+2029) stays,
// or a line would begin where no reader of the format sees one. They are
// counted; whoever has read the text makes spaces of them.
func (g *Gate) Lines(s string) string {
	if asciiEnd(s, 0) == len(s) {
		return s
	}
	return g.filter(s, modeLines, nil)
}

// Line returns text that has to fit one line, such as a title or a file name:
// as [Gate.Text], with line ends, and the blanks around them, made one space.
// Line ends at the start and the end go.
func (g *Gate) Line(s string) string {
	if end, _ := scan(s, 0, 0); end == len(s) && strings.IndexByte(s, '\n') < 0 {
		return s
	}
	return g.filter(s, modeLine, nil)
}

// Unassigned returns how many characters have passed that Unicode 17 does not
// assign. They are kept; a caller makes a warning of the number.
func (g *Gate) Unassigned() int { return g.unassigned }

// filter passes s line by line. Lines that need no look are copied, or, as long
// as nothing has changed, not even that.
func (g *Gate) filter(s string, m mode, bounds []int) string {
	w := sink{src: s, bounds: bounds, cuts: g.cuts[:0]}
	if strings.HasPrefix(s, byteOrderMark) {
		w.replace(len(byteOrderMark), "")
	}
	if m == modeLine {
		g.filterLine(&w, m)
		return w.finish()
	}
	for w.pos < len(s) {
		if g.Most > 0 && w.out.Len() > g.Most {
			w.src = s[:w.pos]
			break
		}
		at, _ := scan(s, w.pos, 0)
		if at == len(s) {
			break
		}
		if n := lineEnd(s[at:]); n > 0 {
			w.keep(at - w.pos)
			g.endLine(&w, n, m)
			continue
		}
		if start := strings.LastIndexByte(s[w.pos:at], '\n'); start >= 0 {
			w.keep(start + 1)
		}
		g.filterLine(&w, m)
	}
	out := w.finish()
	g.cuts = w.cuts
	return out
}

// endLine replaces a line terminator of n bytes by LF. Those that text files
// have on some systems (CRLF, CR) are no finding.
func (g *Gate) endLine(w *sink, n int, m mode) {
	unusual := w.src[w.pos] != '\r' && w.src[w.pos] != '\n'
	if unusual {
		r, _ := decode(w.src[w.pos:])
		g.found.note(U03, r, g.seen)
	}
	g.seen += 2 // what follows is not the same run
	if unusual && m == modeLines {
		w.keep(n)
		return
	}
	w.replace(n, "\n")
}

// filterLine judges the line at the sink's position, up to its end.
func (g *Gate) filterLine(w *sink, m mode) {
	g.line.reset()
	g.read(w.src[w.pos:], m)
	g.judgeIsolates(m)
	g.judgeDirections(m)
	g.judgeBlanks()
	g.judgeGaps()
	g.seen += len(g.line.glyphs) + 1
	g.line.write(w)
}

// Runs cleans the text runs of one paragraph, in place, as if they were one
// text: an emoji sequence or a pair of isolates may begin in one run and end
// in another. A nil entry stands for something between them that is not text,
// such as an image or code.
func (g *Gate) Runs(runs []*string) {
	if clean(runs) {
		return
	}
	g.joined, g.bounds = g.joined[:0], g.bounds[:0]
	for _, run := range runs {
		g.bounds = append(g.bounds, len(g.joined))
		if run == nil {
			g.joined = append(g.joined, objectReplacement...)
		} else {
			g.joined = append(g.joined, *run...)
		}
	}
	joined := string(g.joined)
	moved := alignBounds(joined, g.bounds)
	out := g.filter(joined, modeText, g.bounds)
	cuts := g.cuts
	if len(cuts) == 0 { // nothing has changed
		if !moved {
			return
		}
		cuts = g.bounds
	}
	cuts = append(cuts, len(out))
	for i, run := range runs {
		if text := out[cuts[i]:cuts[i+1]]; run != nil && *run != text {
			*run = text
		}
	}
}

// alignBounds moves offsets that lie inside a character behind it, and reports
// whether there was one: a character whose bytes are in two runs goes to the
// first.
func alignBounds(s string, bounds []int) bool {
	moved := false
	for i, b := range bounds {
		for start := max(0, b-utf8.UTFMax+1); start < b; start++ {
			_, n := utf8.DecodeRuneInString(s[start:])
			if start+n > b && utf8.RuneStart(s[start]) {
				bounds[i] = start + n
				moved = true
			}
		}
	}
	return moved
}

// objectReplacement is the character for an object in text.
const objectReplacement = "\uFFFC"

// clean reports whether no rule can touch the runs.
func clean(runs []*string) bool {
	marks, end := 0, 0
	for _, run := range runs {
		if run == nil {
			marks = 0
			continue
		}
		if end, marks = scan(*run, 0, marks); end < len(*run) {
			return false
		}
	}
	return true
}
