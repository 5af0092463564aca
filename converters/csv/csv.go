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
// survey.go is the first pass over a file, which counts, warns and finds limits, and
// rows.go the second, which streams. Both read it by file.go: header.go, kind.go and
// dialect.go look at a sample of it, and a scanner cuts it (scan.go: records; quote.go:
// quotes; record.go: fields; run.go: runs of quotes; window.go: the text at hand).
package csv

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter for csv and tsv files.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes csv and tsv.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "csv",
		Title:      "Comma- and tab-separated values",
		Version:    10,
		Text:       true,
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

// SniffNamed reports whether content that is called a workbook is a table in text, as
// programs that save one for Excel write it: its first lines have the same number of tabs,
// commas or semicolons.
func (converter) SniffNamed(format string, content *io.SectionReader) bool {
	return format == "xls" && looksLikeTable(plain.Head(content))
}

// looksLikeTable reports whether the lines of a text are as many cells each.
func looksLikeTable(head string) bool {
	lines := strings.Split(strings.TrimSpace(head), "\n")
	if len(lines) > 2 {
		lines = lines[:min(len(lines)-1, 5)] // the last one may be cut
	}
	if strings.HasPrefix(lines[0], "<") {
		return false
	}
	return slices.ContainsFunc([]string{"\t", ";", ","}, func(mark string) bool {
		n := strings.Count(lines[0], mark)
		return n > 0 && !slices.ContainsFunc(lines, func(line string) bool { return strings.Count(line, mark) != n })
	})
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
	f.sniff(s.runs.text, s.runs.ended, in.Name)
	survey, err := f.survey(s)
	if err != nil {
		return nil, err
	}
	survey.warn(env)
	var blocks []document.Block
	for _, t := range f.titles {
		pos := document.LineSpan(t.first, t.first+t.lines-1)
		blocks = append(blocks, env.PlainParagraph(pos, env.Gate.Text(t.cells[0])))
	}
	table := converters.Make(env, &document.Table{
		Pos:     document.LineSpan(survey.first, survey.last),
		Columns: survey.columns,
		Source:  &rows{file: f, columns: survey.columns},
	})
	if !f.headless {
		table.Header = 1
	}
	return &document.Document{Blocks: append(blocks, table)}, nil
}
