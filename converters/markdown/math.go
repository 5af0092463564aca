package markdown

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// formula is one that was found, and where what follows it begins.
type formula struct {
	tex  string
	node int // of text, with the sign that closes the formula
	end  int // behind that sign, in the node's text
}

// text adds a node of text with the formulas that begin in it, and returns the
// next node: a formula may hold what looks like emphasis.
func (w *inliner) text(i, to int) (next int) {
	in := &w.from.Nodes[i]
	done, at := 0, 0
	for {
		open := strings.IndexByte(in.Text[at:], '$')
		if open < 0 {
			break
		}
		open += at
		displayed := strings.HasPrefix(in.Text[open:], "$$")
		f, ok := formulas{w.from, w.b.tree.Source}.find(i, open, to)
		if !ok {
			if at = open + 1; displayed {
				at++
			}
			continue
		}
		w.plain(in.Text[done:open])
		m := converters.Make(w.b.env, &document.Math{TeX: w.b.spaced(f.tex)})
		if veils(f.tex) {
			unsure := visible.Warnings(visible.StyleUnsure)[0]
			w.b.account.warn(unsure.Code, unsure.Title, w.pos)
			w.b.account.count.add(m.TeX)
			w.runs.Share(m.TeX, w.styles.With(document.MayBeHidden))
			i, in, done, at = f.node, &w.from.Nodes[f.node], f.end, f.end
			continue
		}
		if displayed && to == len(w.from.Nodes) && w.styles == 0 && len(w.outer) == 0 && beginsLine(w.from, i, open) && endsLine(w.from, f) {
			w.displays = append(w.displays, m)
		}
		w.runs.Inline(m, w.styles)
		i, in, done, at = f.node, &w.from.Nodes[f.node], f.end, f.end
	}
	w.plain(in.Text[done:])
	return int(in.Skip)
}

// formulas finds those in the nodes of a leaf.
type formulas struct {
	in     *scan.Inlines
	source string // of the whole
}

// find returns the formula that a dollar sign in a node of text opens, as
// GitHub and pandoc have them: $x$ in one line, $$x$$ also in several, $`x`$.
func (m formulas) find(i, open, to int) (formula, bool) {
	text := m.in.Nodes[i].Text
	before := m.before(i, open)
	switch {
	case before == '$':
		return formula{}, false
	case strings.HasPrefix(text[open:], "$$"):
		return m.until("$$", i, open+2, to)
	case isWord(before): // the sign of a currency
		return formula{}, false
	case open+1 == len(text) && int(m.in.Nodes[i].Skip) < to && m.in.Nodes[i+1].Kind == scan.KindCodeSpan:
		return m.quoted(i, to)
	case isBlank(m.after(i, open+1)):
		return formula{}, false
	}
	return m.until("$", i, open+1, to)
}

// before and after return the byte of the source beside a place in the text of
// a node; 0 where there is none.
func (m formulas) before(i, at int) byte {
	in := &m.in.Nodes[i]
	switch {
	case at > 0:
		return in.Text[at-1]
	case in.Start > 0:
		return m.source[in.Start-1]
	}
	return 0
}

func (m formulas) after(i, at int) byte {
	in := &m.in.Nodes[i]
	switch {
	case at < len(in.Text):
		return in.Text[at]
	case int(in.End) < len(m.source):
		return m.source[in.End]
	}
	return 0
}

// isWord reports whether a byte is part of a word, be it of one beyond ASCII.
func isWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c >= 0x80
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// quoted returns a formula that is code between two dollar signs, of which the
// first ends a node.
func (m formulas) quoted(i, to int) (formula, bool) {
	code := &m.in.Nodes[i+1]
	k := int(code.Skip)
	if k >= to || m.in.Nodes[k].Kind != scan.KindText || !strings.HasPrefix(m.in.Nodes[k].Text, "$") || m.after(k, 1) == '$' {
		return formula{}, false
	}
	return formula{code.Text, k, 1}, strings.TrimSpace(code.Text) != ""
}

// until returns the formula that goes on to a sign from a place in a node of
// text. It is beside the same nodes, and has no other dollar sign in it:
// what looks like emphasis over one was meant otherwise.
func (m formulas) until(sign string, i, from, to int) (formula, bool) {
	var tex strings.Builder
	for j := i; j < to; j = int(m.in.Nodes[j].Skip) {
		in := &m.in.Nodes[j]
		if in.Kind != scan.KindText {
			part, ok := m.mathPart(in, sign == "$$")
			if !ok {
				break
			}
			tex.WriteString(part)
			continue
		}
		if n := strings.IndexByte(in.Text[from:], '$'); n >= 0 {
			tex.WriteString(in.Text[from : from+n])
			end := from + n + len(sign)
			ok := strings.HasPrefix(in.Text[from+n:], sign) && m.closes(sign, j, from+n, end)
			return formula{tex.String(), j, end}, ok && strings.TrimSpace(tex.String()) != ""
		}
		tex.WriteString(in.Text[from:])
		from = 0
	}
	return formula{}, false
}

// mathPart returns what a node that is not text says as a part of a formula: an
// escape, the signs of emphasis, the end of a line of a displayed one.
func (m formulas) mathPart(in *scan.Inline, displayed bool) (string, bool) {
	switch in.Kind {
	case scan.KindEscape:
		return `\` + in.Text, true
	case scan.KindEmphasis, scan.KindStrong:
		source := m.source[in.Start:in.End]
		if strings.ContainsAny(source, "$\n") { // at once: emphasis may be in emphasis, with dollars in each
			return "", false
		}
		return strings.ReplaceAll(source, `\|`, "|"), true
	case scan.KindSoftBreak:
		return "\n", displayed
	case scan.KindHardBreak:
		if m.source[in.Start] == '\\' {
			return "\\\n", displayed
		}
		return "\n", displayed
	}
	return "", false
}

// closes reports whether a sign closes a formula by what is beside it: no
// white space in front of it, no word behind, but for two dollar signs.
func (m formulas) closes(sign string, i, at, end int) bool {
	before, after := m.before(i, at), m.after(i, end)
	if after == '$' {
		return false
	}
	return sign == "$$" || !isBlank(before) && before != '\\' && !isWord(after)
}

// beginsLine and endsLine report whether nothing but a formula is in its
// lines.
func beginsLine(from *scan.Inlines, i, open int) bool {
	return strings.TrimSpace(from.Nodes[i].Text[:open]) == "" && (i == 0 || isBreak(&from.Nodes[i-1]))
}

func endsLine(from *scan.Inlines, f formula) bool {
	in := &from.Nodes[f.node]
	return strings.TrimSpace(in.Text[f.end:]) == "" && (int(in.Skip) == len(from.Nodes) || isBreak(&from.Nodes[in.Skip]))
}

// displayed appends the paragraph of some inlines, divided at the formulas that
// are on lines of their own.
func (w *inliner) displayed(out []document.Block, inlines []document.Inline) []document.Block {
	flush := func(to int) {
		if part := trimmed(inlines[:to]); len(part) > 0 {
			out = append(out, converters.Make(w.b.env, &document.Paragraph{Pos: w.pos, Inlines: part}))
		}
	}
	for at, next := 0, 0; at < len(inlines) && next < len(w.displays); {
		m, ok := inlines[at].(*document.Math)
		if !ok || m != w.displays[next] {
			at++
			continue
		}
		flush(at)
		out = append(out, converters.Make(w.b.env, &document.MathBlock{Pos: w.pos, TeX: strings.TrimSpace(m.TeX)}))
		inlines, at, next = inlines[at+1:], 0, next+1
	}
	flush(len(inlines))
	return out
}
