package markdown

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/chattoken"
	"github.com/seed353dc258/backstory/document/markdown/inline"
	"github.com/seed353dc258/backstory/document/markdown/label"
)

// writeNeedsHTML reports whether a pipe table would lose something of a
// table: spans, or blocks that are not one paragraph.
func writeNeedsHTML(t *document.Table) bool {
	for _, row := range t.Rows {
		for _, c := range row.Cells {
			if c.ColSpan > 1 || c.RowSpan > 1 || len(c.Blocks) > 1 {
				return true
			}
			if len(c.Blocks) == 1 {
				if _, ok := c.Blocks[0].(*document.Paragraph); !ok {
					return true
				}
			}
		}
	}
	return false
}

// htmlWriter writes a table as one HTML block, which ends at the first blank
// line (CommonMark 4.6, start condition 6), so there is none in it.
type htmlWriter struct {
	w      *chapterWriter
	nested int
}

func (h *htmlWriter) text(s string) { h.w.out.text(s) }

func (h *htmlWriter) table(t *document.Table) {
	h.text("<table>")
	i := 0
	for row, err := range writeRows(t) {
		if err != nil {
			h.w.out.err = err
			return
		}
		if h.nested == 0 {
			h.w.out.newline()
		}
		h.text("<tr>")
		for _, c := range row.Cells {
			h.cell(c, i < t.Header)
		}
		h.text("</tr>")
		i++
	}
	if h.nested == 0 {
		h.w.out.newline()
	}
	h.text("</table>")
}

func (h *htmlWriter) cell(c document.Cell, header bool) {
	tag := "td"
	if header {
		tag = "th"
	}
	h.text("<" + tag)
	if c.ColSpan > 1 {
		h.text(` colspan="` + strconv.Itoa(c.ColSpan) + `"`)
	}
	if c.RowSpan > 1 {
		h.text(` rowspan="` + strconv.Itoa(c.RowSpan) + `"`)
	}
	h.text(">")
	if c.Blocks == nil {
		h.lines(c.Text)
	} else {
		h.blocks(c.Blocks)
	}
	h.text("</" + tag + ">")
}

// lines writes plain text with its line ends.
func (h *htmlWriter) lines(s string) {
	for i, line := range strings.Split(strings.TrimSpace(inline.Clean(s)), "\n") {
		if i > 0 {
			h.text("<br>")
		}
		h.escaped(line)
	}
}

// escaped writes text that is not markup.
func (h *htmlWriter) escaped(s string) {
	s = inline.Clean(s)
	token := -1
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '<':
			h.text("&lt;")
		case '>':
			h.text("&gt;")
		case '&':
			h.text("&amp;")
		case '"':
			h.text("&quot;")
		case '\n':
			h.text(" ")
		default:
			if c == '[' {
				if end := chattoken.End(s, i); end > 0 {
					token = end - 1
					h.w.refs.warn(warnToken)
				}
			}
			switch {
			case i == token:
				h.text("&#93;")
				continue
			case label.MayBegin(s[i:]):
				h.w.refs.warn(warnLabel)
				h.text("&#91;")
				i += len(label.Bracket(s[i:])) - 1
				continue
			case c == '[' && i > 0 && s[i-1] == '^': // a note, to pandoc here too
				h.text("&#91;")
				continue
			}
			h.w.out.buf = append(h.w.out.buf, c)
		}
	}
}

// blocks writes what is in a cell, a <br> between paragraphs.
func (h *htmlWriter) blocks(blocks []document.Block) {
	flow := false // the last thing was text
	for _, b := range blocks {
		switch b := b.(type) {
		case *document.List:
			h.list(b)
			flow = false
		case *document.Table:
			h.nested++
			h.inlines(b.Caption)
			h.table(b)
			h.nested--
			flow = false
		case *document.CodeBlock:
			h.text("<pre>")
			h.text(strings.ReplaceAll(h.entities(strings.TrimRight(b.Text, "\n")), "\n", "&#10;"))
			h.text("</pre>")
			flow = false
		default:
			f := cellFlattener{w: h.w}
			f.block(b, "")
			if len(f.out) == 0 {
				continue
			}
			if flow {
				h.text("<br>")
			}
			h.inlines(f.out)
			flow = true
		}
	}
}

// entities returns text that is not markup.
func (h *htmlWriter) entities(s string) string {
	mark := len(h.w.out.buf)
	var b strings.Builder
	for i, line := range strings.Split(inline.Clean(s), "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		h.escaped(line)
		b.Write(h.w.out.buf[mark:])
		h.w.out.buf = h.w.out.buf[:mark]
	}
	return b.String()
}

func (h *htmlWriter) list(b *document.List) {
	tag := "ul"
	start := ""
	if len(b.Items) > 0 {
		if n := writeMarkOf(b.Items[0].Marker).number; n != "" {
			tag, start = "ol", n[:len(n)-1]
		}
	}
	h.text("<" + tag)
	if start != "" && start != "1" {
		h.text(` start="` + start + `"`)
	}
	h.text(">")
	for _, item := range b.Items {
		h.text("<li>")
		h.escaped(writeMarkOf(item.Marker).literal)
		switch item.Task {
		case document.TaskOpen:
			h.text("[ ] ")
		case document.TaskDone:
			h.text("[x] ")
		}
		h.blocks(item.Blocks)
		h.text("</li>")
	}
	h.text("</" + tag + ">")
}

// htmlTags are the elements of the styles.
var htmlTags = [...]string{
	document.Emphasis: "em", document.Strong: "strong", document.Strike: "del",
	document.Subscript: "sub", document.Superscript: "sup",
}

// labelled writes a label. Its text has the backslashes that it has elsewhere.
func (h *htmlWriter) labelled(in *document.Styled) {
	h.text(in.Style.LabelStart())
	h.escaped(in.Style.EscapeLabel(document.LabelText(in.Inlines)))
	h.text("]")
}

func (h *htmlWriter) inlines(inlines []document.Inline) {
	for _, in := range inlines {
		switch in := in.(type) {
		case *document.Text:
			h.escaped(in.Value)
		case *document.Styled:
			if in.Style.IsLabel() {
				h.labelled(in)
				continue
			}
			h.text("<" + htmlTags[in.Style] + ">")
			h.inlines(in.Inlines)
			h.text("</" + htmlTags[in.Style] + ">")
		case *document.Code:
			h.text("<code>")
			h.escaped(in.Value)
			h.text("</code>")
		case *document.Link:
			h.link(in)
		case *document.Image:
			h.image(in)
		case *document.Break:
			h.text(map[bool]string{true: " ", false: "<br>"}[in.Soft])
		case *document.NoteRef:
			if label, ok := h.w.refs.NoteLabel(in.ID); ok {
				h.text("[^" + label + "]")
			}
		case *document.Math:
			h.escaped("$" + strings.TrimSpace(in.TeX) + "$")
		default:
			panic("markdown: unknown inline")
		}
	}
}

func (h *htmlWriter) link(in *document.Link) {
	target, ok := h.w.refs.Target(in.URL)
	if ok {
		h.text(`<a href="`)
		h.escaped(target)
		h.text(`">`)
	}
	h.inlines(in.Inlines)
	if ok {
		h.text("</a>")
	}
}

func (h *htmlWriter) image(in *document.Image) {
	alt := strings.Join(strings.Fields(inline.Clean(in.Alt)), " ")
	if alt == "" {
		h.w.refs.warn(warnImage)
		h.text("[image]")
		return
	}
	h.escaped("[image: " + alt + "]")
}
