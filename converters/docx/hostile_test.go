package docx_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/docx"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// convert converts a package and writes it.
func convert(tb testing.TB, content []byte, limits converters.Limits) (*document.Document, error) {
	tb.Helper()
	doc, err := read(tb, content, limits)
	if err == nil {
		_, err = markdown.Write(io.Discard, doc, markdown.WriteOptions{MaxChars: limits.Filled().Text})
	}
	return doc, err
}

// read converts a package.
func read(tb testing.TB, content []byte, limits converters.Limits) (*document.Document, error) {
	tb.Helper()
	registry, err := converters.NewRegistry(docx.New(), shower("html"), shower("rtf"), shower("text"), shower("xml"))
	if err != nil {
		tb.Fatal(err)
	}
	env := converters.NewEnv(registry, limits, converters.Options{})
	in := converters.Input{Name: "in.docx", SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	return registry.Convert(tb.Context(), in, env)
}

const (
	wordStyles = `<w:styles ` + space + `>%s</w:styles>`
	wordLists  = `<w:numbering ` + space + `>%s</w:numbering>`
	office     = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
)

// floating is a paragraph with a picture in front of a page.
const floating = `<w:p><w:r><w:drawing><wp:anchor xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><wp:positionV relativeFrom="page"><wp:posOffset>0</wp:posOffset></wp:positionV><wp:extent cx="9999999" cy="9999999"/><wp:wrapNone/><a:graphic><a:graphicData><pic:pic><pic:blipFill/></pic:pic></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r></w:p>`

// shape is what costs much for each byte: a head, then a unit again and again,
// in one of the parts.
type shape struct{ name, part, head, unit, tail string }

var shapes = []shape{
	{"paragraphs", "document", "", `<w:p><w:r><w:t>a</w:t></w:r></w:p>`, ""},
	{"paragraphs under a shape", "document", floating, `<w:p><w:r><w:t>a</w:t></w:r></w:p>`, ""},
	{"shapes over text", "document", "", floating, ""},
	{"a long paragraph under a shape", "document", floating + `<w:p><w:pPr><w:ind w:left="99999"/></w:pPr>`, `<w:r><w:t>aaaaaaaaaa</w:t></w:r>`, "</w:p>"},
	{"empty paragraphs", "document", "", `<w:p/>`, ""},
	{"runs", "document", "<w:p>", `<w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r><w:r><w:t>b</w:t></w:r>`, "</w:p>"},
	{"breaks", "document", "<w:p>", `<w:r><w:t>a</w:t><w:br/></w:r>`, "</w:p>"},
	{"links", "document", "<w:p>", `<w:hyperlink w:anchor="a"><w:r><w:t>a</w:t></w:r></w:hyperlink>`, "</w:p>"},
	{"bookmarks", "document", "<w:p>", `<w:bookmarkStart w:name="a"/>`, "<w:r><w:t>a</w:t></w:r></w:p>"},
	{"bookmarks between paragraphs", "document", "", `<w:bookmarkStart w:name="a"/>`, "<w:p><w:r><w:t>a</w:t></w:r></w:p>"},
	{"fields that do not end", "document", "<w:p>", `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>a</w:t></w:r>`, "</w:p>"},
	{"ends of fields", "document", "<w:p>", `<w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>a</w:t></w:r>`, "</w:p>"},
	{"a long code", "document", `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>`, `<w:r><w:instrText>"" \" </w:instrText></w:r>`, `<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>a</w:t></w:r></w:p>`},
	{"rows", "document", "<w:tbl>", `<w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr>`, "</w:tbl>"},
	{"wide cells", "document", "<w:tbl>", `<w:tr><w:tc><w:tcPr><w:gridSpan w:val="16384"/></w:tcPr><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr>`, "</w:tbl>"},
	{"late rows", "document", "<w:tbl>", `<w:tr><w:trPr><w:gridBefore w:val="16384"/></w:trPr><w:tc><w:p/></w:tc></w:tr>`, "</w:tbl>"},
	{"cells down", "document", `<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr><w:p/></w:tc></w:tr>`, `<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc></w:tr>`, "</w:tbl>"},
	{"tables", "document", "", `<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`, ""},
	{"numbered", "document", "", `<w:p><w:pPr><w:numPr><w:ilvl w:val="8"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`, ""},
	{"styles that are not there", "document", "", `<w:p><w:pPr><w:pStyle w:val="s%d"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`, ""},
	{"notes", "document", "<w:p>", `<w:r><w:footnoteReference w:id="%d"/></w:r>`, "</w:p>"},
	{"comments", "document", "<w:p>", `<w:r><w:t>a</w:t><w:commentReference w:id="%d"/></w:r>`, "</w:p>"},
	{"text boxes", "document", "<w:p>", `<w:r><w:pict><w:txbxContent><w:p><w:r><w:t>a</w:t></w:r></w:p></w:txbxContent></w:pict></w:r>`, "</w:p>"},
	{"removed ends", "document", "", `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`, ""},
	{"code", "document", "", `<w:p><w:pPr><w:pStyle w:val="Code"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`, ""},
	{"sections", "document", "", `<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="%d"/></w:sectPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`, ""},
	{"definitions of styles", "styles", "", `<w:style w:type="paragraph" w:styleId="s%d"><w:name w:val="a"/></w:style>`, ""},
	{"a chain of styles", "styles", `<w:style w:type="paragraph" w:default="1" w:styleId="s0"><w:basedOn w:val="s1"/></w:style>`, `<w:style w:styleId="s%[1]d"><w:basedOn w:val="s%[2]d"/></w:style>`, ""},
	{"definitions of lists", "numbering", "", `<w:abstractNum w:abstractNumId="%d"><w:lvl w:ilvl="0"/></w:abstractNum>`, ""},
	{"lists", "numbering", "", `<w:num w:numId="%d"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`, ""},
	{"overrides", "numbering", `<w:abstractNum w:abstractNumId="1"/><w:num w:numId="1"><w:abstractNumId w:val="1"/>`, `<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>`, "</w:num>"},
	{"notes that nobody names", "footnotes", "", `<w:footnote w:id="%d"><w:p><w:r><w:t>a</w:t></w:r></w:p></w:footnote>`, ""},
	{"answers", "comments", "", `<w:comment w:id="%d" w:author="a"><w:p><w:r><w:t>a</w:t></w:r></w:p></w:comment>`, ""},
}

// parts are the roots of the parts beside the document.
var parts = map[string]string{
	"document": "", "styles": "styles", "numbering": "numbering", "footnotes": "footnotes", "comments": "comments",
}

// file makes a package whose part has about a size.
func (s shape) file(size int) []byte { return packWith(s.part, string(s.contentOnly(size))) }

// packWith makes a package in which one part has a content, and the other
// parts a little.
func packWith(part, content string) []byte {
	bodies := map[string]string{
		"document": `<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>a</w:t><w:footnoteReference w:id="1"/><w:commentReference w:id="1"/></w:r></w:p>`,
		"numbering": `<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>` +
			`<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`,
		"styles":    `<w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Code"/></w:style>`,
		"footnotes": `<w:footnote w:id="1"><w:p><w:r><w:t>note</w:t></w:r></w:p></w:footnote>`,
		"comments":  `<w:comment w:id="1" w:author="A"><w:p><w:r><w:t>comment</w:t></w:r></w:p></w:comment>`,
	}
	bodies[part] = content
	files, rels := map[string]string{}, ""
	for name, content := range bodies {
		if name == "document" {
			files["word/document.xml"] = body(content)
			continue
		}
		files["word/"+name+".xml"] = `<w:` + parts[name] + ` ` + space + `>` + content + `</w:` + parts[name] + `>`
		rels += `<Relationship Id="` + name + `" Type="` + office + name + `" Target="` + name + `.xml"/>`
	}
	files["word/_rels/document.xml.rels"] = relations(rels)
	return pack(files)
}

func TestHostileShapesEndWell(t *testing.T) {
	for _, s := range shapes {
		_, err := convert(t, s.file(1<<16), converters.Limits{})
		if err != nil && !errors.Is(err, converters.ErrLimit) && !errors.Is(err, converters.ErrCorrupt) {
			t.Errorf("%s: %v", s.name, err)
		}
	}
}

// What a document holds is counted by its size: the limit on nodes bounds the
// memory, whatever it is made of.
func TestNodesBoundMemory(t *testing.T) {
	const nodes, bytesEach = 1 << 16, 32
	held := func() int64 {
		runtime.GC()
		runtime.GC() // what pools keep lives for one more
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	for _, s := range shapes {
		content := s.file(2 << 20)
		before := held()
		doc, err := read(t, content, converters.Limits{Nodes: nodes})
		if grown := held() - before; err == nil && grown > 3*nodes*bytesEach/2 {
			t.Errorf("%s: %d bytes for %d nodes", s.name, grown, nodes)
		}
		runtime.KeepAlive(doc)
		runtime.KeepAlive(content)
	}
}

// A wide cell may not make every other row as wide.
func TestWideCellsDoNotBlowUpTheTable(t *testing.T) {
	for _, s := range shapes {
		if s.name != "wide cells" && s.name != "late rows" {
			continue
		}
		doc, err := convert(t, s.file(1<<20), converters.Limits{})
		if err != nil {
			continue // refused, as no text may be
		}
		places := 0
		for _, b := range doc.Blocks {
			if table, ok := b.(*document.Table); ok {
				for _, r := range table.Rows {
					for _, c := range r.Cells {
						places += max(c.ColSpan, 1)
					}
				}
			}
		}
		if places > 1<<20 {
			t.Errorf("%s: %d places", s.name, places)
		}
	}
}

func TestWhatIsTooMuchIsALimit(t *testing.T) {
	deep := func(begin, end string, n int) []byte {
		return pack(map[string]string{"word/document.xml": body(strings.Repeat(begin, n) + `<w:p><w:r><w:t>a</w:t></w:r></w:p>` + strings.Repeat(end, n))})
	}
	for name, c := range map[string]struct {
		content []byte
		limits  converters.Limits
	}{
		"controls":       {deep("<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>", 5000), converters.Limits{}},
		"nested tables":  {deep("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>", 5000), converters.Limits{}},
		"unknown":        {deep("<w:x>", "</w:x>", 5_000_000/8), converters.Limits{}},
		"a part":         {letter(1 << 20), converters.Limits{Part: 1 << 18}},
		"parts":          {letter(1 << 20), converters.Limits{Parts: 1 << 18}},
		"steps":          {letter(1 << 20), converters.Limits{Steps: 1 << 17}},
		"entries":        {letter(1 << 10), converters.Limits{Entries: 1}},
		"cells":          {letter(1 << 16), converters.Limits{Cells: 3}},
		"text boxes":     {deep("<w:p><w:r><w:pict><w:txbxContent>", "</w:txbxContent></w:pict></w:r></w:p>", 5000), converters.Limits{}},
		"nested notes":   {packWith("footnotes", strings.Repeat(`<w:footnote w:id="1">`, 300)+strings.Repeat(`</w:footnote>`, 300)), converters.Limits{}},
		"a deep formula": {deep(`<w:p xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:oMath>`+strings.Repeat("<m:e>", 300), strings.Repeat("</m:e>", 300)+"</m:oMath></w:p>", 1), converters.Limits{}},
	} {
		if _, err := convert(t, c.content, c.limits); !errors.Is(err, converters.ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// contentOnly returns the content of the part.
func (s shape) contentOnly(size int) []byte {
	var b bytes.Buffer
	b.WriteString(s.head)
	for i := 0; b.Len() < size; i++ {
		if strings.Contains(s.unit, "%") {
			b.WriteString(strings.NewReplacer("%[1]d", strconv.Itoa(i), "%[2]d", strconv.Itoa(i+1), "%d", strconv.Itoa(i)).Replace(s.unit))
		} else {
			b.WriteString(s.unit)
		}
	}
	b.WriteString(s.tail)
	return b.Bytes()
}

// BenchmarkShapes shows whether time for each byte grows with the size.
func BenchmarkShapes(b *testing.B) {
	for _, s := range shapes {
		for _, times := range []int{1, 4, 16} {
			content := s.file(times << 17)
			b.Run(fmt.Sprintf("%s/%dx", strings.ReplaceAll(s.name, " ", "-"), times), func(b *testing.B) {
				b.SetBytes(int64(times << 17))
				for b.Loop() {
					if _, err := convert(b, content, converters.Limits{}); err != nil && !errors.Is(err, converters.ErrLimit) && !errors.Is(err, converters.ErrCorrupt) {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// A part that is named again and again may not be read again and again.
func TestPartsAreReadOnce(t *testing.T) {
	const many = 1000
	var content, rels strings.Builder
	for i := range many {
		fmt.Fprintf(&content, `<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="h%d"/></w:sectPr></w:pPr><w:r><w:t>a</w:t><w:drawing><c:chart r:id="c%[1]d"/></w:drawing></w:r></w:p><w:altChunk r:id="a%[1]d"/>`, i)
		fmt.Fprintf(&rels, `<Relationship Id="h%d" Type="%sheader" Target="header1.xml"/><Relationship Id="c%[1]d" Type="%[2]schart" Target="chart1.xml"/><Relationship Id="a%[1]d" Type="%[2]saFChunk" Target="a.html"/>`, i, office)
	}
	filler := strings.Repeat(" ", 1<<16)
	file := pack(map[string]string{
		"word/document.xml":            `<w:document xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ` + space + `><w:body>` + content.String() + `</w:body></w:document>`,
		"word/_rels/document.xml.rels": relations(rels.String()),
		"word/header1.xml":             `<w:hdr ` + space + `><w:p><w:r><w:t>head` + filler + `</w:t></w:r></w:p></w:hdr>`,
		"word/chart1.xml":              `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart>` + filler + `</c:chart></c:chartSpace>`,
		"word/a.html":                  "page",
	})
	doc, err := convert(t, file, converters.Limits{Steps: 1 << 21})
	if err != nil {
		t.Fatal(err)
	}
	pages := 0
	document.Walk(doc.Blocks, func(b document.Block) bool {
		if b.At().Part == "word/a.html" {
			pages++
		}
		return true
	})
	if pages != 1 {
		t.Errorf("%d pages", pages)
	}
}
