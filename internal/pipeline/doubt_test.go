package pipeline_test

import (
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/pipeline"
)

// TestWhatWouldEmptyADocumentIsMarked: text that only looks hidden is left out,
// but for a document that would lose more than half by it. What the file itself
// marks as hidden stays out.
func TestWhatWouldEmptyADocumentIsMarked(t *testing.T) {
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	unseen := strings.TrimSpace(strings.Repeat("Pale words of the report. ", 10))
	for name, content := range map[string]string{
		"a.html": `<p>Seen here.</p><p style="color:#fff">` + unseen + `</p><p style="display:none">Secret.</p>`,
		"a.md":   "Seen here.\n\n<p style=\"color:#fff\">" + unseen + "</p>\n\n<p hidden>Secret.</p>\n",
		"a.rtf":  `{\rtf1\ansi Seen here.\par {\fs2 ` + unseen + `\par}{\v Secret.}\par}`,
		"a.fodt": `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ` +
			`xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:mimetype="application/vnd.oasis.opendocument.text">` +
			`<office:automatic-styles><style:style style:name="T1" style:family="text"><style:text-properties fo:font-size="1pt"/></style:style>` +
			`<style:style style:name="T2" style:family="text"><style:text-properties text:display="none"/></style:style></office:automatic-styles>` +
			`<office:body><office:text><text:p>Seen here.</text:p><text:p><text:span text:style-name="T1">` + unseen + `</text:span></text:p>` +
			`<text:p><text:span text:style-name="T2">Secret.</text:span></text:p></office:text></office:body></office:document>`,
	} {
		convert := func(content string) (string, []string) {
			t.Helper()
			var text strings.Builder
			c := pipeline.Converter{Registry: registry}
			done, err := c.Convert(t.Context(), converters.Input{Name: name, SectionReader: io.NewSectionReader(strings.NewReader(content), 0, int64(len(content)))}, &text)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			var codes []string
			for _, w := range done.Warnings {
				codes = append(codes, w.Code)
			}
			return text.String(), codes
		}
		doubted := func(codes []string) bool {
			return strings.Contains(strings.Join(codes, " "), converters.WarnHiddenDoubtful)
		}

		got, codes := convert(content)
		if !strings.Contains(got, "[hidden: "+unseen+"]") || !strings.Contains(got, "Seen here.") || strings.Contains(got, "Secret") || !doubted(codes) {
			t.Errorf("%s: %v\n%s", name, codes, got)
		}
		got, codes = convert(strings.Replace(content, "Seen here.", "Seen here. "+strings.Repeat("And more that is seen. ", 20), 1))
		if strings.Contains(got, "Pale") || strings.Contains(got, "More than half") || doubted(codes) {
			t.Errorf("%s, with more that is seen: %v\n%s", name, codes, got)
		}
	}
}
