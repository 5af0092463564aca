// Package pdf reads PDF files, versions 1.0 to 2.0, with PDFium for what is on
// the pages and its own layout for what it means.
//
//   - [x] text of all kinds of fonts and encodings; lines from right to left in the order in which they are read, with their numbers,
//     brackets and words of other scripts
//   - [x] encryption with and without a password
//   - [x] columns, and what spans them
//   - [x] paragraphs over lines, columns and pages, with their hyphens taken out
//   - [x] the structure of tagged documents: order, headings, lists, tables with
//     spans, quotes, alternative and actual text, artifacts
//   - [x] headings by size, weight, number and the outline; those that paragraphs begin with, behind a number
//     or where the outline names them
//   - [x] lists with their markers, nested by indent
//   - [x] tables with lines, with merged cells, or with lines across alone; tables
//     that are only aligned; tables over pages; tables from right to left
//   - [x] tables of contents as lists; captions of tables, with their tables
//   - [x] listings and code by fonts of fixed width, or by the style that a program
//     names; in a document that has hardly any other font, by their signs (typed.go);
//     quotes by the structure, by such a style, or set in on both sides
//   - [x] bold, italic, raised and lowered text, links
//   - [x] headers, footers and page numbers: left out and counted, in documents of one or two pages those beside text of
//     a paper or a book
//   - [x] hidden text: left out, or marked, and counted
//   - [x] notes that people made on pages; values of form fields, in their places
//   - [x] Japanese in vertical columns, on pages that are written so
//   - [x] pages that are pictures alone: a warning with their numbers, or with
//     the option ocr their text, by tesseract
//   - [x] attached files and portfolios: named, or with the option attachments read
//   - [x] links inside the document, to its headings; others are text
//   - [-] pictures: their places, and their alternative text in tagged documents;
//     their captions, below them; drawings that are no pictures by their words
//   - [x] pages whose text is turned; text in other directions than its page's, where
//     it is read; slanted and curved text
//   - [x] labels of pages, where they are not their numbers, as a part of places
//   - [ ] formulas
//
// The first step is of package pdfium: what a page paints. Package glyph makes
// words of it, and layout lines, tables and paragraphs of those, or tagged takes
// blocks from the structure of the page. Here are the steps between them
// (reader.go): drawn bullets (bullet.go), columns that no line parts (subcolumn.go), fields (field.go), text in other directions (aside.go), pages with a
// structure (assemble.go), and with all pages at hand headers and footers
// (furniture.go, pagenumber.go, lonehead.go, margin.go), paragraphs and tables over pages (join.go,
// overpage.go, caption.go), quotes (quote.go) and places for pictures (picture.go).
// Package section finds the headings, and write makes blocks of it. Beside them: pictures that are read (ocr.go) and
// attached files (attach.go).
package pdf

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/document"
)

// Engine is a service: it gives the engine that pages are read with, compiled
// once for a process. Without the service a converter compiles its own, which
// takes seconds, and which stops when its context does, at a sixth of the speed.
type Engine interface {
	PDFium(ctx context.Context) (*pdfium.Engine, error)
}

// New returns the converter for pdf files.
func New() converters.Converter { return &converter{} }

// converter holds the engine that it compiled where there is no service.
type converter struct {
	mu  sync.Mutex
	own *pdfium.Engine
}

// Format describes pdf.
func (*converter) Format() converters.Format {
	return converters.Format{
		Name:       "pdf",
		Title:      "Portable Document Format",
		Version:    64,
		Extensions: []string{"pdf"},
		MediaTypes: []string{"application/pdf"},
		Limits: []converters.Limit{
			converters.LimitSteps, converters.LimitNodes, converters.LimitText,
			converters.LimitNesting, converters.LimitCells, converters.LimitColumns, // of attached files
		},
		Warnings: warningTable(),
		Calls:    []string{converters.EveryFormat}, // attached files
		Isolated: true,
	}
}

// sniffed is how far into a file its mark may be (PDF 32000-1, annex H.3.4.1).
const sniffed = 1024

// Sniff reports whether a file has the mark of a PDF near its start.
func (*converter) Sniff(content *io.SectionReader) bool {
	head := make([]byte, sniffed)
	n, err := content.ReadAt(head, 0)
	return (err == nil || errors.Is(err, io.EOF)) && bytes.Contains(head[:n], []byte("%PDF-"))
}

// engine returns the service's engine or the converter's own.
func (c *converter) engine(ctx context.Context, env *converters.Env) (*pdfium.Engine, error) {
	if s, ok := converters.Service[Engine](env); ok {
		return s.PDFium(ctx)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.own == nil {
		e, err := pdfium.Compile(context.WithoutCancel(ctx), pdfium.Config{Interruptible: true})
		if err != nil {
			return nil, err
		}
		c.own = e
	}
	return c.own, nil
}

// Convert returns the document of a file.
func (c *converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	if in.Size() == 0 {
		return nil, &converters.CorruptError{What: "the file is empty", Empty: true}
	}
	e, err := c.engine(ctx, env)
	if err != nil {
		return nil, &converters.MachineError{Err: err}
	}
	d, err := open(ctx, e, env, in.SectionReader)
	if err != nil {
		return nil, refusal(env, err)
	}
	defer d.Close()
	r := &reader{ctx: ctx, env: env, doc: d, size: in.Size(), ink: glyph.InkReader{}, claims: glyph.NewClaims(d)}
	doc, err := r.read()
	if err != nil {
		return nil, refusal(env, err)
	}
	return doc, nil
}

// open opens a file, with a password where it asks for one.
func open(ctx context.Context, e *pdfium.Engine, env *converters.Env, content *io.SectionReader) (*pdfium.Document, error) {
	step := func(n int) error { return env.Step(ctx, int64(n), document.Pos{}) }
	d, err := e.Open(ctx, pdfium.Source{Content: content, Step: step})
	if errors.Is(err, pdfium.ErrPassword) {
		err = env.Unlock("file", pdfium.ErrPassword, func(password string) (err error) {
			d, err = e.Open(ctx, pdfium.Source{Content: content, Password: password, Step: step})
			return err
		})
	}
	return d, err
}

// refusal turns an error of the engine into one that a caller can act on.
func refusal(env *converters.Env, err error) error {
	switch {
	case errors.Is(err, pdfium.ErrSecurity):
		return &converters.EncryptedError{What: "the file is encrypted in a way that is not known", Remedy: "save it without encryption"}
	case errors.Is(err, pdfium.ErrFormat):
		return &converters.CorruptError{What: "invalid PDF document", Remedy: "save or print it as PDF again"}
	case errors.Is(err, pdfium.ErrTrap):
		return &converters.CorruptError{What: "reading it takes more memory than a file of its size may, or goes wrong", Remedy: "print it as PDF again"}
	case errors.Is(err, pdfium.ErrMemory):
		return &converters.MachineError{Err: err, Remedy: "give more memory"}
	default:
		return err
	}
}
