package odt_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odftest"
	"github.com/seed353dc258/backstory/converters/odt"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// convert converts a package and writes it.
func convert(tb testing.TB, content []byte) (*document.Document, error) {
	tb.Helper()
	registry, err := converters.NewRegistry(odt.New())
	if err != nil {
		tb.Fatal(err)
	}
	env := converters.NewEnv(registry, converters.Limits{}, converters.Options{})
	in := converters.Input{Name: "in.odt", SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	doc, err := registry.Convert(tb.Context(), in, env)
	if err == nil {
		_, err = markdown.Write(io.Discard, doc, markdown.WriteOptions{MaxChars: env.Limits.Text})
	}
	return doc, err
}

// shapes are what costs most for each byte: styles, the start of a body, then
// a unit again and again, then the end. %d in a unit is its number.
var shapes = []struct{ name, styles, open, unit, end string }{
	{"paragraphs", "", "", `<text:p>a</text:p>`, ""},
	{"empty paragraphs", "", "", `<text:p/>`, "<text:p>a</text:p>"},
	{"spans", "", "<text:p>", `<text:span>a</text:span>`, "</text:p>"},
	{"bookmarks", "", "<text:h>", `<text:bookmark text:name="b%d"/>`, "a</text:h>"},
	{"links", "", "<text:p>", `<text:a xlink:href="#x%d">a</text:a>`, "</text:p>"},
	{"links up", "", "<text:p>", `<text:a xlink:href="../../../x">a</text:a>`, "</text:p>"},
	{"notes", "", "<text:p>", `a<text:note><text:note-body><text:p>b</text:p></text:note-body></text:note>`, "</text:p>"},
	{"comments", "", "<text:p>a", `<office:annotation><text:p>b</text:p></office:annotation>`, "</text:p>"},
	{"lists", "", "", `<text:list><text:list-item><text:p>a</text:p></text:list-item></text:list>`, ""},
	{"items", "", "<text:list>", `<text:list-item><text:p>a</text:p></text:list-item>`, "</text:list>"},
	{"lists that go on", "", "", `<text:list text:id="l%d" text:continue-list="l%d"><text:list-item><text:p>a</text:p></text:list-item></text:list>`, ""},
	{"rows", "", "<table:table>", `<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>`, "</table:table>"},
	{"rows covered", "", "<table:table>", `<table:table-row><table:table-cell table:number-rows-spanned="1000000"><text:p>a</text:p></table:table-cell></table:table-row>`, "</table:table>"},
	{"cells", "", "", `<table:table><table:table-row><table:table-cell/><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table>`, ""},
	{"columns", "", "<table:table>", `<table:table-column table:number-columns-repeated="9999999"/>`, "<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table>"},
	{"chain of styles", `<style:style style:name="s%d" style:family="paragraph" style:parent-style-name="s%d0"/>`, "", `<text:p text:style-name="s%d">a</text:p>`, ""},
	{"list styles", `<text:list-style style:name="l%d"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>`, "", `<text:list text:style-name="l%d"><text:list-item><text:p>a</text:p></text:list-item></text:list>`, ""},
	{"code", `<style:style style:name="code" style:family="paragraph"/>`, "", `<text:p text:style-name="Preformatted_20_Text">a</text:p>`, ""},
	{"frames", "", "<text:p>", `<draw:frame><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame>`, "</text:p>"},
	{"frames with places", "", "<text:p>", `<draw:frame svg:x="1cm" svg:y="1cm" svg:width="1cm" svg:height="2cm"><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame>`, "</text:p>"},
	{"code in emphasis", `<style:style style:name="b%d" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>`, "<text:p>", `<text:span text:style-name="b1">a </text:span><text:span text:style-name="Source_20_Text">c</text:span>`, "</text:p>"},
	{"pictures", "", "<text:p>", `<draw:frame><draw:image/></draw:frame>`, "</text:p>"},
	{"objects", "", "<text:p>", `<draw:frame><draw:object xlink:href="./none%d"/></draw:frame>`, "</text:p>"},
	{"formulas", "", "<text:p>", `<math:math><math:mi>x</math:mi></math:math>`, "</text:p>"},
	{"a formula", "", "<text:p><math:math>", `<math:mrow><math:mi>x</math:mi></math:mrow>`, "</math:math></text:p>"},
	{"changes", "", "<text:tracked-changes>", `<text:changed-region text:id="c%d"><text:deletion><text:p>a</text:p></text:deletion></text:changed-region>`, "</text:tracked-changes><text:p>a</text:p>"},
	{"blanks", "", "<text:p>a", `<text:s text:c="200"/>`, "</text:p>"},
	{"tabs", "", "<text:p>a", `<text:tab/>`, "</text:p>"},
}

// shaped returns a package of a shape whose content.xml has about size bytes.
func shaped(tb testing.TB, styles, open, unit, end string, size int) []byte {
	tb.Helper()
	var b strings.Builder
	b.WriteString(head + `<office:automatic-styles>`)
	fill := func(unit string, n int) string { return strings.ReplaceAll(unit, "%d", fmt.Sprint(n)) }
	n := size / max(len(styles)+len(unit), 20)
	for i := range n {
		b.WriteString(fill(styles, i))
	}
	b.WriteString(`</office:automatic-styles><office:body><office:text>` + open)
	for i := range n {
		b.WriteString(fill(unit, i))
	}
	b.WriteString(end + `</office:text></office:body></office:document-content>`)
	return odftest.Packed(tb, "content.xml", b.String())
}

func TestHostileShapesEndWell(t *testing.T) {
	for _, s := range shapes {
		_, err := convert(t, shaped(t, s.styles, s.open, s.unit, s.end, 1<<16))
		if err != nil && !errors.Is(err, converters.ErrLimit) && !errors.Is(err, converters.ErrCorrupt) {
			t.Errorf("%s: %v", s.name, err)
		}
	}
}

// What a document makes is bounded by what it is.
func TestRepeatsDoNotBlowUp(t *testing.T) {
	content := odftest.Packed(t, "content.xml", head+`<office:body><office:text><table:table><table:table-row table:number-rows-repeated="2147483647">`+
		`<table:table-cell table:number-columns-repeated="2147483647"/></table:table-row><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>`+
		`</table:table-row></table:table></office:text></office:body></office:document-content>`)
	doc, err := convert(t, content)
	if err != nil {
		t.Fatal(err)
	}
	if table := doc.Blocks[0].(*document.Table); len(table.Rows) != 1 || table.Columns != 1 {
		t.Errorf("%d rows of %d columns", len(table.Rows), table.Columns)
	}
}

// Styles that are their own ancestors, and lists that continue one another,
// end.
func TestCyclesEnd(t *testing.T) {
	content := odftest.Packed(t, "content.xml", head+`<office:automatic-styles><style:style style:name="a" style:family="paragraph" style:parent-style-name="b"/>`+
		`<style:style style:name="b" style:family="paragraph" style:parent-style-name="a"/></office:automatic-styles><office:body><office:text>`+
		`<text:list text:id="x" text:continue-list="y"><text:list-item><text:p text:style-name="a">one</text:p></text:list-item></text:list>`+
		`<text:list text:id="y" text:continue-list="x"><text:list-item><text:p text:style-name="b">two</text:p></text:list-item></text:list></office:text></office:body></office:document-content>`)
	if _, err := convert(t, content); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsTooMuchIsALimit(t *testing.T) {
	nested := func(open, shut string) string { return strings.Repeat(open, 400) + "a" + strings.Repeat(shut, 400) }
	for name, body := range map[string]string{
		"nested spans":  "<text:p>" + nested("<text:span>", "</text:span>") + "</text:p>",
		"nested lists":  nested("<text:list><text:list-item>", "</text:list-item></text:list>"),
		"nested tables": nested("<table:table><table:table-row><table:table-cell>", "</table:table-cell></table:table-row></table:table>"),
		"nested frames": "<text:p>" + nested("<draw:frame><draw:text-box><text:p>", "</text:p></draw:text-box></draw:frame>") + "</text:p>",
		"cells":         `<table:table><table:table-row>` + strings.Repeat(`<table:table-cell table:number-columns-repeated="16384"><text:p>a</text:p></table:table-cell>`, 100) + `</table:table-row></table:table>`,
		"paragraphs":    strings.Repeat("<text:p>a</text:p>", 1<<22+1),
	} {
		content := odftest.Packed(t, "content.xml", head+"<office:body><office:text>"+body+"</office:text></office:body></office:document-content>")
		if _, err := convert(t, content); !errors.Is(err, converters.ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// BenchmarkShapes shows whether time for each byte grows with the size.
func BenchmarkShapes(b *testing.B) {
	for _, s := range shapes {
		for _, times := range []int{1, 4, 16} {
			content := shaped(b, s.styles, s.open, s.unit, s.end, times<<16)
			b.Run(fmt.Sprintf("%s/%dx", strings.ReplaceAll(s.name, " ", "-"), times), func(b *testing.B) {
				b.SetBytes(int64(times << 16))
				for b.Loop() {
					if _, err := convert(b, content); err != nil && !errors.Is(err, converters.ErrLimit) && !errors.Is(err, converters.ErrCorrupt) {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
