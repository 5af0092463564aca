package pptx_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pptx"
	"github.com/seed353dc258/backstory/document/markdown"
)

// hostile is a presentation that is made to cost more than its size: a
// function of about how many bytes its largest part shall have.
type hostile struct {
	name string
	make func(n int) []byte
}

// rep repeats a unit, which may have its number, to about n bytes.
func rep(n int, unit string) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString(strings.ReplaceAll(unit, "#", fmt.Sprint(i)))
	}
	return b.String()
}

// inSlide returns a deck whose only slide repeats a unit between two texts.
func inSlide(before, unit, after string) func(int) []byte {
	return func(n int) []byte { return deckOf([]string{slidePart(before + rep(n, unit) + after)}) }
}

// beside returns a deck whose slide refers to a part that repeats a unit.
func beside(kind, shape, before, unit, after string) func(int) []byte {
	return func(n int) []byte {
		return deckOf([]string{slidePart(textShape(`<p:ph type="title"/>`, paragraph("x")) + shape)},
			part{"ppt/slides/_rels/s0.xml.rels", relsHead + `<Relationship Id="x" Type="` + kinds + kind + `" Target="x.xml"/></Relationships>`},
			part{"ppt/slides/x.xml", before + rep(n, unit) + after})
	}
}

const (
	white   = `<a:r><a:rPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></a:rPr><a:t>x</a:t></a:r>`
	placed  = `<p:spPr><a:xfrm><a:off x="#00" y="#00"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:solidFill><a:srgbClr val="123456"/></a:solidFill></p:spPr>`
	chartOf = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:plotArea><c:barChart>`
	chartIn = `<p:graphicFrame><a:graphic><a:graphicData><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="x"/></a:graphicData></a:graphic></p:graphicFrame>`
	modelOf = `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">`
	modelIn = `<p:graphicFrame><a:graphic><a:graphicData><dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="x"/></a:graphicData></a:graphic></p:graphicFrame>`
)

// hostiles lists the decks.
func hostiles() []hostile {
	table := func(unit string) func(int) []byte {
		return inSlide(`<p:graphicFrame><a:graphic><a:graphicData><a:tbl>`, unit, `</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`)
	}
	cell := `<a:tc#><a:txBody>` + paragraph("x") + `</a:txBody></a:tc>`
	merged := func(attrs string) string { return strings.ReplaceAll(cell, "#", attrs) }
	body := func(unit string) func(int) []byte { return inSlide(`<p:sp><p:txBody>`, unit, `</p:txBody></p:sp>`) }
	return []hostile{
		{"shapes", inSlide("", textShape("", paragraph("x")), "")},
		{"shapes over one another", inSlide("", `<p:sp>`+placed+`<p:txBody><a:p>`+white+`</a:p></p:txBody></p:sp>`, "")},
		{"shapes without end", inSlide("", `<p:sp>`, "")},
		{"groups", inSlide("", `<p:grpSp><p:sp/></p:grpSp>`, "")},
		{"titles", inSlide("", textShape(`<p:ph type="title"/>`, paragraph("x")), "")},
		{"placeholders", inSlide("", textShape(`<p:ph idx="#"/>`, paragraph("x")), "")},
		{"paragraphs", body(paragraph("x"))},
		{"numbers", body(`<a:p><a:pPr><a:buAutoNum type="romanUcPeriod" startAt="#"/></a:pPr><a:r><a:t>x</a:t></a:r></a:p>`)},
		{"levels", body(`<a:p><a:pPr lvl="8"><a:buChar char="x"/></a:pPr><a:r><a:t>x</a:t></a:r></a:p><a:p><a:r><a:t>y</a:t></a:r></a:p>`)},
		{"runs", inSlide(`<p:sp><p:txBody><a:p>`, `<a:r><a:rPr b="1"/><a:t>x</a:t></a:r><a:r><a:rPr i="1"/><a:t>y</a:t></a:r>`, `</a:p></p:txBody></p:sp>`)},
		{"breaks", inSlide(`<p:sp><p:txBody><a:p>`, `<a:br/>`, `<a:r><a:t>y</a:t></a:r></a:p></p:txBody></p:sp>`)},
		{"code", body(`<a:p><a:r><a:rPr><a:latin typeface="Courier"/></a:rPr><a:t>x</a:t></a:r></a:p>`)},
		{"escapes", inSlide(`<p:sp><p:txBody><a:p><a:r><a:t>`, `_x00`, `</a:t></a:r></a:p></p:txBody></p:sp>`)},
		{"alternatives", inSlide("", `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice/><mc:Fallback/></mc:AlternateContent>`, "")},
		{"rows", table(`<a:tr>` + merged("") + merged("") + `</a:tr>`)},
		{"cells", inSlide(`<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>`, merged(""), `</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`)},
		{"spans down", table(`<a:tr>` + merged(` rowSpan="99999"`) + merged(` vMerge="1"`) + `</a:tr>`)},
		{"spans all over", table(`<a:tr>` + strings.Repeat(merged(` gridSpan="999" rowSpan="999"`)+merged(` hMerge="1" vMerge="1" gridSpan="999"`), 50) + `</a:tr>`)},
		{"chart", beside("chart", chartIn, chartOf, `<c:ser><c:val><c:numLit><c:pt idx="#"><c:v>1</c:v></c:pt></c:numLit></c:val></c:ser>`, `</c:barChart></c:plotArea></c:chart></c:chartSpace>`)},
		{"chart points", beside("chart", chartIn, chartOf+`<c:ser><c:val><c:numLit><c:ptCount val="2147483647"/>`, `<c:pt idx="2147483647"><c:v>1e308</c:v></c:pt>`, `</c:numLit></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`)},
		{"chart levels", beside("chart", chartIn, chartOf+`<c:ser><c:cat><c:multiLvlStrRef><c:multiLvlStrCache>`, `<c:lvl><c:pt idx="#"><c:v>1</c:v></c:pt></c:lvl>`, `</c:multiLvlStrCache></c:multiLvlStrRef></c:cat></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`)},
		{"diagram chain", beside("diagramData", modelIn, modelOf+`<dgm:ptLst><dgm:pt modelId="0" type="doc"/>`, `<dgm:pt modelId="#1"><dgm:t><a:p><a:r><a:t>x</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:cxn srcId="#" destId="#1"/>`, `</dgm:ptLst></dgm:dataModel>`)},
		{"diagram star", beside("diagramData", modelIn, modelOf, `<dgm:cxnLst/><dgm:ptLst><dgm:pt modelId="#"><dgm:t><a:p><a:r><a:t>x</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst>`, `</dgm:dataModel>`)},
		{"comments", beside("comments", "", `<p:cmLst `+names+`>`, `<p:cm authorId="1" idx="#"><p:text>x</p:text></p:cm>`, `</p:cmLst>`)},
		{"comments in a chain", beside("comments", "", `<p:cmLst `+names+` xmlns:p15="http://schemas.microsoft.com/office/powerpoint/2012/main">`,
			`<p:cm authorId="1" idx="1#"><p:text>x</p:text><p:extLst><p:ext><p15:threadingInfo><p15:parentCm authorId="1" idx="#"/></p15:threadingInfo></p:ext></p:extLst></p:cm>`, `</p:cmLst>`)},
		{"relationships", func(n int) []byte {
			links := rep(n, `<Relationship Id="r#" Type="`+kinds+`hyperlink" Target="http://e.example/" TargetMode="External"/>`)
			runs := rep(n, `<a:r><a:rPr><a:hlinkClick r:id="r#"/></a:rPr><a:t>x</a:t></a:r>`)
			return deckOf([]string{slidePart(textShape("", `<a:p>`+runs+`</a:p>`))}, part{"ppt/slides/_rels/s0.xml.rels", relsHead + links + `</Relationships>`})
		}},
		{"layout", beside("slideLayout", "", `<p:sldLayout `+names+`><p:cSld><p:spTree>`, textShape(`<p:ph idx="#"/>`, paragraph("x")), `</p:spTree></p:cSld></p:sldLayout>`)},
		{"notes", beside("notesSlide", "", `<p:notes `+names+`><p:cSld><p:spTree>`, textShape("", paragraph("x")), `</p:spTree></p:cSld></p:notes>`)},
		{"slides", func(n int) []byte {
			slides := make([]string, n/4096+1)
			for i := range slides {
				slides[i] = slidePart(textShape("", paragraph("x")))
			}
			return deckOf(slides)
		}},
	}
}

// convert converts a presentation to Markdown with the default limits.
func convert(t testing.TB, content []byte) (string, error) {
	t.Helper()
	registry, err := converters.NewRegistry(pptx.New())
	if err != nil {
		t.Fatal(err)
	}
	env := converters.NewEnv(registry, converters.Limits{}, converters.Options{})
	in := converters.Input{Name: "in.pptx", SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	doc, err := registry.Convert(context.Background(), in, env)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	_, err = markdown.Write(&out, doc, markdown.WriteOptions{})
	return out.String(), err
}

// A hostile presentation is converted, or refused with an error that says why.
func TestHostileDecksEndWell(t *testing.T) {
	for _, h := range hostiles() {
		t.Run(h.name, func(t *testing.T) {
			_, err := convert(t, h.make(100_000))
			if err != nil && !errors.Is(err, converters.ErrCorrupt) && !errors.Is(err, converters.ErrLimit) {
				t.Error(err)
			}
		})
	}
}

// BenchmarkHostile shows what each byte costs in decks of growing size: the
// same in all, if nothing is quadratic.
func BenchmarkHostile(b *testing.B) {
	for _, h := range hostiles() {
		for _, size := range []int{50_000, 200_000, 800_000} {
			content := h.make(size)
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(h.name, " ", "-"), size), func(b *testing.B) {
				for b.Loop() {
					convert(b, content)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/byte")
			})
		}
	}
}

// A part whose tree counts for more than is left is refused as soon as that is
// known, and not when it is in memory.
func TestTreeIsRefusedWhileItGrows(t *testing.T) {
	const most = 10_000
	deck := deckOf([]string{slidePart(textShape("", strings.Repeat(paragraph("x"), 1500)))})
	in := converters.Input{Name: "deck.pptx", SectionReader: io.NewSectionReader(bytes.NewReader(deck), 0, int64(len(deck)))}
	_, err := pptx.New().Convert(context.Background(), in, converters.NewEnv(nil, converters.Limits{Nodes: most}, converters.Options{}))
	var over *converters.LimitError
	if !errors.As(err, &over) || over.Limit != converters.LimitNodes || over.Value > most+64 {
		t.Errorf("%v", err)
	}
}
