// Package odftest is what the tests of the formats of OpenDocument have in
// common.
package odftest

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document/documenttest"
	"github.com/seed353dc258/backstory/document/markdown"
)

// Packed returns a package of parts, given by name and content in turns.
func Packed(tb testing.TB, parts ...string) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		f, err := w.Create(parts[i])
		if err == nil {
			_, err = f.Write([]byte(parts[i+1]))
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// Padding makes a part so long that the limit ratio is looked at.
func Padding() string {
	b := []byte("<!--")
	for i := 0; len(b) < 11<<20; i++ {
		b = append(strconv.AppendInt(b, int64(i), 10), ' ')
	}
	return string(b) + "-->"
}

// FuzzParts changes what is in the parts of the cases in testdata, which changes
// to the package itself would not reach. The name is that of the cases' input.
func FuzzParts(f *testing.F, c converters.Converter, name string) {
	f.Helper()
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range cases {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		parts := map[string]string{}
		for _, part := range archive.Files {
			parts[strings.TrimPrefix(part.Name, name+"/")] = string(part.Data)
		}
		f.Add(parts["content.xml"], parts["styles.xml"], parts["Object 1/content.xml"], uint8(0))
	}
	f.Fuzz(func(t *testing.T, content, styles, object string, hidden uint8) {
		in := Packed(t, "content.xml", content, "styles.xml", styles, "Object 1/content.xml", object)
		options := converters.Options{Hidden: [...]string{"", "mark", "keep"}[hidden%3], Formulas: [...]string{"", "keep"}[hidden%2]}
		if one, two := outcome(t, c, name, in, options), outcome(t, c, name, in, options); one != two {
			t.Errorf("a second conversion gives something else:\n%s\n%s", one, two)
		}
	})
}

// outcome converts a package under small limits and writes it. An error has to
// be one that a caller can act on.
func outcome(t *testing.T, c converters.Converter, name string, content []byte, options converters.Options) string {
	t.Helper()
	registry, err := converters.NewRegistry(c)
	if err != nil {
		t.Fatal(err)
	}
	limits := converters.Limits{Text: 1 << 20, Steps: 1 << 22, Nodes: 1 << 14, Depth: 64, Cells: 1 << 14, Columns: 256}
	env := converters.NewEnv(registry, limits, options)
	in := converters.Input{Name: name, SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	doc, err := registry.Convert(t.Context(), in, env)
	var out strings.Builder
	if err == nil {
		out.WriteString(documenttest.Dump(doc))
		_, err = markdown.Write(&out, doc, markdown.WriteOptions{MaxChars: env.Limits.Text})
	}
	var overflow *markdown.OverflowError
	if err != nil && !errors.Is(err, converters.ErrCorrupt) && !errors.Is(err, converters.ErrLimit) && !errors.Is(err, converters.ErrEncrypted) && !errors.As(err, &overflow) {
		t.Errorf("an error of no kind: %v", err)
	}
	return fmt.Sprint(out.String(), env.Warnings(), err)
}
