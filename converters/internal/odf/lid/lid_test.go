package lid_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/lid"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

const space = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ` +
	`xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"`

// styles has a page of A4, and the style G of a shape, which a case says more of.
const styles = `<style:page-layout style:name="pm"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"/></style:page-layout>` +
	`<style:style style:name="Big" style:family="paragraph"><style:paragraph-properties fo:margin-top="2cm" fo:break-before="page"/><style:text-properties fo:font-size="30pt"/></style:style>` +
	`<style:style style:name="Right" style:family="paragraph"><style:paragraph-properties fo:text-align="end"/></style:style>` +
	`<style:style style:name="In" style:family="paragraph"><style:paragraph-properties fo:text-indent="8cm"/></style:style>` +
	`<style:style style:name="G" style:family="graphic"><style:graphic-properties style:wrap="run-through" style:run-through="foreground" %s/></style:style>`

// at returns the attributes of a shape at a place below its paragraph, in centimetres.
func at(x, y, w, h string) string {
	return fmt.Sprintf(`draw:style-name="G" draw:z-index="3" text:anchor-type="paragraph" svg:x="%scm" svg:y="%scm" svg:width="%scm" svg:height="%scm"`, x, y, w, h)
}

// find returns which of the paragraphs that begin with a word and a number are under a
// shape, as "1 3".
func find(t *testing.T, props, head, body string) string {
	t.Helper()
	text := `<office:document ` + space + `><office:automatic-styles>` + fmt.Sprintf(styles, props) + `</office:automatic-styles>` +
		`<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm">` + head + `</style:master-page></office:master-styles>` +
		`<office:body><office:text>` + body + `</office:text></office:body></office:document>`
	if !lid.MayCover(text) {
		t.Fatal("the text is not looked at")
	}
	env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
	under, err := lid.Find(lid.Part{Text: xmlread.New(t.Context(), env, xmlread.Source{Text: text, Spaces: ns.All})})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for n := 1; n < 10; n++ {
		word := strings.Index(text, fmt.Sprintf("token%d", n))
		if word < 0 {
			break
		}
		if under[max(strings.LastIndex(text[:word], "<text:p"), strings.LastIndex(text[:word], "<text:h"))] {
			out = append(out, fmt.Sprint(n))
		}
	}
	return strings.Join(out, " ")
}

func TestParagraphsUnderShapes(t *testing.T) {
	lines := `<text:p>token2</text:p><text:p>token3</text:p>`
	below := func(shape string) string { return `<text:p>token1` + shape + `</text:p>` + lines }
	rect := func(where string) string { return `<draw:rect ` + where + `/>` }
	notes := `<text:p>a<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>token4</text:p></text:note-body></text:note>` +
		`<text:note text:note-class="endnote"><text:note-body><text:p>token5</text:p></text:note-body></text:note></text:p>`
	cover := at("-1", "0.5", "12", "0.5") // of the second line
	for _, c := range []struct{ name, props, head, body, want string }{
		{"a rectangle", "", "", below(rect(cover)), "2"},
		{"both lines", "", "", below(rect(at("-1", "0.5", "12", "2"))), "2 3"},
		{"its own line", "", "", below(rect(at("-1", "0", "12", "0.5"))), "1"},
		{"further down", "", "", below(rect(at("-1", "5", "12", "2"))), ""},
		{"beside the text", "", "", below(rect(at("9", "0.5", "5", "2"))), ""},
		{"no fill", `draw:fill="none"`, "", below(rect(cover)), ""},
		{"a fill that is seen through", `draw:opacity="40%"`, "", below(rect(cover)), ""},
		{"a thick line around", `draw:fill="none" draw:stroke="solid" svg:stroke-width="1cm"`, "", below(rect(cover)), "1 2 3"},
		{"behind the text", `style:run-through="background"`, "", below(strings.ReplaceAll(rect(cover), `"G"`, `"B"`)), ""},
		{"a picture", "", "", below(`<draw:frame ` + cover + `><draw:image/></draw:frame>`), "2"},
		{"a box with a fill", `draw:fill="solid"`, "", below(`<draw:frame ` + cover + `><draw:text-box><text:p>b</text:p></draw:text-box></draw:frame>`), "2"},
		{"a box without", `draw:fill="none"`, "", below(`<draw:frame ` + cover + `><draw:text-box><text:p>b</text:p></draw:text-box></draw:frame>`), ""},
		{"a thick line", `draw:stroke="solid" svg:stroke-width="0.8cm"`, "", below(`<draw:line draw:style-name="G" text:anchor-type="paragraph" svg:x1="-1cm" svg:x2="9cm" svg:y1="0.75cm" svg:y2="0.75cm"/>`), "2"},
		{"a thin line", `draw:stroke="solid" svg:stroke-width="0.05cm"`, "", below(`<draw:line draw:style-name="G" text:anchor-type="paragraph" svg:x1="-1cm" svg:x2="9cm" svg:y1="0.75cm" svg:y2="0.75cm"/>`), ""},
		{"a turned one", "", "", below(`<draw:rect draw:style-name="G" text:anchor-type="paragraph" svg:width="0.5cm" svg:height="9cm" draw:transform="rotate (1.5708) translate (0cm 1cm)"/>`), "2"},
		{"a group", "", "", below(`<draw:g draw:style-name="G" text:anchor-type="paragraph"><draw:rect draw:style-name="G" svg:x="-1cm" svg:y="0.5cm" svg:width="9cm" svg:height="0.5cm"/></draw:g>`), "2"},
		{"letters of art", "", "", below(`<draw:custom-shape ` + cover + `><draw:enhanced-geometry draw:text-path="true" draw:type="fontwork-plain-text"/></draw:custom-shape>`), ""},
		{"the page", `style:vertical-rel="page" style:horizontal-rel="page"`, "", `<draw:rect draw:style-name="G" text:anchor-type="page" text:anchor-page-number="2" svg:x="0cm" svg:y="0cm" svg:width="21cm" svg:height="29cm"/><text:p>token1</text:p><text:p text:style-name="Big">token2</text:p>`, "2"},
		{"a place of a page", `style:vertical-pos="from-top" style:vertical-rel="page"`, "", below(rect(at("-1", "2.5", "12", "0.5"))), "2"},
		{"the foot of one", `style:vertical-pos="bottom" style:vertical-rel="page-content"`, "", below(rect(cover)), ""},
		{"at the right", "", "", `<text:p>token1` + rect(at("13", "0.5", "5", "0.5")) + `</text:p><text:p text:style-name="Right">token2</text:p>`, "2"},
		{"an indent", "", "", `<text:p>token1` + rect(at("7.5", "0.5", "5", "0.5")) + `</text:p><text:p text:style-name="In">token2</text:p>`, "2"},
		{"a large line of another page", "", "", `<text:p>token1</text:p><text:p text:style-name="Big">token2` + rect(at("-1", "1.5", "12", "0.4")) + `</text:p><text:p>token3</text:p>`, "3"},
		{"a table", "", "", `<text:p>token1` + rect(at("8", "0.5", "9", "0.5")) + `</text:p><table:table><table:table-column table:number-columns-repeated="2"/><table:table-row><table:table-cell><text:p>token2</text:p></table:table-cell><table:table-cell><text:p>token3</text:p></table:table-cell></table:table-row></table:table>`, "3"},
		{"notes at the foot of a page", `style:vertical-pos="bottom" style:vertical-rel="page-content"`, "", below(rect(cover)) + notes, "4"},
		{"no notes at the top", `style:vertical-pos="top" style:vertical-rel="page-content"`, "", `<text:p>a` + rect(cover) + `</text:p>` + notes, ""},
		{"a list", "", "", `<text:p>token1` + rect(cover) + `</text:p><text:list><text:list-item><text:p>token2</text:p></text:list-item></text:list>`, "2"},
		{"a header", `style:vertical-rel="page" style:horizontal-rel="page"`, `<style:header><text:p><draw:rect ` + at("0", "2", "21", "0.5") + `/>Head.</text:p></style:header>`, `<text:p>token1</text:p><text:p>token2</text:p><text:p text:style-name="Big">token3</text:p>`, "1"},
		{"a text in a box below", `draw:fill="none"`, "", `<text:p>token1<draw:frame ` + at("0", "1", "9", "1") + `><draw:text-box><text:p>token2</text:p></draw:text-box></draw:frame></text:p><text:p>token3<draw:frame draw:style-name="G" draw:z-index="9" text:anchor-type="paragraph" svg:x="-1cm" svg:y="0.4cm" svg:width="12cm" svg:height="2cm"><draw:image/></draw:frame></text:p>`, "2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			props := c.props
			if strings.Contains(c.body, `"B"`) {
				props = `/></style:style><style:style style:name="B" style:family="graphic"><style:graphic-properties style:wrap="run-through" ` + c.props
			}
			if got := find(t, props, c.head, c.body); got != c.want {
				t.Errorf("under shapes are %q, want %q", got, c.want)
			}
		})
	}
}

// Text is not under a shape that it flows around, in each way to say so.
func TestTextAroundShapes(t *testing.T) {
	body := `<text:p>token1<draw:frame ` + strings.ReplaceAll(at("-1", "0.5", "12", "0.5"), `"G"`, `"W"`) + `><draw:image/></draw:frame></text:p><text:p>token2</text:p>`
	for _, wrap := range []string{``, `style:wrap="none"`, `style:wrap="parallel"`, `style:wrap="dynamic"`, `style:wrap="run-through"`, `style:run-through="foreground"`} {
		props := `/></style:style><style:style style:name="W" style:family="graphic"><style:graphic-properties ` + wrap
		if got := find(t, props, "", body); got != "" {
			t.Errorf("%s: under shapes are %q", wrap, got)
		}
	}
}

// Prefixes and references do not keep a text from being looked at.
func TestPrefixesAreAnyName(t *testing.T) {
	for text, want := range map[string]bool{
		`<s:graphic-properties s:wrap="run-&#116;hrough" s:run-through="&#102;oreground"/>`: true,
		`<style:graphic-properties style:wrap="parallel"/>`:                                 false,
	} {
		if got := lid.MayCover(text); got != want {
			t.Errorf("%s: looked at: %t", text, got)
		}
	}
}
