package pptx

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// comments returns the comments on a slide, replies inside of what they reply
// to: those that PowerPoint wrote up to 2019 (ISO/IEC 29500-1, 19.4) and those
// since (MS-PPTX, 2.16.3).
func (d *deck) comments(slide *source) ([]document.Block, error) {
	if d.env.Options.Comments == "off" {
		return nil, nil
	}
	var out []document.Block
	for _, r := range slide.links.all().All {
		if r.Kind != "comments" || r.External {
			continue
		}
		s, err := d.open(r.Target)
		if err != nil {
			return nil, err
		}
		if s == nil {
			continue
		}
		if err := d.readAuthors(); err != nil {
			return nil, err
		}
		if part := (annotator{d.env, s, d.pos(), d.show.authors}); s.Name(xmlread.Root).Space == drawing.P188 {
			out = append(out, part.modern(xmlread.Root, "cm")...)
		} else {
			out = append(out, part.legacy()...)
		}
		d.release(s)
	}
	return out, nil
}

// readAuthors reads the names of those who made comments, once.
func (d *deck) readAuthors() error {
	if d.show.authors != nil {
		return nil
	}
	d.show.authors = map[string]string{}
	for _, kind := range [...]string{"commentAuthors", "authors"} {
		s, err := d.open(d.pkg.Part(d.show.rels, kind))
		if err != nil {
			return err
		}
		if s == nil {
			continue
		}
		for c := s.First(xmlread.Root); c != 0; c = s.Next(c) {
			if !s.IsText(c) {
				d.show.authors[s.Attr(c, xmlread.None, "id")] = s.Attr(c, xmlread.None, "name")
			}
		}
		d.release(s)
	}
	return nil
}

// annotator makes annotations of the comments in a part.
type annotator struct {
	env     *converters.Env
	s       *source
	pos     document.Pos      // of the slide
	authors map[string]string // by id
}

// legacy returns the comments of a p:cmLst. A reply says which comment
// it replies to (MS-PPTX, 2.6.19).
func (an annotator) legacy() []document.Block {
	s := an.s
	var out []document.Block
	byID := map[string]*document.Annotation{}
	for c := s.First(xmlread.Root); c != 0; c = s.Next(c) {
		if !s.Name(c).Is(drawing.P, "cm") {
			continue
		}
		text := strings.TrimSpace(s.All(s.Child(c, drawing.P, "text")))
		author := s.Attr(c, xmlread.None, "authorId")
		a := converters.Make(an.env, &document.Annotation{Pos: an.pos, Author: an.authors[author], Date: s.Attr(c, xmlread.None, "dt")})
		if text == "" {
			continue
		}
		a.Blocks = []document.Block{an.env.PlainParagraph(an.pos, text)}
		parent := byID[parentOf(s, c)]
		byID[author+"/"+s.Attr(c, xmlread.None, "idx")] = a
		if parent != nil {
			parent.Blocks = append(parent.Blocks, a)
		} else {
			out = append(out, a)
		}
	}
	return out
}

// parentOf returns which comment another one replies to, or "".
func parentOf(s *source, comment xmlread.NodeID) string {
	list := s.Child(comment, drawing.P, "extLst")
	for ext := s.First(list); ext != 0; ext = s.Next(ext) {
		parent := s.Child(s.Child(ext, drawing.P15, "threadingInfo"), drawing.P15, "parentCm")
		if parent != 0 {
			return s.Attr(parent, xmlread.None, "authorId") + "/" + s.Attr(parent, xmlread.None, "idx")
		}
	}
	return ""
}

// modern returns the comments or the replies below a node.
func (an annotator) modern(list xmlread.NodeID, name string) []document.Block {
	s := an.s
	var out []document.Block
	for c := s.First(list); c != 0; c = s.Next(c) {
		if !s.Name(c).Is(drawing.P188, name) {
			continue
		}
		status := s.Attr(c, xmlread.None, "status")
		a := converters.Make(an.env, &document.Annotation{
			Pos: an.pos, Author: an.authors[s.Attr(c, xmlread.None, "authorId")],
			Date: s.Attr(c, xmlread.None, "created"), Resolved: status == "resolved" || status == "closed",
		})
		x := drawing.Text{Env: an.env, Tree: s.Tree, Link: s.links.url}
		a.Blocks = drawing.Blocks(an.env, x.Body(s.Child(c, drawing.P188, "txBody")), an.pos)
		if name == "cm" {
			a.Blocks = append(a.Blocks, an.modern(s.Child(c, drawing.P188, "replyLst"), "reply")...)
		}
		if len(a.Blocks) > 0 {
			out = append(out, a)
		}
	}
	return out
}
