package all_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/document/markdown"
)

// Letters of an equation are judged as those of a text.
func TestHiddenLettersOfEquations(t *testing.T) {
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]grammar{}
	for _, g := range nested() {
		if _, ok := of[g.name]; !ok {
			of[g.name] = g
		}
	}
	for name, files := range map[string]struct{ before, after, white, dark string }{
		"a.docx": {"<w:p><m:oMath><m:r><m:t>y</m:t></m:r><m:r>", "<m:t>zkxqvw</m:t></m:r></m:oMath></w:p>", "<w:rPr><w:color w:val='FFFFFF'/></w:rPr>", "<w:rPr><w:color w:val='123456'/></w:rPr>"},
		"a.pptx": {"<p:sp><p:txBody><a:p><a14:m><m:oMath><m:r><m:t>y</m:t></m:r><m:r>", "<m:t>zkxqvw</m:t></m:r></m:oMath></a14:m></a:p></p:txBody></p:sp>", "<a:rPr><a:solidFill><a:srgbClr val='FFFFFF'/></a:solidFill></a:rPr>", "<a:rPr><a:solidFill><a:srgbClr val='123456'/></a:solidFill></a:rPr>"},
	} {
		for properties, want := range map[string]bool{files.white: false, files.dark: true, "": true} {
			g := of[name]
			data := g.stored(g.before + files.before + properties + files.after + g.after)
			env := converters.NewEnv(registry, converters.Limits{}, converters.Options{})
			doc, err := registry.Convert(t.Context(), converters.Input{Name: name, SectionReader: io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data)))}, env)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if _, err := markdown.Write(&b, doc, markdown.WriteOptions{}); err != nil {
				t.Fatal(err)
			}
			plain := writtenLabel.ReplaceAllString(b.String(), "")
			if got := strings.Contains(plain, "zkxqvw"); got != want || !strings.Contains(b.String(), "y") {
				t.Errorf("%s, %s: %q", name, properties, b.String())
			}
		}
	}
}
