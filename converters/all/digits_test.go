package all_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/internal/soak"
)

// digit is a place of a number that a program shows. • is the number in the file, № the
// number of the place, and what is below belongs to another part. A place with ! before
// it may lose its number, with a warning.
type digit struct {
	in, below   string
	value, look func(n int) string // in the file, and as it is shown; nil is in decimal
	most        int                // 0 is 999,999
}

// digits are the places of numbers in a format.
type digits struct {
	grammar
	below  string // the part with what is below, and what is around that
	around [2]string
	list   []digit
}

func grouped(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

func hundredth(n int) string { return fmt.Sprintf("%d.%02d", n/100, n%100) }

// otherDigits shows a number by digits from a zero on.
func otherDigits(zero rune) func(int) string {
	return func(n int) string {
		return strings.Map(func(r rune) rune { return zero + r - '0' }, strconv.Itoa(n))
	}
}

func romans(n int) string {
	text := ""
	for _, r := range []struct {
		value int
		sign  string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= r.value; n -= r.value {
			text += r.sign
		}
	}
	return text
}

// onDay shows a day of a workbook.
func onDay(layout string) func(int) string {
	return func(n int) string {
		return time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n).Format(layout)
	}
}

// inList is a list of a document of Word in a format.
func inList(format, text string, look func(int) string) digit {
	return digit{
		in:    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="№"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`,
		below: `<w:abstractNum w:abstractNumId="№"><w:lvl w:ilvl="0"><w:start w:val="•"/><w:numFmt w:val="` + format + `"/><w:lvlText w:val="` + text + `"/></w:lvl></w:abstractNum><w:num w:numId="№"><w:abstractNumId w:val="№"/></w:num>`,
		look:  look, most: 3999,
	}
}

// inCell is a cell of a workbook in a format, which has a number or a code.
func inCell(format string, value, look func(int) string) digit {
	d := digit{in: `<row><c s="№"><v>•</v></c></row>`, value: value, look: look}
	if len(format) < 3 {
		d.below = `<xf numFmtId="` + format + `"/>`
		return d
	}
	d.in = `<row><c s="№"><f>A1</f><v>•</v></c></row>`
	d.below = `<xf numFmtId="9№"/>` + "\x00" + `<numFmt numFmtId="9№" formatCode="` + strings.ReplaceAll(format, `"`, "&quot;") + `"/>`
	return d
}

// officeDigits are the places in Office Open XML (ECMA-376 part 1, 17.9, 17.16, 18.8,
// 21.1.2 and 21.2.2).
func officeDigits(of map[string]grammar) []digits {
	word, book, slide := of["a.docx"+"word/document.xml"], of["a.xlsx"+"xl/worksheets/sheet1.xml"], of["a.pptx"+"ppt/slides/slide1.xml"]
	word.before += "<w:p><w:r><w:t>a</w:t></w:r></w:p>"
	chart, notes := word, word
	notes.parts = append(slices.Clip(word.parts), "word/_rels/document.xml.rels", root+toPart+`footnotes" Target="footnotes.xml"/>`+end)
	note := func(behind, text string) digit {
		return digit{in: `<w:p><w:r><w:t>x</w:t></w:r><w:r><w:footnoteReference w:id="№"` + behind + `</w:r></w:p>`, below: `<w:footnote w:id="№"><w:p><w:r><w:t>` + text + `</w:t></w:r></w:p></w:footnote>`}
	}
	word.parts = append(word.parts, "word/_rels/document.xml.rels", root+toPart+`numbering" Target="numbering.xml"/>`+end)
	chart.part = "word/charts/chart1.xml"
	chart.parts = append(chart.parts, "word/document.xml", `<w:document `+wml+` xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body><w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="a"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="r1"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p></w:body></w:document>`, "word/_rels/document.xml.rels", root+toPart+`chart" Target="charts/chart1.xml"/>`+end)
	chart.before, chart.after = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:plotArea><c:barChart>`, `</c:barChart></c:plotArea></c:chart></c:chartSpace>`
	book.before, book.after = book.before+"<sheetData><row><c><v>1</v></c></row>", "</sheetData>"+book.after
	slide.before += `<p:sp><p:nvSpPr><p:cNvPr id="1" name="a"/></p:nvSpPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>a</a:t></a:r></a:p></p:txBody></p:sp>`
	// A style sheet and its relationship are of this test, the rest of the workbook is there.
	for i, part := range book.parts {
		if part == "xl/_rels/workbook.xml.rels" {
			book.parts = append([]string{}, book.parts...)
			book.parts[i+1] = strings.Replace(book.parts[i+1], end, `<Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>`+end, 1)
		}
	}
	field := func(code string) digit {
		return digit{in: `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>` + code + `</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>•</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`}
	}
	series := func(code string, value, look func(int) string) digit {
		return digit{in: `<c:ser><c:cat><c:strRef><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>a</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>` + code + `</c:formatCode><c:ptCount val="1"/><c:pt idx="0"><c:v>•</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>`, value: value, look: look}
	}
	wide := otherDigits('０')
	return []digits{
		{word, "word/numbering.xml", [2]string{`<w:numbering ` + wml + `>`, `</w:numbering>`}, append(inLists(), []digit{
			inList("decimal", "%1.", nil), inList("decimal", "§ %1)", nil), inList("upperRoman", "%1.", romans), inList("lowerRoman", "(%1)", func(n int) string { return strings.ToLower(romans(n)) }), inList("decimalFullWidth", "%1.", wide), inList("thaiNumbers", "%1.", otherDigits('๐')), inList("hindiNumbers", "%1.", otherDigits('०')), inList("numberInDash", "%1", func(n int) string { return fmt.Sprintf("- %d -", n) }), inList("hex", "%1.", func(n int) string { return fmt.Sprintf("%X", n) }),
			field(" SEQ Table "), field(" SEQ Figure \\* ROMAN "), field(" PAGEREF a \\h "), field(" NOTEREF a "), field(" PAGE "), field(" NUMPAGES "), field(" REF a "), field(" = 1 + 2 "), field(" DATE "), field(" FORMTEXT "),
			{in: `<w:p><w:fldSimple w:instr=" SECTIONPAGES "><w:r><w:t>•</w:t></w:r></w:fldSimple></w:p>`},
			{in: `<w:tbl><w:tr><w:tc><w:p><w:r><w:t>•</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`},
			{in: `<w:p><m:oMath><m:sSub><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sub><m:r><m:t>•</m:t></m:r></m:sub></m:sSub></m:oMath></w:p>`},
			{in: `!<w:p><w:del w:id="1" w:author="a"><w:r><w:delText>•</w:delText></w:r></w:del></w:p>`},
		}...)},
		{notes, "word/footnotes.xml", [2]string{`<w:footnotes ` + wml + `>`, `</w:footnotes>`}, []digit{note(` w:customMarkFollows="1"/><w:t>•</w:t>`, "x"), note("/>", "•"), note(` w:customMarkFollows="1"/><w:t>*</w:t>`, "• x")}},
		{chart, "", [2]string{}, []digit{series("General", nil, nil), series("#,##0", nil, grouped), series("0.00", hundredth, hundredth), series("yyyy\\-mm\\-dd", nil, onDay("2006-01-02"))}},
		{book, "xl/styles.xml", [2]string{`<styleSheet ` + sml + `>`, `</styleSheet>`}, []digit{
			inCell("0", nil, nil), inCell("1", nil, nil), inCell("2", hundredth, hundredth), inCell("3", nil, grouped), inCell("9", hundredth, func(n int) string { return strconv.Itoa(n) + "%" }), inCell("14", nil, onDay("2006-01-02")), inCell("15", nil, onDay("2-Jan-06")), inCell("49", nil, nil),
			inCell(`"Nr. "0`, nil, func(n int) string { return "Nr. " + strconv.Itoa(n) }), inCell("000000000", nil, func(n int) string { return fmt.Sprintf("%09d", n) }), inCell("#,##0;[Red](#,##0)", func(n int) string { return "-" + strconv.Itoa(n) }, func(n int) string { return "(" + grouped(n) + ")" }), inCell("dddd, d mmmm yyyy", nil, onDay("Monday, 2 January 2006")), inCell("[h]:mm", nil, func(n int) string { return strconv.Itoa(24*n) + ":00" }), inCell("[DBNum3][$-804]0", nil, wide), inCell("[$-2000000]0", nil, otherDigits('٠')), inCell("yyyy&#24180;m&#26376;d&#26085;", nil, onDay("2006年1月2日")), inCell("[$-41E]d/m/bbbb", nil, func(n int) string {
				day := onDay("2/1/")(n)
				year, _ := strconv.Atoi(onDay("2006")(n))
				return day + strconv.Itoa(year+543)
			}),
		}},
		{slide, "", [2]string{}, []digit{
			{in: `<p:sp><p:nvSpPr><p:cNvPr id="1" name="a"/></p:nvSpPr><p:txBody><a:bodyPr/><a:p><a:pPr><a:buAutoNum type="arabicPeriod" startAt="•"/></a:pPr><a:r><a:t>x</a:t></a:r></a:p></p:txBody></p:sp>`, most: 32767},
			{in: `<p:sp><p:nvSpPr><p:cNvPr id="1" name="a"/></p:nvSpPr><p:txBody><a:bodyPr/><a:p><a:pPr><a:buAutoNum type="romanUcPeriod" startAt="•"/></a:pPr><a:r><a:t>x</a:t></a:r></a:p></p:txBody></p:sp>`, most: 3999, look: romans},
			{in: `<p:sp><p:nvSpPr><p:cNvPr id="1" name="a"/></p:nvSpPr><p:txBody><a:bodyPr/><a:p><a:fld type="datetime1"><a:t>•</a:t></a:fld></a:p></p:txBody></p:sp>`},
			{in: `<p:graphicFrame><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>•</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`},
			{in: `!<p:sp><p:nvSpPr><p:cNvPr id="1" name="a"/><p:nvPr><p:ph type="sldNum"/></p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>•</a:t></a:r></a:p></p:txBody></p:sp>`},
		}},
	}
}

// otherPlaces are those of OpenDocument (1.3 part 3, 7 and 19), pages (HTML, 4.4), RTF and
// plain formats.
func otherPlaces(of map[string]grammar) []digits {
	text, calc := of["a.odt"+"content.xml"], of["a.ods"+"content.xml"]
	text.before += "<text:p>a</text:p>"
	calc.before += `<table:table-row><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell></table:table-row>`
	listed := func(format string, look func(int) string, most int) digit {
		return digit{in: `<text:list xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" text:style-name="L№"><text:list-item text:start-value="•"><text:p>x</text:p></text:list-item></text:list>`, below: `<text:list-style style:name="L№"><text:list-level-style-number text:level="1" style:num-format="` + format + `" style:num-suffix="."/></text:list-style>`, look: look, most: most}
	}
	cell := func(kind, value string, look func(int) string) digit {
		return digit{in: `<table:table-row><table:table-cell office:value-type="` + kind + `" ` + value + `/></table:table-row>`, look: look}
	}
	page := func(in string) digit { return digit{in: in} }
	return []digits{
		{text, "styles.xml", [2]string{`<office:document-styles ` + odfNS + ` xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><office:styles>`, `</office:styles></office:document-styles>`}, []digit{
			listed("1", nil, 0), listed("I", romans, 3999), page("<text:p><text:sequence>•</text:sequence></text:p>"), page("<text:p><text:page-number>•</text:page-number></text:p>"), page("<text:p><text:chapter>•</text:chapter></text:p>"), page("<text:p><text:date>•</text:date></text:p>"), page("<text:p><text:sequence-ref>•</text:sequence-ref></text:p>"), page(`<text:p>x<text:note text:note-class="footnote"><text:note-citation text:label="•">•</text:note-citation><text:note-body><text:p>x</text:p></text:note-body></text:note></text:p>`), page("<text:p><text:bookmark-ref>•</text:bookmark-ref></text:p>"), page("<text:p><text:note-ref>•</text:note-ref></text:p>"), page("<text:p><text:expression>•</text:expression></text:p>"),
		}},
		{calc, "", [2]string{}, []digit{cell("float", `office:value="•"`, nil), cell("percentage", `office:value="•"`, nil), cell("currency", `office:currency="EUR" office:value="•"`, nil), cell("string", `office:string-value="•"`, nil), page(`<table:table-row><table:table-cell office:value-type="float" office:value="1"><text:p>•</text:p></table:table-cell></table:table-row>`)}},
		{grammar: grammar{name: "a.html", before: "<!DOCTYPE html><title>a</title><p>a</p>"}, list: []digit{
			page("<ol start=•><li>x</ol>"), page("<ol><li value=•>x</ol>"), {in: "<ol type=I start=•><li>x</ol>", look: romans, most: 3999}, {in: "<ol style='list-style-type:persian' start=•><li>x</ol>", look: otherDigits('۰')}, page("<p><input value=•></p>"), page("<table><tr><td>•</table>"), page("<p>x<sup>•</sup></p>"), page("<p><data value=1>•</data></p>"), page("<math><mn>•</mn></math>"), page("<p><input type=number value=•></p>"), page("!<p><meter value=• max=9999999>•</meter></p>"),
		}},
		{grammar: grammar{name: "a.rtf", before: `{\rtf1\ansi a\par `, after: "}"}, list: []digit{page(`{\pard{\pntext •.\tab}x\par}`), page(`{\pard{\listtext •.\tab}x\par}`), page(`{\pard{\field{\*\fldinst SEQ a}{\fldrslt •}}\par}`), page(`\trowd\cellx900\intbl •\cell\row\pard `), page(`!{\pard{\v •}\par}`)}},
		{grammar: grammar{name: "a.md", before: "a\n\n"}, list: []digit{page("•. x\n\n<!-- -->\n\n"), page("| • |\n|---|\n| 1 |\n\n"), page("$•$\n\n")}},
		{grammar: grammar{name: "a.csv", before: "a,b\n"}, list: []digit{page("•,1\n"), page("1,0•\n"), page("1,\"•\"\n"), page("x,-•e5\n")}},
		{grammar: grammar{name: "a.sql", before: "CREATE TABLE t (a int, b text);\n"}, list: []digit{page("INSERT INTO t VALUES (•, 'x');\n"), page("INSERT INTO t VALUES (1, '•');\n"), page("INSERT INTO t VALUES (-•.5, NULL);\n")}},
		{grammar: grammar{name: "a.yaml"}, list: []digit{page("- •\n"), page("- 0x•\n"), page("- a: •.5\n")}},
	}
}

// Each number that a program shows is in the output, or a warning says that it is not.
func TestSoakNumbersAreAsTheyAreShown(t *testing.T) {
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]grammar{}
	for _, g := range nested() {
		if _, ok := of[g.name+g.part]; !ok {
			of[g.name+g.part] = g
		}
	}
	seed := soak.Seed(t, 47)
	for i, p := range append(officeDigits(of), otherPlaces(of)...) {
		wrong := map[string]bool{}
		for n := range soak.Size(t, 5_000) {
			r := rand.New(rand.NewPCG(seed+uint64(n), uint64(i)))
			p.check(t, registry, r, wrong)
		}
	}
}

// check converts a document with some of the places.
func (p *digits) check(t *testing.T, registry *converters.Registry, r *rand.Rand, wrong map[string]bool) {
	t.Helper()
	text, below, beside := p.before, "", ""
	var want, places []string
	for i := range 1 + r.IntN(5) {
		d := p.list[r.IntN(len(p.list))]
		most := d.most
		if most == 0 {
			most = 999_999
		}
		n := 1000 + r.IntN(most-999)
		value, look := strconv.Itoa(n), strconv.Itoa(n)
		if d.value != nil {
			value = d.value(n)
		}
		if d.look != nil {
			look = d.look(n)
		}
		fill := strings.NewReplacer("•", value, "№", strconv.Itoa(i+1))
		text += fill.Replace(strings.TrimPrefix(d.in, "!"))
		one, other, _ := strings.Cut(fill.Replace(d.below), "\x00")
		below, beside = below+one, beside+other
		want, places = append(want, look), append(places, d.in+d.below)
	}
	g := p.grammar
	switch p.below {
	case "":
	case "xl/styles.xml":
		below = "<numFmts>" + beside + "</numFmts><cellXfs><xf/>" + below + "</cellXfs>"
		fallthrough
	default:
		g.parts = append([]string{p.below, p.around[0] + below + p.around[1]}, g.parts...)
	}
	data := g.stored(text + p.after)
	env := converters.NewEnv(registry, converters.Limits{}, converters.Options{})
	doc, err := registry.Convert(t.Context(), converters.Input{Name: g.name, SectionReader: io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data)))}, env)
	var b strings.Builder
	var chapter *markdown.Chapter
	if err == nil {
		chapter, err = markdown.Write(&b, doc, markdown.WriteOptions{MaxChars: env.Limits.Text})
	}
	if err != nil {
		t.Errorf("%s: %v\nin %s", g.name, err, text)
		return
	}
	shown := strings.ReplaceAll(b.String(), `\`, "")
	warned := len(env.Warnings())+len(chapter.Warnings) > 0
	for i, look := range want {
		if !strings.Contains(shown, look) && (!warned || places[i][0] != '!') && !wrong[places[i]] {
			wrong[places[i]] = true
			t.Errorf("%s: %s is not in the output:\n%s\nin %s", g.name, look, b.String(), places[i])
		}
	}
}
