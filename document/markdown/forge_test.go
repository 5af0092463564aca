package markdown_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/documenttest"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/document/markdown/judge"
	"github.com/seed353dc258/backstory/internal/soak"
)

var (
	forgeN     = flag.Int("forge.n", 0, "how many random documents the search for forged structure takes; 0 is what soak.Size says")
	forgeCMark = flag.Int("forge.cmark", 500, "how many of them cmark-gfm reads, too, if it is installed")
	forgeSmall = flag.Bool("forge.small", false, "take small documents, and show the smallest that is forged")
	forgeSeed  = flag.Uint64("forge.seed", 1, "where the search begins")
)

// write writes a document.
func write(t testing.TB, doc *document.Document, opts markdown.WriteOptions) (string, *markdown.Chapter) {
	t.Helper()
	var b strings.Builder
	c, err := markdown.Write(&b, doc, opts)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), c
}

// forgeOptions are the ways in which a random document is written.
func forgeOptions(g *generator) markdown.WriteOptions {
	opts := markdown.WriteOptions{Base: g.IntN(2) * 3, Anchors: g.IntN(2) == 0, NoComments: g.IntN(8) == 0, Coqui: g.IntN(8) == 0}
	if g.IntN(2) == 0 {
		opts.NotePrefix = "p"
	}
	return opts
}

// TestNothingIsForgedSoak writes random documents and reads them again.
func TestNothingIsForgedSoak(t *testing.T) {
	n := *forgeN
	if n == 0 {
		n = soak.Size(t, 1_000_000)
	}
	cmark := judge.HasCMark()
	every := max(n/max(*forgeCMark, 1), 1)
	var worst *forgery
	for i := range n {
		f := tryForge(t, uint64(i), cmark && i%every == 0)
		if f == nil {
			continue
		}
		if !*forgeSmall {
			t.Fatal(f)
		}
		if worst == nil || len(f.md) < len(worst.md) {
			worst = f
		}
	}
	if worst != nil {
		t.Fatal(worst)
	}
}

// forgery is a document that is not read as it is meant.
type forgery struct {
	n     uint64
	judge string
	err   error
	md    string
	doc   *document.Document
}

func (f *forgery) String() string {
	return fmt.Sprintf("%s, document %d (seed %d): %v\n--- markdown\n%s\n--- model\n%s",
		f.judge, f.n, *forgeSeed, f.err, f.md, documenttest.Dump(f.doc))
}

// tryForge writes one random document and asks the judges.
func tryForge(t *testing.T, n uint64, cmark bool) *forgery {
	g := newGenerator(*forgeSeed, n)
	if *forgeSmall {
		g.nodes, g.small = 3, true
	}
	doc := g.document()
	opts := forgeOptions(g)
	md, _ := write(t, doc, opts)
	if err := judge.Check(doc, opts, md); err != nil {
		return &forgery{n, "goldmark", err, md, doc}
	}
	if !cmark {
		return nil
	}
	if err := judge.CheckCMark(doc, opts, md); err != nil {
		return &forgery{n, "cmark-gfm", err, md, doc}
	}
	return nil
}
