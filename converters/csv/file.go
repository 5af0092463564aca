package csv

import (
	"context"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

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
	plain.WarnEncoding(f.env, result)
	f.most = in.Size()
	if result.Name != utf8Name || result.Replaced+result.Recovered > 0 {
		f.most *= utf8.UTFMax - 1 // what a byte becomes at most
	}
	f.text = text
	return nil
}

// utf8Name is what charset calls UTF-8.
const utf8Name = "UTF-8"

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
	if s.runs.ended && s.err == nil {
		f.whole = s.runs.text
	}
	return s, s.err
}

// begin takes a new scanner to the first row of the table.
func (f *file) begin(s *scanner) {
	s.runs.dialect = f.dialect
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
