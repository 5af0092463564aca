package all_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/document/markdown"
)

// hiding is a way to hide a word, as each format writes it: properties of a run
// for docx and Word 2003 XML, a style for html, control words for rtf,
// attributes of a style for fodt. "" is what a format cannot say.
type hiding struct {
	name string
	code string // of the warning; "" for what is seen
	kept bool   // the word is in the text

	word, html, rtf, odf string
}

// hidings is the matrix: one verdict and one code a row, in all formats.
var hidings = []hiding{
	{"nothing", "", true, `<w:b/>`, `font-weight:bold`, `\b`, `fo:font-weight="bold"`},
	{"marked hidden", "hidden-text", false, `<w:vanish/>`, ``, `\v`, `text:display="none"`},
	{"1 point", "hidden-size", false, `<w:sz w:val="2"/>`, `font-size:1pt`, `\fs2`, `fo:font-size="1pt"`},
	{"2 points", "", true, `<w:sz w:val="4"/>`, `font-size:2pt`, `\fs4`, `fo:font-size="2pt"`},
	{"letters of 7 %", "hidden-size", false, `<w:w w:val="7"/>`, ``, `\charscalex7`, `style:text-scale="7%"`},
	{"letters of 50 %", "", true, `<w:w w:val="50"/>`, ``, `\charscalex50`, `style:text-scale="50%"`},
	{"letters over one another", "hidden-size", false, `<w:sz w:val="24"/><w:spacing w:val="-140"/>`, `font-size:12pt;letter-spacing:-7pt`, `\fs24\expndtw-140`, `fo:font-size="12pt" fo:letter-spacing="-7pt"`},
	{"tight letters of a headline", "", true, `<w:sz w:val="144"/><w:spacing w:val="-200"/>`, `font-size:72pt;letter-spacing:-10pt`, `\fs144\expndtw-200`, `fo:font-size="72pt" fo:letter-spacing="-10pt"`},
	{"white", "hidden-color", false, `<w:color w:val="FFFFFF"/>`, `color:#ffffff`, `\cf1`, `fo:color="#ffffff"`},
	{"#fafafa", "hidden-color", false, `<w:color w:val="FAFAFA"/>`, `color:#fafafa`, `\cf2`, `fo:color="#fafafa"`},
	{"#f5f5f5", "color-unsure", true, `<w:color w:val="F5F5F5"/>`, `color:#f5f5f5`, `\cf3`, `fo:color="#f5f5f5"`},
	{"#eeeeee", "", true, `<w:color w:val="EEEEEE"/>`, `color:#eeeeee`, `\cf4`, `fo:color="#eeeeee"`},
	{"yellow", "", true, `<w:color w:val="FFFF00"/>`, `color:#ffff00`, `\cf5`, `fo:color="#ffff00"`},
	{"white on blue", "", true, `<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="0000FF"/>`, `color:#ffffff;background:#0000ff`, `\cf1\chcbpat6`, `fo:color="#ffffff" fo:background-color="#0000ff"`},
	{"blue on blue", "hidden-color", false, `<w:color w:val="0000FF"/><w:shd w:val="clear" w:fill="0000FE"/>`, `color:#0000ff;background:#0000fe`, `\cf6\chcbpat7`, `fo:color="#0000ff" fo:background-color="#0000fe"`},
	{"red on green of the same light", "", true, `<w:color w:val="FF0000"/><w:shd w:val="clear" w:fill="00A000"/>`, `color:#ff0000;background:#00a000`, `\cf8\chcbpat9`, `fo:color="#ff0000" fo:background-color="#00a000"`},
	{"transparent", "hidden-opacity", false, ``, `color:transparent`, ``, `fo:color="#000000" loext:opacity="0%"`},
}

const wordSpace = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`

// files returns a document with a word hidden in that way, by file name.
func (h hiding) files(t *testing.T) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	if h.word != "" {
		body := `<w:body><w:p><w:r><w:t>before</w:t></w:r></w:p><w:p><w:r><w:rPr>` + h.word + `</w:rPr><w:t>payload</w:t></w:r></w:p></w:body>`
		out["a.docx"] = docx(t, `<w:document `+wordSpace+`>`+body+`</w:document>`)
		out["a.xml"] = []byte(`<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml">` + body + `</w:wordDocument>`)
	}
	if h.html != "" {
		out["a.html"] = []byte(`<!DOCTYPE html><p>before</p><p style="` + h.html + `">payload</p>`)
	}
	if h.rtf != "" {
		colors := `{\colortbl;`
		for _, c := range []uint32{0xFFFFFF, 0xFAFAFA, 0xF5F5F5, 0xEEEEEE, 0xFFFF00, 0x0000FF, 0x0000FE, 0xFF0000, 0x00A000} {
			colors += fmt.Sprintf(`\red%d\green%d\blue%d;`, c>>16, c>>8&0xFF, c&0xFF)
		}
		out["a.rtf"] = []byte(`{\rtf1\ansi` + colors + `}before\par{` + h.rtf + ` payload}\par}`)
	}
	if h.odf != "" {
		out["a.fodt"] = []byte(`<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"` +
			` xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"` +
			` office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles><style:style style:name="T" style:family="text"><style:text-properties ` + h.odf + `/></style:style></office:automatic-styles>` +
			`<office:body><office:text><text:p>before</text:p><text:p><text:span text:style-name="T">payload</text:span></text:p></office:text></office:body></office:document>`)
	}
	return out
}

func docx(t *testing.T, document string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, part := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`},
		{"word/document.xml", document},
	} {
		w, err := z.Create(part[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(part[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestHiddenMatrix hides a word in every way in every format that can say it: the
// verdict and the code do not depend on the format.
func TestHiddenMatrix(t *testing.T) {
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hidings {
		for name, data := range h.files(t) {
			t.Run(h.name+"/"+name, func(t *testing.T) {
				env := converters.NewEnv(registry, converters.Limits{}, converters.Options{})
				in := converters.Input{Name: name, SectionReader: io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data)))}
				doc, err := registry.Convert(t.Context(), in, env)
				if err != nil {
					t.Fatal(err)
				}
				var out strings.Builder
				if _, err := markdown.Write(&out, doc, markdown.WriteOptions{}); err != nil {
					t.Fatal(err)
				}
				text := out.String()
				if kept := strings.Contains(text, "payload"); kept != h.kept || !strings.Contains(text, "before") {
					t.Errorf("the text is %q", text)
				}
				var codes []string
				for _, w := range env.Warnings() {
					codes = append(codes, w.Code)
				}
				want := []string{h.code}
				if h.code == "" {
					want = nil
				}
				if !slices.Equal(codes, want) {
					t.Errorf("the warnings are %v, want %v", codes, want)
				}
			})
		}
	}
}

// TestRenamedWarnings finds each new name, and no old one, among the codes.
func TestRenamedWarnings(t *testing.T) {
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, f := range registry.Formats() {
		for _, w := range f.Warnings {
			codes = append(codes, w.Code)
		}
	}
	const old = "color-uncertain"
	if now := converters.RenamedWarning(old); slices.Contains(codes, old) || !slices.Contains(codes, now) {
		t.Errorf("%s is called %s", old, now)
	}
}
