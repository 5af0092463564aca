package judge

import (
	"encoding/xml"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strings"
)

// CMark reads Markdown with cmark-gfm, which must be installed.
func CMark(md string) (*Page, error) {
	cmd := exec.Command("cmark-gfm", "--to", "xml", "--unsafe", "-e", "table", "-e", "strikethrough",
		"-e", "autolink", "-e", "tasklist", "-e", "footnotes")
	cmd.Stdin = strings.NewReader(md)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("running cmark-gfm: %w", err)
	}
	return readCMark(out)
}

// HasCMark reports whether cmark-gfm is installed.
func HasCMark() bool {
	_, err := exec.LookPath("cmark-gfm")
	return err == nil
}

// cmarkReader turns cmark's XML into a page.
type cmarkReader struct {
	page  Page
	path  string
	kind  string // of the leaf that is open
	line  strings.Builder
	stack []string
	links []cmarkLink
	cells []string // of the row that is open
}

// cmarkLink is a link that is open, and where its text begins.
type cmarkLink struct {
	target string
	at     int
	index  int
}

func readCMark(out []byte) (*Page, error) {
	fixed := strings.NewReplacer(
		"<<unknown> />", "<footnote_reference />", "<<unknown>>", "<footnote_definition>", "</<unknown>>", "</footnote_definition>",
	).Replace(string(out)) // cmark-gfm has no names for these
	d := xml.NewDecoder(strings.NewReader(fixed))
	r := &cmarkReader{}
	for {
		tok, err := d.RawToken()
		if err == io.EOF {
			return &r.page, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading cmark's XML: %w", err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			r.start(tok)
		case xml.EndElement:
			r.end(tok.Name.Local)
		case xml.CharData:
			r.text(string(tok))
		}
	}
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (r *cmarkReader) leaf(kind, s string) {
	r.page.leaf(r.path, kind, s)
}

func (r *cmarkReader) open(kind string) {
	r.kind = kind
	r.line.Reset()
}

func (r *cmarkReader) start(e xml.StartElement) {
	name := e.Name.Local
	r.stack = append(r.stack, name)
	switch name {
	case "heading":
		r.open("h" + attr(e, "level"))
	case "paragraph":
		r.open("p")
	case "table_cell":
		r.open("cell")
	case "block_quote":
		r.path += ">"
	case "item", "tasklist":
		r.path += "-"
		r.leaf("item", "")
		if name == "tasklist" {
			r.stack[len(r.stack)-1] = "tasklist " + attr(e, "completed")
		}
	case "footnote_definition":
		r.path += "^"
		r.leaf("note", "")
	case "thematic_break":
		r.leaf("rule", "")
	case "table":
		r.leaf("table", "")
	case "code_block":
		r.open(strings.TrimSpace("code " + attr(e, "info")))
	case "html_block":
		r.open("html")
	case "softbreak", "linebreak":
		r.line.WriteByte(' ')
	case "link":
		r.links = append(r.links, cmarkLink{plainURL(attr(e, "destination")), r.line.Len(), len(r.page.links)})
		r.page.links = append(r.page.links, plainURL(attr(e, "destination")))
	case "footnote_reference":
		r.line.WriteString("[^1]")
	case "image":
		r.line.WriteString("![IMAGE](" + attr(e, "destination") + ")")
	}
}

func (r *cmarkReader) end(name string) {
	r.stack = r.stack[:len(r.stack)-1]
	switch name {
	case "table_cell":
		r.cells = append(r.cells, space(r.line.String()))
	case "table_header", "table_row":
		r.leaf("row", "")
		for _, text := range r.cells {
			r.leaf("cell", text)
		}
		r.cells = nil
	case "heading", "paragraph":
		r.leaf(r.kind, space(r.task()+r.line.String()))
	case "code_block":
		r.leaf(r.kind, codeText(r.line.String()))
	case "html_block":
		r.leaf(r.kind, plainHTML(r.line.String()))
	case "block_quote", "item", "tasklist", "footnote_definition":
		r.path = r.path[:len(r.path)-1]
	case "link":
		r.endLink()
	}
}

// task returns the box of a task item for its first paragraph.
func (r *cmarkReader) task() string {
	n := len(r.stack) - 1
	if n < 0 || !strings.HasPrefix(r.stack[n], "tasklist ") {
		return ""
	}
	box := "[ ] "
	if r.stack[n] == "tasklist true" {
		box = "[x] "
	}
	r.stack[n] = "item"
	return box
}

// endLink makes text of an autolink that shows its target.
func (r *cmarkReader) endLink() {
	n := len(r.links) - 1
	l := r.links[n]
	r.links = r.links[:n]
	shown := r.line.String()[l.at:]
	if showsTarget(shown, l.target) {
		r.page.links = r.page.links[:l.index]
	}
}

func (r *cmarkReader) text(s string) {
	if len(r.stack) == 0 {
		return
	}
	switch r.stack[len(r.stack)-1] {
	case "text", "code", "code_block", "html_block":
		r.line.WriteString(s)
	case "html_inline":
		r.line.WriteString(plainTag(s))
	}
}

// noteMark is the mark of a note, whose label cmark's XML does not give.
var noteMark = regexp.MustCompile(`\[\^[A-Za-z0-9-]*[0-9]\]`)

// box is the box of a task item.
var box = regexp.MustCompile(`^\[[ x]\] ?`)

// forget makes a page comparable with one of [CMark]: labels of notes are
// taken out.
func forget(p *Page) *Page {
	out := &Page{Math: p.Math}
	for _, l := range p.Leaves {
		if strings.HasSuffix(l.Path, "-") {
			l.Text = box.ReplaceAllString(l.Text, "") // cmark-gfm looks for an x anywhere in the item
		}
		l.Text = noteMark.ReplaceAllString(l.Text, "[^1]")
		if l.Kind == "note" {
			l.Text = ""
		}
		out.Leaves = append(out.Leaves, l)
	}
	return out
}
