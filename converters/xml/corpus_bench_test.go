package xml_test

import (
	"bytes"
	"context"
	stdxml "encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/converters/xml"
	"github.com/seed353dc258/backstory/document/markdown"
)

// BenchmarkCorpus converts the real XML files of the folder that
// BACKSTORY_CORPUS names to Markdown, each by itself and then all of them. In
// the same run it does with the same bytes what no converter can do without,
// finding the encoding and passing the text through the gate, and reads the
// tokens with the standard library. Memory is collected as lazily as by the
// command build.
func BenchmarkCorpus(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	var all [][]byte
	for _, f := range convtest.CorpusFiles(b, "xml/*.xml") {
		all = append(all, f.Content)
		benchmarkFiles(b, filepath.Base(f.Path), f.Content)
	}
	benchmarkFiles(b, "all", all...)
}

// benchmarkFiles runs the three on some files, and the first on every core at
// once, too, as a build does.
func benchmarkFiles(b *testing.B, name string, files ...[]byte) {
	registry, err := converters.NewRegistry(xml.New(), html.New())
	if err != nil {
		b.Fatal(err)
	}
	w := &benchWorker{registry: registry}
	size := 0
	for _, content := range files {
		size += len(content)
	}
	for _, way := range []struct {
		name string
		do   func(b *testing.B, content []byte)
	}{{"convert", w.convert}, {"floor", w.floor}, {"tokens of the standard library", benchmarkTokens}} {
		b.Run(name+"/"+way.name, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, content := range files {
					way.do(b, content)
				}
			}
		})
	}
	b.Run(name+"/convert on every core", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.RunParallel(func(pb *testing.PB) {
			w := &benchWorker{registry: registry}
			for pb.Next() {
				for _, content := range files {
					w.convert(b, content)
				}
			}
		})
	})
}

// benchWorker converts one file after the other, as a worker of a build does.
type benchWorker struct {
	registry *converters.Registry
	scratch  markdown.Scratch
}

func (w *benchWorker) convert(b *testing.B, content []byte) {
	in := converters.Input{Name: "in.xml", SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	doc, err := w.registry.Convert(context.Background(), in, converters.NewEnv(w.registry, converters.Limits{}, converters.Options{}))
	if errors.Is(err, converters.ErrCorrupt) {
		return
	}
	if err != nil {
		b.Fatal(err)
	}
	if _, err := markdown.Write(io.Discard, doc, markdown.WriteOptions{NoTokens: true, NoPlaces: true, Scratch: &w.scratch}); err != nil {
		b.Fatal(err)
	}
}

func (w *benchWorker) floor(b *testing.B, content []byte) {
	in := converters.Input{Name: "in.xml", SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	if _, err := plain.Code(context.Background(), in, converters.NewEnv(w.registry, converters.Limits{}, converters.Options{})); err != nil {
		b.Fatal(err)
	}
}

func benchmarkTokens(_ *testing.B, content []byte) {
	d := stdxml.NewDecoder(bytes.NewReader(content))
	d.Strict = false
	for {
		if _, err := d.Token(); err != nil {
			return
		}
	}
}
