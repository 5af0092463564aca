// Package epub reads books of EPUB 2 and 3.
//
//   - [x] chapters in the order of the spine, each as a page (converters/html);
//     those that are not part of the order of reading come behind
//   - [x] title, authors, subjects, description, language and dates
//   - [x] links between chapters, where they lead to a heading
//   - [x] footnotes of a chapter, as converters/html finds them
//   - [x] style sheets of the package, also imported ones, for what they hide
//   - [x] fallbacks of chapters that are no pages; fonts that are obfuscated
//   - [-] tables of contents: left out where they only list links
//   - [-] notes in a chapter of their own: text and marks are kept where they are
//   - [-] several renditions: the first one
//   - [ ] labels of the table of contents as headings
//   - [ ] scripts, media overlays, dictionaries and indexes as such
//
// The reading:
//
//   - epub.go: the converter; reader.go: what is known of a book
//   - chapter.go: a chapter as a page; link.go: links between chapters
//   - opf.go: what the package says of its chapters; meta.go: of the book
package epub

import (
	"context"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/converters/internal/zipfile"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter for books.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes epub.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "epub",
		Title:      "EPUB book",
		Version:    3,
		Extensions: []string{"epub"},
		MediaTypes: []string{"application/epub+zip"},
		Limits: append(plain.Limits(), converters.LimitNodes, converters.LimitDepth,
			converters.LimitCells, converters.LimitColumns, converters.LimitEntries, converters.LimitPart,
			converters.LimitParts, converters.LimitRatio),
		Warnings: append(lost.Warnings(lost.Part),
			converters.WarningInfo{Code: warnExternal, Title: "parts outside the document were not fetched"},
			converters.WarningInfo{Code: warnContents, Title: "a table of contents that only lists links into the book was left out"}),
		Calls: []string{"html"},
	}
}

// Sniff implements [converters.Sniffer]: every book has a container document
// (OCF 3.3, 4.2.6.3.1).
func (converter) Sniff(content *io.SectionReader) bool {
	return zipfile.Lists(content, containerPart)
}

// Convert returns the document of a book.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	archive, err := zipfile.Open(ctx, env, in.SectionReader)
	if err != nil {
		return nil, err
	}
	r := &reader{ctx: ctx, env: env, archive: archive, lost: lost.NewTally(env), chapters: map[string]*chapter{}}
	if err := r.open(); err != nil {
		return nil, err
	}
	if err := r.encryption(); err != nil {
		return nil, err
	}
	for _, id := range r.spine {
		if err := r.readChapter(id); err != nil {
			return nil, err
		}
	}
	doc := &document.Document{Meta: r.meta, Blocks: r.joined()}
	r.lost.Warn(env)
	if len(doc.Blocks) == 0 {
		return nil, converters.Corrupt(document.Pos{}, "the book has no text that a reader sees: its chapters are empty, or are not in the package")
	}
	return doc, nil
}
