// Package csv reads comma-separated values and their relatives as one table.
//
//   - [x] delimiters , ; tab | found by content, or said by a first line sep=;
//   - [x] quotes, doubled quotes, line ends inside quotes; \" where a file has it
//   - [x] quotes that are never closed, or not doubled: text, with a warning
//   - [x] LF, CRLF, CR, also mixed; byte order marks; every encoding of charset
//   - [x] rows of different length: short ones are filled up, what is beyond the
//     header is under empty headers, with a warning
//   - [x] header only: kept, with a warning (deviates from Coqui, which fails)
//   - [x] files of any size: two passes over the input, one chunk in memory
//   - [x] titles above the table: paragraphs
//   - [ ] single quotes as quotes, delimiters of more than one character
//
// # Header
//
// The first row is the header unless it clearly is data. It is data if there
// are rows below it, and
//
//   - one of its cells is a date, a time, an address of mail, of a page or of a
//     machine, or a UUID, and so is every cell below that is not empty; or
//   - all of its cells are numbers or empty, as the cells below them are, and
//     the numbers do not count evenly from cell to cell, as years or column
//     numbers do.
//
// The first twenty rows below are looked at.
//
// Rows above the header that have text in their first cell alone are a title,
// if the table has three columns or more, or a blank row parts them from it.
//
// # Rows
//
// A row without any text is not a row: blank lines and lines of delimiters alone
// are left out, with a warning where they are between rows. Empty cells at
// the end of a row are left out too; the table is as wide as its widest row
// then is. Rows are numbered without the rows that are left out.
//
// The package is a scanner (scan.go: records; field.go: their fields; quote.go
// and run.go: quotes) and what uses it: dialect.go, header.go and kind.go look
// at a sample, survey.go is the first pass, which counts, warns and finds
// limits, rows.go the second, which streams.
package csv

import (
	"context"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset"
	"github.com/seed353dc258/backstory/document"
)

// The codes of the package's warnings.
const (
	warnHeaderOnly   = "header-only"
	warnRagged       = "row-ragged"
	warnBlank        = "row-blank"
	warnUnterminated = "quote-unterminated"
	warnStray        = "quote-stray"
)

// New returns the converter for csv and tsv files.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes csv and tsv.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "csv",
		Title:      "Comma- and tab-separated values",
		Version:    8,
		Extensions: []string{"csv", "tsv"},
		MediaTypes: []string{"text/csv", "text/tab-separated-values"},
		Limits: []converters.Limit{
			converters.LimitSteps, converters.LimitCells, converters.LimitColumns, converters.LimitText,
		},
		Warnings: []converters.WarningInfo{
			{Code: warnHeaderOnly, Title: "a table with a header and no rows below it"},
			{Code: warnRagged, Title: "rows of a table that are shorter or longer than its header"},
			{Code: warnBlank, Title: "rows without text between the rows of a table; left out"},
			{Code: warnUnterminated, Title: "quotes that are never closed; taken as text"},
			{Code: warnStray, Title: "quotes inside quoted cells that are not doubled; taken as text"},
		},
	}
}

// Convert returns a document of one table whose rows stream.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	f := &file{ctx: ctx, env: env}
	if err := f.open(in); err != nil {
		return nil, err
	}
	s, err := f.load(nil)
	if err != nil {
		return nil, err
	}
	f.sniff(s.text, s.ended, in.Name)
	survey, err := f.survey(s)
	if err != nil {
		return nil, err
	}
	survey.warn(env)
	var blocks []document.Block
	for _, t := range f.titles {
		pos := document.LineSpan(t.first, t.first+t.lines-1)
		blocks = append(blocks, document.PlainParagraph(pos, env.Gate.Text(t.cells[0])))
	}
	table := &document.Table{
		Pos:     document.LineSpan(survey.first, survey.last),
		Columns: survey.columns,
		Source:  &rows{file: f, columns: survey.columns},
	}
	if !f.headless {
		table.Header = 1
	}
	return &document.Document{Blocks: append(blocks, table)}, nil
}

// file is an input with what was found about it.
type file struct {
	ctx      context.Context
	env      *converters.Env
	most     int64            // bytes that the decoded text may have
	text     func() io.Reader // the decoded text, from its start
	whole    []byte           // all of it, where it fits into one chunk and was read
	dialect  dialect
	declared bool // the first line says the delimiter
	titles   []topRow
	headless bool // the first row below the titles is data
}

// open finds the encoding, and warns where it is not certain.
func (f *file) open(in converters.Input) error {
	text, result, err := charset.Open(in.SectionReader, "")
	var other *charset.NotTextError
	switch {
	case errors.As(err, &other):
		return &converters.CorruptError{
			What:   "the file is " + other.What + ", not text",
			Remedy: "rename it, or leave it out",
		}
	case err != nil:
		return err
	}
	warnEncoding(f.env, result)
	f.most = in.Size()
	if result.Name != utf8Name || result.Replaced+result.Recovered > 0 {
		f.most *= utf8.UTFMax - 1 // what a byte becomes at most
	}
	f.text = text
	return nil
}

// utf8Name is what charset calls UTF-8.
const utf8Name = "UTF-8"

// warnEncoding reports what is not certain of a text's encoding.
func warnEncoding(env *converters.Env, r charset.Result) {
	if r.Uncertain {
		env.Warn(document.Warning{
			Code:    converters.WarnEncodingUncertain,
			Message: "the encoding was guessed to be " + r.Name + " with a small margin",
		})
	}
	if r.Recovered > 0 {
		env.Warn(document.Warning{
			Code:    converters.WarnEncodingUncertain,
			Message: "bytes that are not " + r.Name + " were read as " + r.Foreign,
			Count:   r.Recovered,
		})
	}
	if r.Replaced > 0 {
		env.Warn(document.Warning{
			Code:    converters.WarnEncodingReplaced,
			Message: "bytes that are no text in " + r.Name + " became U+FFFD",
			Count:   r.Replaced,
		})
	}
}

// load returns a scanner with the first chunk read, which stores fields in
// cells if they are not nil. A text that is one chunk is read once; that it is
// gone through again counts as if it were read.
func (f *file) load(cells []document.Cell) (*scanner, error) {
	if f.whole != nil {
		if err := f.env.Step(f.ctx, int64(len(f.whole)/stepBytes+1), document.Pos{}); err != nil {
			return nil, err
		}
		s := newScanner(nil, f.whole, f.env.Limits.Text)
		s.cells = cells
		s.read(f.whole, true)
		return s, nil
	}
	s := newScanner(&stepped{f.ctx, f.env, f.text()}, make([]byte, min(chunk, f.most+1)), f.env.Limits.Text)
	s.cells = cells
	s.more()
	if s.ended && s.err == nil {
		f.whole = s.text
	}
	return s, s.err
}

// begin takes a new scanner to the first row of the table.
func (f *file) begin(s *scanner) {
	s.dialect = f.dialect
	if f.declared {
		s.skipLine()
	}
	for n := len(f.titles); n > 0 && s.next(); {
		if _, filled := s.size(); filled > 0 {
			n--
		}
	}
}

// sniff looks at the first chunk for the dialect, the titles and the header.
func (f *file) sniff(text []byte, ended bool, name string) {
	usual := byte(',')
	if converters.Extension(name) == "tsv" {
		usual = '\t'
	}
	sample := text[:min(len(text), sampleSize)]
	cut := len(sample) < len(text) || !ended
	lines := 0
	if f.dialect.comma, f.declared = declared(sample); f.declared {
		s := sampleScanner(f.dialect, sample, cut)
		s.skipLine()
		sample, lines = sample[s.at:], 1
		f.dialect.backslash = backslashes(f.dialect, sample, cut)
	} else {
		f.dialect = sniff(sample, cut, usual)
	}
	top := topRows(f.dialect, sample, cut)
	for i := range top {
		top[i].first += lines
	}
	n := titles(top)
	f.titles, f.headless = top[:n], isData(top[n:])
}

// stepped counts what is read as steps, one for each stepBytes, and notices
// a cancelled context.
type stepped struct {
	ctx context.Context
	env *converters.Env
	src io.Reader
}

const stepBytes = 16

// Read implements [io.Reader].
func (r *stepped) Read(p []byte) (int, error) {
	n, err := r.src.Read(p)
	if failed := r.env.Step(r.ctx, int64(n/stepBytes+1), document.Pos{}); failed != nil {
		return 0, failed // with what was read, io.ReadFull would hide the error
	}
	return n, err
}
