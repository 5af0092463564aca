package xml

import (
	"cmp"
	"context"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// outliner reads an outline (OPML 2.0) as it comes: a tree of it would take as much
// memory as what is made of it.
type outliner struct {
	s        *xmlread.Scanner
	env      *converters.Env
	meta     document.Meta
	head     document.Pos
	body     []document.Block
	parts    map[string]bool // of the root, which were read
	runs     document.Runs
	comments int
	unread   loss
}

// opml returns the title of an outline and its nested points, and nil where it has no body.
func opml(ctx context.Context, env *converters.Env, source xmlread.Source) (*document.Document, error) {
	o := &outliner{s: xmlread.New(ctx, env, source), env: env, runs: env.Runs(), parts: map[string]bool{}}
	_, err := o.each(func() error {
		_, err := o.each(o.part)
		return err
	})
	if err != nil || !o.parts["body"] {
		return nil, err
	}
	var blocks []document.Block
	if o.meta.Title != "" {
		blocks = append(blocks, converters.Make(env, &document.Heading{Pos: o.head, Level: 1, Inlines: converters.Make(env, document.Plain(o.meta.Title))}))
	}
	return told(ctx, env, source, &document.Document{Meta: o.meta, Blocks: append(blocks, o.body...)}, o.comments, &o.unread)
}

// each calls visit for the start tag of every child of the element that is the event, or
// at the start for the root, and returns the text between them.
func (o *outliner) each(visit func() error) (said string, err error) {
	depth := o.s.Depth()
	var text []byte
	for {
		kind, err := o.s.Next()
		switch {
		case err != nil:
		case kind == xmlread.EOF, kind == xmlread.End && o.s.Depth() == depth:
			return xmlread.Collapse(string(text)), nil
		case kind == xmlread.Start:
			for i := 0; i < o.s.Attrs() && err == nil; i++ {
				_, err = o.s.AttrValue(i)
			}
			if err == nil {
				err = visit()
			}
		case kind == xmlread.Comment:
			o.comments++
		case kind == xmlread.Text && o.s.IsBlank():
			err = o.s.CheckText()
		case kind == xmlread.Text:
			if text, err = o.s.AppendText(append(text, ' ')); err == nil {
				err = o.env.Check(converters.LimitText, int64(len(text)/utf8.UTFMax), o.s.Pos())
			}
		}
		if err != nil {
			return "", err
		}
	}
}

// skip passes over the element that is the event, and counts the comments in it.
func (o *outliner) skip() error {
	depth := o.s.Depth()
	for {
		kind, err := o.s.Next()
		switch {
		case err != nil, kind == xmlread.EOF, kind == xmlread.End && o.s.Depth() == depth:
			return err
		case kind == xmlread.Comment:
			o.comments++
		}
	}
}

// part reads a child of the root.
func (o *outliner) part() error {
	name := o.s.Name()
	if name.Space != xmlread.None || o.parts[name.Local] {
		return o.skip()
	}
	switch name.Local {
	case "head":
		o.parts["head"], o.head = true, o.s.Pos()
		_, err := o.each(o.field)
		return err
	case "body":
		o.parts["body"] = true
		pos := o.s.Pos()
		list, said, err := o.points()
		if said != "" {
			o.body = append(o.body, o.env.PlainParagraph(pos, said))
		}
		if list != nil {
			o.body = append(o.body, list)
		}
		return err
	}
	return o.skip()
}

// field reads what the file says of itself.
func (o *outliner) field() error {
	to := &o.meta.Title
	switch name := o.s.Name(); {
	case name.Is(xmlread.None, "ownerName"):
		to = &o.meta.Author
	case !name.Is(xmlread.None, "title"):
		return o.skip()
	}
	said, err := o.s.InnerText()
	if *to == "" {
		*to = xmlread.Collapse(said)
	}
	return err
}

// points returns the outline elements in the element that is the event as a list, or nil,
// and the text between them.
func (o *outliner) points() (list *document.List, said string, err error) {
	pos := o.s.Pos()
	said, err = o.each(func() error {
		if name := o.s.Name(); name.Local != "outline" {
			o.unread.add(loss{1, o.s.Pos(), short(name.Full)})
			return o.skip()
		}
		at := o.s.Pos()
		line, text := o.point()
		inner, said, err := o.points()
		if said != "" && said != text {
			if len(line) > 0 {
				said = ": " + said
			}
			line = append(line, converters.Make(o.env, &document.Text{Value: said}))
		}
		blocks := []document.Block{o.env.Paragraph(at, line)}
		if inner != nil {
			blocks = []document.Block{blocks[0], inner}
		}
		if list == nil {
			list = converters.Make(o.env, &document.List{Pos: pos})
		}
		list.Items = append(list.Items, converters.Make(o.env, document.Item{Marker: "-", Blocks: blocks}))
		return err
	})
	return list, said, err
}

// point returns the line of an outline element: its text with its link, and a
// note as outliners have it.
func (o *outliner) point() (line []document.Inline, text string) {
	attr := func(names ...string) string {
		for _, name := range names {
			if v := strings.TrimSpace(o.s.Value(xmlread.None, name)); v != "" {
				return v
			}
		}
		return ""
	}
	text = attr("text", "title")
	url := attr("htmlUrl", "xmlUrl", "url")
	o.say(cmp.Or(text, url), url)
	if feed := attr("xmlUrl"); feed != "" && attr("htmlUrl") != "" {
		o.say(" (", "")
		o.say("feed", feed)
		o.say(")", "")
	}
	for _, more := range []string{attr("description"), attr("_note")} {
		if more != "" && more != text {
			if text != "" || url != "" {
				o.say(": ", "")
			}
			o.say(more, "")
		}
	}
	return o.runs.Inlines(), text
}

// say adds text to a line, as a link where there is an address.
func (o *outliner) say(text, url string) {
	if url != "" {
		o.runs.BeginLink(converters.Make(o.env, &document.Link{URL: url}), 0)
		defer o.runs.EndLink()
	}
	for {
		part, rest, more := strings.Cut(text, "\n")
		o.runs.Share(part, 0)
		if !more {
			return
		}
		o.runs.Inline(converters.Make(o.env, &document.Break{}), 0)
		text = rest
	}
}
