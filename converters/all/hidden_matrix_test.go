package all_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/document/markdown"
)

// hiding is a way to hide a word, as each format writes it: properties of a run
// for docx and Word 2003 XML, a style for html, Markdown, outputs of notebooks and cues,
// and behind "|" what follows; control words for rtf, attributes of a style for fodt, attributes and content of
// a run's properties for pptx, a font and a fill for xlsx. "" is what a format
// cannot say.
type hiding struct {
	name string
	code string // of the warning; "" for what is seen
	kept bool   // the word is in the text

	word, html, rtf, odf, slide, cell string
}

// hidings is the matrix: one verdict and one code a row, in all formats.
var hidings = []hiding{
	{"nothing", "", true, `<w:b/>`, `font-weight:bold`, `\b`, `fo:font-weight="bold"`, `b="1">`, `<b/>`},
	{"marked hidden", "hidden-text", false, `<w:vanish/>`, ``, `\v`, `text:display="none"`, ``, ``},
	{"no display", "hidden-style", false, ``, `display:none`, ``, ``, ``, ``},
	{"not visible", "hidden-style", false, ``, `visibility:hidden`, ``, ``, ``, ``},
	{"no size", "hidden-size", false, ``, `font-size:0`, ``, `fo:font-size="0pt"`, ``, ``},
	{"1 point", "hidden-size", false, `<w:sz w:val="2"/>`, `font-size:1pt`, `\fs2`, `fo:font-size="1pt"`, `sz="100">`, `<sz val="1"/>`},
	{"1.5 points", "hidden-size", false, `<w:sz w:val="3"/>`, `font-size:1.5pt`, `\fs3`, `fo:font-size="1.5pt"`, `sz="150">`, `<sz val="1.5"/>`},
	{"2 points", "", true, `<w:sz w:val="4"/>`, `font-size:2pt`, `\fs4`, `fo:font-size="2pt"`, `sz="200">`, `<sz val="2"/>`},
	{"letters of 7 %", "hidden-size", false, `<w:w w:val="7"/>`, ``, `\charscalex7`, `style:text-scale="7%"`, ``, ``},
	{"letters of 50 %", "", true, `<w:w w:val="50"/>`, ``, `\charscalex50`, `style:text-scale="50%"`, ``, ``},
	{"letters over one another", "hidden-size", false, `<w:sz w:val="24"/><w:spacing w:val="-140"/>`, `font-size:12pt;letter-spacing:-7pt`, `\fs24\expndtw-140`, `fo:font-size="12pt" fo:letter-spacing="-7pt"`, `sz="1200" spc="-700">`, ``},
	{"tight letters of a headline", "", true, `<w:sz w:val="144"/><w:spacing w:val="-200"/>`, `font-size:72pt;letter-spacing:-10pt`, `\fs144\expndtw-200`, `fo:font-size="72pt" fo:letter-spacing="-10pt"`, `sz="7200" spc="-1000">`, ``},
	{"white", "hidden-color", false, `<w:color w:val="FFFFFF"/>`, `color:#ffffff`, `\cf1`, `fo:color="#ffffff"`, ink("FFFFFF"), `<color rgb="FFFFFFFF"/>`},
	{"white on white that is said", "hidden-color", false, `<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="FFFFFF"/>`, `color:#ffffff;background:#ffffff`, `\cf1\chcbpat1`, `fo:color="#ffffff" fo:background-color="#ffffff"`, on("FFFFFF", "FFFFFF"), `<color rgb="FFFFFFFF"/>|FFFFFF`},
	{"#fafafa", "hidden-color", false, `<w:color w:val="FAFAFA"/>`, `color:#fafafa`, `\cf2`, `fo:color="#fafafa"`, ink("FAFAFA"), `<color rgb="FFFAFAFA"/>`},
	{"#f5f5f5", "color-unsure", true, `<w:color w:val="F5F5F5"/>`, `color:#f5f5f5`, `\cf3`, `fo:color="#f5f5f5"`, ink("F5F5F5"), `<color rgb="FFF5F5F5"/>`},
	{"#eeeeee", "", true, `<w:color w:val="EEEEEE"/>`, `color:#eeeeee`, `\cf4`, `fo:color="#eeeeee"`, ink("EEEEEE"), `<color rgb="FFEEEEEE"/>`},
	{"yellow", "", true, `<w:color w:val="FFFF00"/>`, `color:#ffff00`, `\cf5`, `fo:color="#ffff00"`, ink("FFFF00"), `<color rgb="FFFFFF00"/>`},
	{"white on blue", "", true, `<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="0000FF"/>`, `color:#ffffff;background:#0000ff`, `\cf1\chcbpat6`, `fo:color="#ffffff" fo:background-color="#0000ff"`, on("FFFFFF", "0000FF"), `<color rgb="FFFFFFFF"/>|0000FF`},
	{"blue on blue", "hidden-color", false, `<w:color w:val="0000FF"/><w:shd w:val="clear" w:fill="0000FE"/>`, `color:#0000ff;background:#0000fe`, `\cf6\chcbpat7`, `fo:color="#0000ff" fo:background-color="#0000fe"`, on("0000FF", "0000FE"), `<color rgb="FF0000FF"/>|0000FE`},
	{"black on black", "hidden-color", false, `<w:color w:val="000000"/><w:shd w:val="clear" w:fill="000000"/>`, `color:#000000;background:#000000`, `\cf10\chcbpat10`, `fo:color="#000000" fo:background-color="#000000"`, on("000000", "000000"), `<color rgb="FF000000"/>|000000`},
	{"red on green of the same light", "", true, `<w:color w:val="FF0000"/><w:shd w:val="clear" w:fill="00A000"/>`, `color:#ff0000;background:#00a000`, `\cf8\chcbpat9`, `fo:color="#ff0000" fo:background-color="#00a000"`, on("FF0000", "00A000"), `<color rgb="FFFF0000"/>|00A000`},
	{"transparent", "hidden-opacity", false, ``, `color:transparent`, ``, `fo:color="#000000" loext:opacity="0%"`, `><a:solidFill><a:srgbClr val="000000"><a:alpha val="0"/></a:srgbClr></a:solidFill>`, ``},
	{"2 % of the ink", "hidden-opacity", false, ``, `color:rgba(0,0,0,.02)`, ``, `fo:color="#000000" loext:opacity="2%"`, `><a:solidFill><a:srgbClr val="000000"><a:alpha val="2000"/></a:srgbClr></a:solidFill>`, ``},
	{"half of the ink", "", true, ``, `color:rgba(0,0,0,.5)`, ``, `fo:color="#000000" loext:opacity="50%"`, `><a:solidFill><a:srgbClr val="000000"><a:alpha val="50000"/></a:srgbClr></a:solidFill>`, ``},
	{"far off the page", "hidden-off-page", false, ``, `position:absolute;left:-9999px`, `\li-20000`, ``, ``, ``},
	{"behind a box as large as the page", "style-unsure", true, ``, `position:relative|<div style="position:fixed;inset:0;background:#fff"></div>`, ``, ``, ``, ``},
	{"in a box beside the text", "", true, ``, `position:relative|<div style="position:absolute;left:0;top:0;width:9em;background:#fff">box</div>`, ``, ``, ``, ``},
	{"seen from its edge", "style-unsure", true, ``, `position:relative;transform:rotateX(90deg)`, ``, ``, ``, ``},
	{"clipped by a path", "style-unsure", true, ``, `color:#000;clip-path:path(evenodd)`, ``, ``, ``, ``},
	{"clipped to nothing", "hidden-size", false, ``, `color:#000;clip-path:inset(50%)`, ``, ``, ``, ``},
	{"of no scale", "hidden-size", false, ``, `color:#000;transform:scale(0)`, ``, ``, ``, ``},
	{"white by a number format", "hidden-color", false, ``, ``, ``, ``, ``, `<b/>|[White]@`},
	{"a format that shows nothing", "hidden-format", false, ``, ``, ``, ``, ``, `<b/>|;;;`},
}

// ink is the properties of a run on a slide in a colour; on has a highlight, too.
func ink(rgb string) string { return `><a:solidFill><a:srgbClr val="` + rgb + `"/></a:solidFill>` }

func on(rgb, ground string) string {
	return ink(rgb) + `<a:highlight><a:srgbClr val="` + ground + `"/></a:highlight>`
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
		style, behind, _ := strings.Cut(h.html, "|")
		out["a.html"] = []byte(`<!DOCTYPE html><p>before</p><p style="` + style + `">payload</p>` + behind)
		if behind == "" { // an element inside a paragraph has no box
			out["inline.md"] = []byte("before\n\nx <span style=\"" + style + "\">payload</span>\n")
		}
		out["block.md"] = []byte("before\n\n<p style=\"" + style + "\">payload</p>" + behind + "\n")
		if !strings.Contains(h.html, "color") && !strings.Contains(h.html, "position") { // cues have a ground and a place of their own
			out["a.vtt"] = []byte("WEBVTT\n\nSTYLE\n::cue(.x) { " + h.html + " }\n\n00:01.000 --> 00:02.000\nbefore <c.x>payload</c>\n")
		}
		out["a.ipynb"] = []byte(`{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"cell_type":"markdown","metadata":{},"source":"before"},{"cell_type":"code","metadata":{},"source":"","execution_count":1,` +
			`"outputs":[{"output_type":"display_data","metadata":{},"data":{"text/html":"<p>x <p style='` + style + `'>payload</p>` + strings.ReplaceAll(behind, `"`, `'`) + `"}}]}]}`)
	}
	if h.slide != "" {
		out["a.pptx"] = pptx(t, h.slide)
	}
	if h.cell != "" {
		out["a.xlsx"] = xlsx(t, h.cell)
	}
	if h.rtf != "" {
		colors := `{\colortbl;`
		for _, c := range []uint32{0xFFFFFF, 0xFAFAFA, 0xF5F5F5, 0xEEEEEE, 0xFFFF00, 0x0000FF, 0x0000FE, 0xFF0000, 0x00A000, 0} {
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

const (
	office  = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	content = `application/vnd.openxmlformats-officedocument.`
)

// packed makes a package of OOXML, of which the parts are given by their name, the
// end of their media type and their content; the first is the main one.
func packed(t *testing.T, parts ...[3]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	put := func(name, text string) {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	types := `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`
	rels := ""
	for i, p := range parts {
		types += `<Override PartName="/` + p[0] + `" ContentType="` + content + p[1] + `+xml"/>`
		if i > 0 {
			kind := strings.TrimSuffix(p[1][strings.LastIndexByte(p[1], '.')+1:], "+xml")
			rels += fmt.Sprintf(`<Relationship Id="r%d" Type="%s/%s" Target="/%s"/>`, i, office, kind, p[0])
		}
		put(p[0], p[2])
	}
	const begin, end = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`, `</Relationships>`
	dir, base := path.Split(parts[0][0])
	put("[Content_Types].xml", types+`</Types>`)
	put("_rels/.rels", begin+`<Relationship Id="r1" Type="`+office+`/officeDocument" Target="`+parts[0][0]+`"/>`+end)
	put(dir+"_rels/"+base+".rels", begin+rels+end)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func docx(t *testing.T, document string) []byte {
	t.Helper()
	return packed(t, [3]string{"word/document.xml", "wordprocessingml.document.main", document})
}

// pptx makes a presentation of one slide, with a run that has the properties.
func pptx(t *testing.T, properties string) []byte {
	t.Helper()
	const spaces = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="` + office + `"`
	return packed(t,
		[3]string{"ppt/presentation.xml", "presentationml.presentation.main", `<p:presentation ` + spaces + `><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`},
		[3]string{"ppt/slides/slide1.xml", "presentationml.slide", `<p:sld ` + spaces + `><p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/><p:sp><p:nvSpPr><p:cNvPr id="2" name="a"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr>` +
			`<p:spPr><a:xfrm><a:off x="100000" y="100000"/><a:ext cx="5000000" cy="900000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/>` +
			`<a:p><a:r><a:t>before</a:t></a:r></a:p><a:p><a:r><a:rPr ` + properties + `</a:rPr><a:t>payload</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`},
	)
}

// xlsx makes a workbook with a cell that has a font, and behind "|" a fill or a
// number format.
func xlsx(t *testing.T, font string) []byte {
	t.Helper()
	font, more, _ := strings.Cut(font, "|")
	fill, format := `<patternFill patternType="none"/>`, `<numFmt numFmtId="170" formatCode="General"/>`
	switch {
	case strings.ContainsAny(more, ";@"):
		format = `<numFmt numFmtId="170" formatCode="` + more + `"/>`
	case more != "":
		fill = `<patternFill patternType="solid"><fgColor rgb="FF` + more + `"/></patternFill>`
	}
	const space = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	return packed(t,
		[3]string{"xl/workbook.xml", "spreadsheetml.sheet.main", `<workbook ` + space + ` xmlns:r="` + office + `"><sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>`},
		[3]string{"xl/worksheets/sheet1.xml", "spreadsheetml.worksheet", `<worksheet ` + space + `><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>before</t></is></c></row><row r="2"><c r="A2" s="1" t="inlineStr"><is><t>payload</t></is></c></row></sheetData></worksheet>`},
		[3]string{"xl/styles.xml", "spreadsheetml.styles", `<styleSheet ` + space + `><numFmts>` + format + `</numFmts><fonts><font/><font>` + font + `</font></fonts>` +
			`<fills><fill><patternFill patternType="none"/></fill><fill>` + fill + `</fill></fills><cellXfs><xf numFmtId="0" fontId="0" fillId="0"/><xf numFmtId="170" fontId="1" fillId="1" applyFont="1" applyFill="1" applyNumberFormat="1"/></cellXfs></styleSheet>`},
	)
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
					if w.Code != "html-tag-dropped" && w.Code != "subtitle-note" { // of the tag, and of the block of styles
						codes = append(codes, w.Code)
					}
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
