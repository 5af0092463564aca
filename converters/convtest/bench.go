package convtest

import (
	"context"
	"io"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document/markdown"
)

// Bench measures the big input: up to the model, and on to Markdown.
func Bench(b *testing.B, c converters.Converter, options ...Option) {
	b.Helper()
	s, err := newSuite(c, "testdata", options)
	if err != nil {
		b.Fatal(err)
	}
	in, err := s.big()
	if err != nil {
		b.Fatal(err)
	}
	j := job{input: *in}
	b.Run("model", func(b *testing.B) {
		b.SetBytes(int64(len(in.content)))
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := s.model(context.Background(), j); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("markdown", func(b *testing.B) {
		b.SetBytes(int64(len(in.content)))
		b.ReportAllocs()
		for b.Loop() {
			doc, _, err := s.model(context.Background(), j)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := markdown.Write(io.Discard, doc, writing(j)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
