package scan

import (
	"fmt"
	"regexp"
	"sort"
	"strings"

	"github.com/yuin/goldmark/util"
)

// scanHTML renders a tree as goldmark does with WithUnsafe and WithXHTML.
// Footnotes are a list by label at the end, see scanJudge.
func scanHTML(t *Tree) string {
	return (&scanRenderer{t: t, notes: map[NodeID]bool{}}).render()
}

func (r *scanRenderer) render() string {
	r.children(0, false)
	r.footnotes()
	return scanCanonical(r.b.String())
}

// scanEmptyCell finds an empty cell that is aligned.
var scanEmptyCell = regexp.MustCompile(`<(t[hd]) align="\w+"></`)

// scanCanonical removes what means nothing: line ends around the content of
// list items and the alignment of empty cells, of which goldmark aligns some.
func scanCanonical(html string) string {
	for strings.Contains(html, "\n</li>") {
		html = strings.ReplaceAll(html, "\n</li>", "</li>")
	}
	return scanEmptyCell.ReplaceAllString(strings.ReplaceAll(html, "<li>\n", "<li>"), "<$1></")
}

type scanRenderer struct {
	t     *Tree
	b     strings.Builder
	in    Inlines
	notes map[NodeID]bool
	plain bool // bare links are text
}

func (r *scanRenderer) children(n NodeID, tight bool) {
	for c := r.t.Nodes[n].First; c != 0; c = r.t.Nodes[c].Next {
		r.block(c, tight)
	}
}

func (r *scanRenderer) block(id NodeID, tight bool) {
	n := &r.t.Nodes[id]
	switch n.Kind {
	case KindParagraph:
		if tight {
			r.inlines(id)
			if n.Next != 0 {
				r.b.WriteString("\n")
			}
			return
		}
		r.b.WriteString("<p>")
		r.inlines(id)
		r.b.WriteString("</p>\n")
	case KindHeading:
		fmt.Fprintf(&r.b, "<h%d>", n.Level)
		r.inlines(id)
		fmt.Fprintf(&r.b, "</h%d>\n", n.Level)
	case KindThematicBreak:
		r.b.WriteString("<hr />\n")
	case KindBlockQuote:
		r.b.WriteString("<blockquote>\n")
		r.children(id, false)
		r.b.WriteString("</blockquote>\n")
	case KindList:
		r.list(id)
	case KindCodeBlock:
		r.b.WriteString("<pre><code")
		if lang, _, _ := strings.Cut(strings.ReplaceAll(r.t.Info(id), "\t", " "), " "); lang != "" {
			fmt.Fprintf(&r.b, ` class="language-%s"`, util.EscapeHTML([]byte(lang)))
		}
		r.b.WriteString(">")
		r.text(r.t.Text(id))
		r.b.WriteString("</code></pre>\n")
	case KindHTMLBlock:
		r.b.WriteString(r.t.Text(id))
	case KindTable:
		r.table(id)
	case KindFootnote, KindDefinition, KindFrontMatter:
	default:
		panic("no such block: " + n.Kind.String())
	}
}

func (r *scanRenderer) list(id NodeID) {
	n := r.t.Nodes[id]
	tag, attr := "ul", ""
	if n.Mark == '.' || n.Mark == ')' {
		tag = "ol"
		if n.Number != 1 {
			attr = fmt.Sprintf(` start="%d"`, n.Number)
		}
	}
	fmt.Fprintf(&r.b, "<%s%s>\n", tag, attr)
	for i := n.First; i != 0; i = r.t.Nodes[i].Next {
		r.b.WriteString("<li>")
		if c := r.t.Nodes[i].First; c != 0 && !(n.Tight && r.t.Nodes[c].Kind == KindParagraph) {
			r.b.WriteString("\n")
		}
		r.children(i, n.Tight)
		r.b.WriteString("</li>\n")
	}
	fmt.Fprintf(&r.b, "</%s>\n", tag)
}

func (r *scanRenderer) task(id NodeID) {
	n := r.t.Nodes[id]
	item := r.t.Nodes[n.Parent]
	if item.Kind != KindItem || item.First != id {
		return
	}
	switch item.Task {
	case TaskOpen:
		r.b.WriteString(`<input disabled="" type="checkbox" /> `)
	case TaskDone:
		r.b.WriteString(`<input checked="" disabled="" type="checkbox" /> `)
	}
}

func (r *scanRenderer) table(id NodeID) {
	r.b.WriteString("<table>\n")
	var aligns []Align
	for row := r.t.Nodes[id].First; row != 0; row = r.t.Nodes[row].Next {
		n := r.t.Nodes[row]
		tag := "td"
		if n.Header {
			tag = "th"
			r.b.WriteString("<thead>\n")
		} else if r.t.Nodes[r.t.Nodes[id].First].Next == row {
			r.b.WriteString("<tbody>\n")
		}
		r.b.WriteString("<tr>\n")
		i := 0
		for c := n.First; c != 0; c = r.t.Nodes[c].Next {
			if n.Header {
				aligns = append(aligns, r.t.Nodes[c].Align)
			}
			r.openCell(tag, aligns[i])
			r.inlines(c)
			fmt.Fprintf(&r.b, "</%s>\n", tag)
			i++
		}
		for ; i < len(aligns); i++ {
			r.openCell(tag, AlignNone) // goldmark does not align what is missing
			fmt.Fprintf(&r.b, "</%s>\n", tag)
		}
		r.b.WriteString("</tr>\n")
		if n.Header {
			r.b.WriteString("</thead>\n")
		} else if n.Next == 0 {
			r.b.WriteString("</tbody>\n")
		}
	}
	r.b.WriteString("</table>\n")
}

func (r *scanRenderer) openCell(tag string, a Align) {
	fmt.Fprintf(&r.b, "<%s%s>", tag, [...]string{"", ` align="left"`, ` align="center"`, ` align="right"`}[a])
}

// footnotes renders the footnotes that are referred to anywhere, by label.
func (r *scanRenderer) footnotes() {
	var labels []string
	bodies := map[string]string{}
	for id := range r.t.Nodes {
		n := NodeID(id)
		if r.t.Nodes[n].Kind != KindFootnote {
			continue
		}
		sub := &scanRenderer{t: r.t, notes: r.notes}
		sub.children(n, false)
		if label := r.t.Info(n); r.t.Footnote(label) == n {
			labels = append(labels, label)
			bodies[label] = sub.b.String()
		}
	}
	sort.Strings(labels)
	for _, l := range labels {
		if r.notes[r.t.Footnote(l)] {
			fmt.Fprintf(&r.b, "<note %s>\n%s</note>\n", l, bodies[l])
		}
	}
}

func (r *scanRenderer) text(s string) {
	r.b.Write(util.EscapeHTML([]byte(s)))
}

func (r *scanRenderer) inlines(id NodeID) {
	r.task(id)
	r.t.Inlines(id, &r.in)
	r.nodes(0, len(r.in.Nodes))
}

func (r *scanRenderer) nodes(from, to int) {
	for i := from; i < to; {
		n := r.in.Nodes[i]
		r.inline(n, i)
		i = int(n.Skip)
	}
}

func (r *scanRenderer) inline(n Inline, i int) {
	switch n.Kind {
	case KindText, KindEntity, KindEscape:
		r.text(n.Text)
	case KindSoftBreak:
		r.b.WriteString("\n")
	case KindHardBreak:
		r.b.WriteString("<br />\n")
	case KindCodeSpan:
		r.b.WriteString("<code>")
		r.text(n.Text)
		r.b.WriteString("</code>")
	case KindEmphasis:
		r.wrap("em", n, i)
	case KindStrong:
		r.wrap("strong", n, i)
	case KindStrike:
		r.wrap("del", n, i)
	case KindHTML:
		r.b.WriteString(n.Text)
	case KindLink:
		l := r.in.Links[n.Link]
		fmt.Fprintf(&r.b, `<a href="%s"`, scanHref(l.Dest))
		r.title(l)
		r.b.WriteString(">")
		r.nodes(i+1, int(n.Skip))
		r.b.WriteString("</a>")
	case KindImage:
		l := r.in.Links[n.Link]
		fmt.Fprintf(&r.b, `<img src="%s" alt="`, scanHref(l.Dest))
		r.text(r.in.Plain(i))
		r.b.WriteString(`"`)
		r.title(l)
		r.b.WriteString(" />")
	case KindAutolink, KindBareLink:
		if r.plain && n.Kind == KindBareLink {
			r.text(n.Text)
			return
		}
		fmt.Fprintf(&r.b, `<a href="%s">`, scanHref(r.in.Links[n.Link].Dest))
		r.text(n.Text)
		r.b.WriteString("</a>")
	case KindFootnoteRef:
		def := r.in.Links[n.Link].Def
		r.notes[def] = true
		fmt.Fprintf(&r.b, "<ref %s>", r.t.Info(def))
	default:
		panic("no such inline: " + n.Kind.String())
	}
}

func (r *scanRenderer) wrap(tag string, n Inline, i int) {
	fmt.Fprintf(&r.b, "<%s>", tag)
	r.nodes(i+1, int(n.Skip))
	fmt.Fprintf(&r.b, "</%s>", tag)
}

func (r *scanRenderer) title(l Link) {
	if l.HasTitle {
		fmt.Fprintf(&r.b, ` title="%s"`, util.EscapeHTML([]byte(l.Title)))
	}
}

func scanHref(dest string) []byte {
	return util.EscapeHTML(util.URLEscape([]byte(dest), false))
}
