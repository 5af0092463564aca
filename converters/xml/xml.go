// Package xml reads XML files. A small simple document becomes an outline of
// its elements, any other one a code block with the text as it is written.
//
//	[x] well-formedness, namespaces, references; a document that is not well-formed is an error with line and reason
//	[x] every encoding that charset knows, with the one that the XML declaration names as a hint
//	[x] outline: at most 40 elements, 5 deep, 20 attributes, no text beside elements (the rule of the Coqui generator), and at most 64 KiB
//	[x] fence: the text as written, without blank space around it; Coqui indents it anew and adds a declaration
//	[x] feeds, Atom and RSS 0.9 to 2.0: the feed's title, then a section an entry with author, date, link, text; where
//	    there is none, what podcasts (iTunes) and films (Media RSS) say instead
//	[x] OPML: a nested list with links and notes
//	[x] documents of Word 2003 (WordprocessingML), and packages in one file (Flat OPC), as Word and PowerPoint save XML:
//	    read as the docx, pptx or xlsx that they are
//	[x] articles in JATS, DocBook 4 and 5: sections, lists, tables, figures, notes, formulas, code, references; what
//	    DocBook marks as deleted is hidden; cross-references without words are what they lead to is called
//	[-] what is longer than people write (a paragraph of 8,192 pieces, a cell of 1,024 blocks) goes on as another one
//	[-] in feeds, the full text of an entry stands for its summary; elements without words for a reader are counted
//	[-] comments and processing instructions stay in a fence, and are dropped and counted in an outline
//	[-] references to entities that an external document type may declare stay as they are written
//	[ ] document types with an internal subset are refused, unless that is blank: entities could hide or multiply text (safety)
//	[x] entities that the document type itself declares, within bounds
//	[ ] nothing outside of the file is ever read: no external document type, entity, schema, style sheet or XInclude
//
// Each vocabulary has its file: feed.go, opml.go, article.go, docbook.go; office is of
// those that Office writes. Articles and books are read by the roles of their elements
// (prose.go, prose_*.go, synopsis.go; info.go is what a book says of itself,
// article_cites.go and citation.go what is cited, formula.go the formulas), with what
// node.go tells of an element. outline.go is for all other documents, reader.go has what
// the readers hold.
package xml

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xml/office"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter.
func New() converters.Converter { return converter{vocab.Spaces()} }

type converter struct {
	spaces *xmlread.Spaces
}

// Format describes the format.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "xml",
		Title:      "XML, with feeds, outlines, articles, documents of Word 2003 and Flat OPC",
		Version:    33,
		Text:       true,
		Extensions: []string{"xml", "rss", "atom", "opml", "dbk", "docbook"},
		MediaTypes: []string{"application/xml", "text/xml", "application/rss+xml", "application/atom+xml", "text/x-opml"},
		Limits: append(plain.Limits(), converters.LimitDepth, converters.LimitNodes, converters.LimitCells, converters.LimitColumns,
			converters.LimitEntries, converters.LimitPart, converters.LimitParts),
		Warnings: []converters.WarningInfo{
			{Code: warnComment, Title: "comments of an XML file were left out"},
			{Code: warnInstruction, Title: "processing instructions of an XML file were left out"},
			{Code: warnElement, Title: "elements without content for a reader were left out of a feed, an outline or an article"},
			{Code: warnUnseen, Title: unseenTitle},
		},
		Calls: []string{"docx", "html", "pptx", "xlsx"},
	}
}

// SniffNamed reports whether content that is called a document is one of Office in XML.
func (converter) SniffNamed(format string, content *io.SectionReader) bool {
	switch format {
	case "doc", "xls", "ppt":
		head := plain.Head(content)
		return strings.HasPrefix(strings.TrimSpace(head), "<") && strings.Contains(head, "schemas-microsoft-com:office:") ||
			strings.Contains(head, "schemas.microsoft.com/office/")
	}
	return false
}

// Convert reads the input once to check it and to see what it is.
func (c converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	hint, err := declared(in)
	if err != nil {
		return nil, err
	}
	text, err := plain.Decode(ctx, in, env, hint)
	if err != nil {
		return nil, err
	}
	whole, err := xmlread.Expand(env, text)
	if err != nil {
		return nil, err
	}
	source := xmlread.Source{Text: whole, Spaces: c.spaces}
	root, err := rootName(ctx, env, source)
	if err != nil {
		return nil, err
	}
	if office.IsWord(root) {
		pack, err := office.PackWord(ctx, in.Name, env, source)
		if err != nil {
			return nil, err
		}
		if pack != nil {
			return pack.Convert(ctx, env) // with the text of the file held no more
		}
	}
	doc, err := c.known(ctx, root, in.Name, env, source)
	if doc != nil || err != nil {
		return doc, err
	}
	seen, err := look(ctx, env, source)
	if err != nil {
		return nil, err
	}
	if seen.simple {
		seen.warn(env)
		return &document.Document{Blocks: []document.Block{outline(env, []*element{seen.root})}}, nil
	}
	if text, err = plain.GateCode(text, env); err != nil {
		return nil, err
	}
	return &document.Document{Blocks: []document.Block{fence(env, text)}}, nil
}

// declared returns the encoding that the file names.
func declared(in converters.Input) (charset.Hint, error) {
	head := make([]byte, 256)
	n, err := in.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("reading the XML declaration: %w", err)
	}
	return xmlread.Declared(head[:n]), nil
}

// fence returns the text as a code block.
func fence(env *converters.Env, text string) document.Block {
	start := 0
	for start < len(text) && (text[start] == ' ' || text[start] == '\t' || text[start] == '\n') {
		start++
	}
	first := 1
	for i := range start {
		if text[i] == '\n' {
			first++
		}
	}
	block := plain.Block(env, text[start:], "xml")
	block.Pos = plain.Span(block.Text, first)
	return block
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
		{isJATSRoot, (*reader).isJATS, (*reader).jats},
		{isDocBookRoot, (*reader).isDocBook, (*reader).docbook},
	}
}

// known reads a document of a known vocabulary. For others it returns nil.
func (c converter) known(ctx context.Context, root xmlread.Name, name string, env *converters.Env, source xmlread.Source) (*document.Document, error) {
	if office.IsFlat(root) {
		return office.ReadFlat(ctx, name, env, source)
	}
	if root.Is(xmlread.None, "opml") {
		return opml(ctx, env, source)
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
			r = &reader{Base: vocab.Base{Tree: tree, Ctx: ctx, Env: env, Source: source.Text}, roles: theRoles()}
		}
		if !v.is(r) {
			continue
		}
		blocks, err := v.read(r)
		if err != nil {
			return nil, err
		}
		return told(ctx, env, source, &document.Document{Meta: r.Meta, Blocks: blocks}, r.Comments, &r.unread)
	}
	return nil, nil
}

// told returns a document after it has warned of what is not in it.
func told(ctx context.Context, env *converters.Env, source xmlread.Source, doc *document.Document, comments int, unread *loss) (*document.Document, error) {
	(&sight{comments: comments}).warn(env)
	if env.Shows(warnComment) { // of which there is the number alone
		if _, err := look(ctx, env, source); err != nil {
			return nil, err
		}
	}
	if unread.count > 0 {
		env.Warn(document.Warning{Code: warnElement, Pos: unread.pos, Message: "elements that say nothing to a reader were left out, the first is " + unread.name, Count: unread.count})
	}
	return doc, nil
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
