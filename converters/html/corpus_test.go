package html_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

func registry(t testing.TB) *converters.Registry {
	t.Helper()
	r, err := converters.NewRegistry(html.New())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func convert(r *converters.Registry, name string, content []byte) (*document.Document, *converters.Env, error) {
	env := converters.NewEnv(r, converters.Limits{}, converters.Options{})
	in := converters.Input{Name: name, SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	doc, err := r.Convert(context.Background(), in, env)
	return doc, env, err
}

func TestEveryPageOfTheCorpusConverts(t *testing.T) {
	r := registry(t)
	for _, path := range convtest.CorpusPaths(t, "html/*.html") {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		doc, _, err := convert(r, "page.html", content)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(path), err)
			continue
		}
		if _, err := markdown.Write(io.Discard, doc, markdown.WriteOptions{}); err != nil {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
	}
}

func TestHostilePagesConvertOrAreRefused(t *testing.T) {
	r := registry(t)
	for _, path := range convtest.CorpusPaths(t, "hostile/*.html") {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = convert(r, "page.html", content)
		if err != nil && !errors.Is(err, converters.ErrCorrupt) && !errors.Is(err, converters.ErrLimit) {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
		if empty := len(content) == 0; empty != (err != nil) {
			t.Errorf("%s: %d bytes give %v", filepath.Base(path), len(content), err)
		}
	}
}

func BenchmarkCorpus(b *testing.B) {
	r := registry(b)
	for _, path := range convtest.CorpusPaths(b, "html/*wiki*.html") {
		content, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".html")
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := convert(r, "page.html", content); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
