package judge

import (
	"html"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// reader turns goldmark's tree into a page.
type reader struct {
	src   []byte
	page  Page
	notes map[int]string // labels by index
	line  strings.Builder
}

// Read reads Markdown with goldmark.
func Read(md string) *Page {
	r := &reader{src: []byte(md), notes: map[int]string{}}
	gm := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote))
	root := gm.Parser().Parse(text.NewReader(r.src))
	_ = ast.Walk(root, func(n ast.Node, in bool) (ast.WalkStatus, error) {
		if f, ok := n.(*extast.Footnote); ok && in {
			r.notes[f.Index] = string(f.Ref)
		}
		return ast.WalkContinue, nil
	})
	r.blocks(root, "")
	return &r.page
}

func (r *reader) leaf(path, kind, s string) { r.page.leaf(path, kind, s) }

func (r *reader) blocks(parent ast.Node, path string) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		r.block(n, path)
	}
}

func (r *reader) block(n ast.Node, path string) {
	switch n := n.(type) {
	case *ast.Heading:
		r.leaf(path, "h"+strconv.Itoa(n.Level), r.inlines(n))
	case *ast.Paragraph, *ast.TextBlock:
		r.leaf(path, "p", r.inlines(n))
	case *ast.Blockquote:
		r.blocks(n, path+">")
	case *ast.List:
		r.blocks(n, path)
	case *ast.ListItem:
		r.leaf(path+"-", "item", "")
		r.blocks(n, path+"-")
	case *ast.ThematicBreak:
		r.leaf(path, "rule", "")
	case *ast.FencedCodeBlock:
		kind := "code"
		if lang := n.Language(r.src); len(lang) > 0 {
			kind += " " + string(lang)
		}
		r.leaf(path, kind, codeText(r.lines(n)))
	case *ast.CodeBlock:
		r.leaf(path, "code", codeText(r.lines(n)))
	case *ast.HTMLBlock:
		s := r.lines(n)
		if n.HasClosure() {
			s += string(n.ClosureLine.Value(r.src))
		}
		r.leaf(path, "html", plainHTML(s))
	case *extast.Table:
		r.leaf(path, "table", "")
		for row := n.FirstChild(); row != nil; row = row.NextSibling() {
			var cells []string
			for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
				cells = append(cells, r.inlines(cell))
			}
			r.leaf(path, "row", "")
			for _, text := range cells {
				r.leaf(path, "cell", text)
			}
		}
	case *extast.FootnoteBacklink:
	case *extast.FootnoteList:
		r.blocks(n, path)
	case *extast.Footnote:
		r.leaf(path+"^", "note", string(n.Ref))
		r.blocks(n, path+"^")
	default:
		r.leaf(path, n.Kind().String(), r.inlines(n))
	}
}

// plainHTML is HTML without its tags.
func plainHTML(s string) string {
	var b strings.Builder
	for {
		text, rest, ok := strings.Cut(s, "<")
		b.WriteString(html.UnescapeString(text))
		if !ok {
			return space(b.String())
		}
		b.WriteByte(' ')
		_, s, _ = strings.Cut(rest, ">")
	}
}

func (r *reader) lines(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		seg := n.Lines().At(i)
		b.Write(seg.Value(r.src))
	}
	return b.String()
}

func (r *reader) inlines(n ast.Node) string {
	r.line.Reset()
	r.walk(n)
	return space(r.line.String())
}

func (r *reader) walk(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		r.inline(n)
	}
}

func (r *reader) inline(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		v := n.Segment.Value(r.src)
		if !n.IsRaw() {
			v = unescapeText(n.Segment.Value(r.src))
		}
		r.line.Write(v)
		if n.SoftLineBreak() || n.HardLineBreak() {
			r.line.WriteByte(' ')
		}
	case *ast.String:
		r.line.Write(n.Value)
	case *ast.CodeSpan:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				r.line.Write(t.Segment.Value(r.src))
			}
		}
	case *ast.Emphasis, *extast.Strikethrough:
		r.walk(n)
	case *ast.Link:
		r.link(n)
	case *ast.AutoLink:
		r.line.Write(n.Label(r.src))
	case *ast.Image:
		r.line.WriteString("![IMAGE](" + string(n.Destination) + ")")
	case *ast.RawHTML:
		r.rawHTML(string(n.Segments.Value(r.src)))
	case *extast.TaskCheckBox:
		r.line.WriteString(map[bool]string{true: "[x] ", false: "[ ] "}[n.IsChecked])
	case *extast.FootnoteLink:
		r.line.WriteString("[^" + r.notes[n.Index] + "]")
	case *extast.FootnoteBacklink:
	default:
		r.line.WriteString("?" + n.Kind().String())
	}
}

// link takes in a link. One that shows its own target is like an address in
// the text, which is a link or not by the reader.
func (r *reader) link(n *ast.Link) {
	target := plainURL(string(unescapeText(n.Destination)))
	at, from := len(r.page.links), r.line.Len()
	r.page.links = append(r.page.links, target)
	r.walk(n)
	if showsTarget(r.line.String()[from:], target) {
		r.page.links = r.page.links[:at]
	}
}

// showsTarget reports whether the text of a link is its target.
func showsTarget(text, target string) bool {
	shown := space(decoded(text))
	target = space(target)
	return target != "#" && (shown == target || "mailto:"+shown == target || "http://"+shown == target)
}

// rawHTML takes in the tags that the writer uses.
func (r *reader) rawHTML(tag string) { r.line.WriteString(plainTag(tag)) }

func plainTag(tag string) string {
	switch tag {
	case "<br>":
		return " "
	case "<sub>", "</sub>", "<sup>", "</sup>":
		return ""
	}
	return "HTML" + tag
}

// reference is a character reference (CommonMark 2.5).
var reference = regexp.MustCompile(`^&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);`)

// unescapeText resolves backslashes and references as CommonMark does.
func unescapeText(v []byte) []byte {
	s := string(v)
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && util.IsPunct(s[i+1]):
			i++
			b.WriteByte(s[i])
		case s[i] == '&':
			ref := reference.FindString(s[i:])
			plain := html.UnescapeString(ref)
			if ref == "" || plain == ref || strings.HasSuffix(plain, ";") && ref != "&semi;" {
				b.WriteByte('&')
				continue
			}
			b.WriteString(plain)
			i += len(ref) - 1
		default:
			b.WriteByte(s[i])
		}
	}
	return []byte(b.String())
}

// plainURL makes targets comparable: percent encoding is resolved, and the
// names of headings are left to a test of their own.
func plainURL(s string) string {
	if strings.HasPrefix(s, "#") {
		return "#"
	}
	return decoded(s)
}

func decoded(s string) string {
	return percent.ReplaceAllStringFunc(s, func(c string) string {
		n, _ := strconv.ParseUint(c[1:], 16, 8)
		return string([]byte{byte(n)})
	})
}

var percent = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
