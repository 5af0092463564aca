package xml

import (
	"context"
	"errors"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xml/office"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
	"github.com/seed353dc258/backstory/document"
)

// reader reads a document of a vocabulary that has a reading of its own.
type reader struct {
	vocab.Base
	roles  *vocabularyRoles
	unread loss
}

// loss is which elements were left out.
type loss struct {
	count int
	pos   document.Pos // of the first of them
	name  string
}

// add counts what was left out behind that.
func (l *loss) add(more loss) {
	count := l.count + more.count
	if l.count == 0 {
		*l = more
	}
	l.count = count
}

// vocabulary is a way to read a document by what its root element is.
type vocabulary struct {
	root func(name xmlread.Name) bool
	is   func(r *reader) bool
	read func(r *reader) ([]document.Block, error)
}

// vocabularies lists the vocabularies that are read as what they mean.
func vocabularies() []vocabulary {
	return []vocabulary{
		{isFeedRoot, (*reader).isFeed, (*reader).feed},
		{isOPMLRoot, (*reader).isOPML, (*reader).opml},
		{isJATSRoot, (*reader).isJATS, (*reader).jats},
		{isDocBookRoot, (*reader).isDocBook, (*reader).docbook},
	}
}

// known reads a document of a known vocabulary. For others it returns nil.
func (c converter) known(ctx context.Context, name string, env *converters.Env, source xmlread.Source) (*document.Document, error) {
	root, err := rootName(ctx, env, source)
	if err != nil {
		return nil, err
	}
	switch {
	case office.IsFlat(root):
		return office.ReadFlat(ctx, name, env, source)
	case office.IsWord(root):
		return office.ReadWord(ctx, name, env, source)
	}
	var r *reader
	for _, v := range vocabularies() {
		if !v.root(root) {
			continue
		}
		if r == nil {
			tree, err := xmlread.ReadTree(ctx, env, source)
			if err != nil {
				return nil, err
			}
			r = &reader{Base: vocab.Base{Tree: tree, Ctx: ctx, Env: env, Source: source.Text}, roles: c.roles}
		}
		if !v.is(r) {
			continue
		}
		blocks, err := v.read(r)
		if err != nil {
			return nil, err
		}
		(&sight{comments: r.Comments}).warn(env)
		if l := r.unread; l.count > 0 {
			env.Warn(document.Warning{Code: warnElement, Pos: l.pos, Message: "elements that say nothing to a reader were left out, the first is " + l.name, Count: l.count})
		}
		return &document.Document{Meta: r.Meta, Blocks: blocks}, nil
	}
	return nil, nil
}

// rootName returns the name of the root element.
func rootName(ctx context.Context, env *converters.Env, source xmlread.Source) (xmlread.Name, error) {
	s := xmlread.New(ctx, env, source)
	for {
		switch kind, err := s.Next(); {
		case err != nil:
			return xmlread.Name{}, err
		case kind == xmlread.Start:
			return s.Name(), nil
		}
	}
}

// short returns a name as a message may hold it.
func short(name string) string {
	if len(name) > 40 {
		return strings.ToValidUTF8(name[:40], "") + "…"
	}
	return name
}

// skip counts an element that is left out.
func (r *reader) skip(n xmlread.NodeID) {
	if r.unread.count == 0 {
		r.unread.pos, r.unread.name = r.Pos(n), short(r.Name(n).Full)
	}
	r.unread.count++
}

// html converts HTML that is in an element. Text without markup is a
// paragraph.
func (r *reader) html(text string, pos document.Pos) ([]document.Block, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	if strings.IndexByte(text, '<') < 0 && strings.IndexByte(text, '&') < 0 {
		return []document.Block{document.PlainParagraph(pos, xmlread.Collapse(text))}, nil
	}
	doc, err := r.Env.Convert(r.Ctx, converters.Fragment("content.html", text))
	if errors.Is(err, converters.ErrCorrupt) {
		return []document.Block{document.PlainParagraph(pos, xmlread.Collapse(text))}, nil
	}
	if err != nil {
		return nil, err
	}
	return doc.Blocks, nil
}
