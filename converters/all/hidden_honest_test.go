package all_test

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/document/markdown"
)

// honestStyles are styles of CSS that pages use for what everybody sees.
var honestStyles = []string{
	"color:#333", "color:#777;background:#fff", "color:#fff;background:#222", "color:white;background-color:rgba(0,0,0,.8)", "color:rgb(90 90 90 / 80%)",
	"opacity:.6", "opacity:1", "visibility:visible", "display:block", "display:inline-block", "display:flex;gap:1em", "overflow:hidden", "overflow:hidden;height:40px",
	"font-size:9px", "font-size:.75rem", "font-size:calc(1rem + .3vw)", "font-size:clamp(1rem,2vw,2rem)", "letter-spacing:-.02em", "line-height:1", "text-indent:2em",
	"position:relative;left:4px", "position:absolute;top:0;right:0", "position:sticky;top:0", "margin-left:-15px", "margin:0 auto;max-width:60em", "float:left;width:30%",
	"transform:rotate(-3deg)", "transform:translateX(-50%)", "transform:scale(.9)", "transform:rotateY(180deg)", "transform:matrix(1,0,0,1,20,0)", "zoom:1",
	"clip-path:inset(2px)", "clip-path:polygon(0 0,100% 0,50% 100%)", "filter:grayscale(1)", "filter:blur(0)", "mask-image:linear-gradient(black,transparent)",
	"text-shadow:1px 1px 2px #000;color:#eee", "animation:pulse 2s infinite", "transition:opacity .3s", "white-space:nowrap;text-overflow:ellipsis;overflow:hidden", "border-left:4px solid #ccc;padding:1em",
}

// shownDocuments returns documents in which nothing is hidden, by name: what the
// matrix has of those, a page for each style, and files as people write them.
func shownDocuments(t *testing.T) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	add := func(prefix string, h hiding) {
		for name, data := range h.files(t) {
			out[prefix+"/"+name] = data
		}
	}
	for _, h := range hidings {
		if h.code == "" {
			add(h.name, h)
		}
	}
	for _, style := range honestStyles {
		add(style, hiding{html: style})
	}
	for i, h := range honestFiles() {
		content, _ := h.file(rand.New(rand.NewPCG(24, uint64(i))), 8<<10)
		out["file/"+h.name] = []byte(content)
	}
	return out
}

// hiddenCodes returns the warnings that say that something is hidden, or may be.
func hiddenCodes(env *converters.Env) []string {
	var codes []string
	for _, w := range env.Warnings() {
		if strings.HasPrefix(w.Code, "hidden-") || strings.HasSuffix(w.Code, "-unsure") {
			codes = append(codes, fmt.Sprintf("%s %d %v", w.Code, w.Count, w.Pos))
		}
	}
	return codes
}

// TestHonestDocuments converts documents in which nothing is hidden: nothing is
// left out, labelled or warned of.
func TestHonestDocuments(t *testing.T) {
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	documents := shownDocuments(t)
	if len(documents) < 150 {
		t.Errorf("only %d documents", len(documents))
	}
	for name, data := range documents {
		env := converters.NewEnv(registry, converters.Limits{}, converters.Options{Hidden: "mark"})
		in := converters.Input{Name: filepath.Base(name), SectionReader: io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data)))}
		doc, err := registry.Convert(t.Context(), in, env)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var text strings.Builder
		if _, err := markdown.Write(&text, doc, markdown.WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		if s := text.String(); strings.Contains(s, "[hidden") || !strings.HasPrefix(name, "file/") && (!strings.Contains(s, "before") || !strings.Contains(s, "payload")) {
			t.Errorf("%s: the text is %q", name, s)
		}
		if codes := hiddenCodes(env); codes != nil {
			t.Errorf("%s: %v", name, codes)
		}
	}
}

// hiders are documents of the corpus that hide something: by a mark or an
// element, for screen readers, behind another cell, off a slide; or letters whose
// background is not known.
var hiders = []string{
	"epub/anydoc__handmade-features.epub", "epub/docling__epub_purvis_poetry.epub", "epub/pandoc__features.epub", "epub/pandoc__formatting.epub",
	"hostile/made__script.html", "html/docling__html_code_snippets.html", "html/docling__wiki_duck.html", "html/markitdown__test_wikipedia.html",
	"odp/anydoc__pres.odp", "ppt/anydoc__pres.ppt", "odp/odftoolkit__SlideTest1.odp", "ods/calamine__covered.ods", "ods/odftoolkit__ST_SpecialCharacter.ods",
	"pptm/python-pptx__act-props.pptm", "pptx/anydoc__pres.pptx", "pptx/poi__smartart-simple.pptx", "rtf/pandoc__formatting.rtf",
	"xlsx/docling__xlsx_01.xlsx", "xml/markitdown__test_rss.xml",
}

// TestHonestCorpus does so with the documents of the corpus that people wrote.
func TestHonestCorpus(t *testing.T) {
	root := os.Getenv("BACKSTORY_CORPUS")
	if root == "" {
		t.Skip("BACKSTORY_CORPUS is not set")
	}
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(root, path)
		data, err := os.ReadFile(path)
		if err != nil || len(data) > 1<<20 || strings.EqualFold(filepath.Ext(name), ".pdf") || slices.Contains(hiders, filepath.ToSlash(name)) {
			return err
		}
		env := converters.NewEnv(registry, converters.Limits{}, converters.Options{})
		in := converters.Input{Name: name, SectionReader: io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data)))}
		if _, err := registry.Convert(t.Context(), in, env); err != nil {
			return nil // broken on purpose, or of no format
		}
		read++
		if codes := hiddenCodes(env); codes != nil {
			t.Errorf("%s: %v", name, codes)
		}
		return nil
	})
	if err != nil || read < 150 {
		t.Errorf("%d documents were read: %v", read, err)
	}
}
