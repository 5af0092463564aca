// Package docx reads documents of Word, Office Open XML WordprocessingML
// (ISO/IEC 29500, Transitional and Strict), as Word since 2007, LibreOffice,
// Google Docs, WPS, Pages, OnlyOffice, pandoc and python-docx write them.
//
//   - [x] parts by their relationships; namespaces by name, whatever their
//     prefix; the branch of an alternative that is understood, once
//   - [x] headings: outline levels of paragraphs and styles, styles by what they
//     are based on and by name; their automatic numbers
//   - [x] lists: levels, starts, restarts, overrides, letters, legal numbers,
//     lists of styles, paragraphs that go on in an item, check boxes
//   - [x] runs with bold, italic, struck, raised, lowered text and code; symbols,
//     ruby text with its reading behind it
//   - [x] links by relationship and by field; results of fields, not their codes
//   - [x] tables: cells merged across and down, header rows, blocks in cells,
//     nested tables, grids that are missing
//   - [x] footnotes, endnotes, comments with their threads, text boxes
//   - [x] changes that were tracked: the text as it would be accepted
//   - [x] equations, charts, diagrams, pictures by their alternative text
//   - [x] pages, archives of a page and texts that Word is left to read in (altChunk)
//   - [x] quotations, code and definitions by style
//   - [x] headers and footers that are shown, each text once
//   - [x] hidden text: by property, style, size and colour; covered cells, notes
//     without a mark: left out and counted; paragraphs under shapes have a label
//   - [-] pages: where the document says where they began when it was shown last
//   - [-] objects: what they show as text; their alternative text
//   - [ ] positions of frames and columns, documents that lie outside
//
// Reading has one pass over the text: wordml reads how it looks, and what styles,
// lists and the theme define; wordtext makes blocks of its paragraphs.
//
//   - run.go, field.go, drawing.go, body.go, para.go, table.go: what is in the text
//   - note.go, furniture.go: what is outside of the text; link.go: links
//   - chunk.go: charts, diagrams, documents inside of the document
//   - hide.go, shape.go: what is hidden and lost
//   - reader.go: the reader, all that it holds, and its budget
package docx

import (
	"context"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/crypt"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter for docx and docm files.
func New() converters.Converter { return converter{spaces: wordml.Spaces()} }

type converter struct{ spaces *xmlread.Spaces }

// Format describes docx.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "docx",
		Title:      "Word document",
		Version:    40,
		Extensions: []string{"docx", "docm"},
		MediaTypes: mediaTypes(),
		Limits: []converters.Limit{
			converters.LimitSteps, converters.LimitNodes, converters.LimitDepth, converters.LimitCells, converters.LimitColumns,
			converters.LimitEntries, converters.LimitPart, converters.LimitParts, converters.LimitRatio, converters.LimitText,
			converters.LimitNesting,
		},
		Warnings: warningTable(),
		Calls:    []string{"eml", "html", "rtf", "text", "xml"},
	}
}

func mediaTypes() []string {
	return []string{
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		"application/vnd.ms-word.document.macroEnabled.12",
	}
}

// usualMain is what programs call the main part.
const usualMain = "word/document.xml"

// mainTypes are the content types of the main part; a template that was
// renamed is a document.
func mainTypes() []string {
	return []string{
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
		"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
		"application/vnd.ms-word.document.macroEnabled.main+xml",
		"application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
	}
}

// Sniff implements [converters.Sniffer].
func (converter) Sniff(content *io.SectionReader) bool {
	return ooxml.Sniff(content, usualMain, mainTypes()...)
}

// Unlock opens what a password locks: all packages of Office Open XML.
func (converter) Unlock(ctx context.Context, content *io.SectionReader, env *converters.Env) (*io.SectionReader, error) {
	return crypt.Package(ctx, env, content)
}

// Convert returns the document of a file.
func (c converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	pkg, err := ooxml.Open(ctx, env, in.SectionReader)
	if err != nil {
		return nil, err
	}
	main, err := pkg.Main(usualMain, mainTypes()...)
	if err != nil {
		return nil, err
	}
	r := &reader{ctx: ctx, env: env, pkg: pkg, Tally: lost.NewTally(env)}
	r.defs = wordml.Definitions{Section: r.section, Parts: &wordml.Parts{
		Package: pkg, Spaces: c.spaces, Fail: r.fail, Spare: r.spare,
		Charge: func(nodes int) error { return r.charge(nodes, document.Pos{}) },
	}}
	r.build = wordtext.Builder{Env: env, Fail: r.fail, Target: r.disk.linkTarget}
	doc, err := r.document(main)
	if err != nil {
		return nil, err
	}
	r.Warn(env)
	if len(doc.Blocks) == 0 && r.others.unread != nil {
		return nil, r.others.unread
	}
	if len(doc.Blocks) == 0 {
		return nil, env.Empty("the document holds no text")
	}
	return doc, nil
}

// document reads every part that is shown.
func (r *reader) document(main string) (*document.Document, error) {
	st, err := r.open(main)
	if err != nil {
		return nil, err
	}
	r.defs.Parts.Main = st.rels
	if err := r.findRoot(); err != nil {
		return nil, err
	}
	if err := r.defs.Open(); err != nil {
		return nil, err
	}
	usual := r.defs.Styled("", &wordml.Chars{})
	r.build.Mono = usual.Chars.Run().Mono
	doc := &document.Document{}
	doc.Meta, err = r.pkg.Core()
	if err = r.spare(r.pkg.Part(r.pkg.Root, "core-properties"), err); err != nil {
		return nil, err
	}
	if err := findLids(st); err != nil {
		return nil, err
	}
	if doc.Blocks, err = st.body(); err != nil {
		return nil, err
	}
	if err := r.rest(doc); err != nil {
		return nil, err
	}
	if err := r.unseen(); err != nil {
		return nil, err
	}
	if r.late != nil {
		return nil, r.late
	}
	if err := r.defs.Err(); err != nil {
		return nil, err
	}
	doc.Blocks = r.build.Finish(doc.Blocks)
	return doc, nil
}

// body reads the main part.
func (st *story) body() ([]document.Block, error) {
	for {
		event, err := st.s.Next()
		if err != nil {
			return nil, err
		}
		switch {
		case event == xmlread.EOF:
			return nil, converters.Corrupt(st.pos, "the main part has no body, so that it is no document of Word")
		case event == xmlread.Start && wordml.Is(st.s, "background"):
			if err := st.doc.background(st.s); err != nil {
				return nil, err
			}
		case event == xmlread.Start && wordml.Is(st.s, "body"):
			blocks, err := st.blocks()
			if err != nil {
				return nil, err
			}
			return blocks, st.s.Walk(st.s.Skip) // a part that is cut short is seen
		}
	}
}

// background reads the colour of the page (17.2.1), which is shown where a
// setting says so.
func (r *reader) background(s *xmlread.Scanner) error {
	color, _ := s.Attr(wordml.NsW, "color")
	c := r.defs.Theme.Themed(s, wordml.ReadColor(color), "themeColor", "themeTint", "themeShade")
	shown, err := r.setting("displayBackgroundShape")
	if shown {
		r.paper.page = c
	}
	if err != nil {
		return err
	}
	return s.Skip()
}

// rest adds headers, footers and notes.
func (r *reader) rest(doc *document.Document) error {
	for _, read := range []func() ([]document.Block, error){
		r.furniture,
		func() ([]document.Block, error) { return r.readNotes(document.Footnote, "footnote") },
		func() ([]document.Block, error) { return r.readNotes(document.Endnote, "endnote") },
	} {
		blocks, err := read()
		if err != nil {
			return err
		}
		doc.Blocks = append(doc.Blocks, blocks...)
	}
	return nil
}
