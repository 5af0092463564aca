package odf_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/document/documenttest"
)

// odfCase is a flat document, of which the styles and the body are given, and what is
// read of it: the blocks, and the codes of warnings with how often each is meant.
type odfCase struct {
	name, styles, body, want string
}

// spaces are the namespaces of flat documents, with the prefixes that programs use.
var spaces = map[string]string{
	"office": "office", "style": "style", "text": "text", "table": "table", "draw": "drawing", "presentation": "presentation",
	"fo": "xsl-fo-compatible", "svg": "svg-compatible", "chart": "chart", "form": "form",
}

// flat returns a flat document of a kind.
func flat(kind, styles, body string) string {
	var b strings.Builder
	b.WriteString(`<office:document xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:math="http://www.w3.org/1998/Math/MathML" xmlns:ext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" xmlns:field="urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0"`)
	for _, prefix := range slices.Sorted(maps.Keys(spaces)) {
		fmt.Fprintf(&b, ` xmlns:%s="urn:oasis:names:tc:opendocument:xmlns:%s:1.0"`, prefix, spaces[prefix])
	}
	fmt.Fprintf(&b, ` office:mimetype="application/vnd.oasis.opendocument.%[1]s"><office:styles>%[2]s</office:styles><office:body><office:%[1]s>%[3]s</office:%[1]s></office:body></office:document>`, kind, styles, body)
	return b.String()
}

// mediaWord is the last word of the media type of a kind.
func mediaWord(kind pack.Kind) string {
	return kind.MediaType()[strings.LastIndex(kind.MediaType(), ".")+1:]
}

// read converts a document and returns its dump, with a line for each warning.
func read(ctx context.Context, kind pack.Kind, text string, limits converters.Limits) (string, error) {
	c := odf.New(kind, converters.Format{Name: "odf", Title: "OpenDocument", Version: 1})
	r, err := converters.NewRegistry()
	if err != nil {
		return "", err
	}
	env := converters.NewEnv(r, limits, converters.Options{})
	in := converters.Input{Name: "a.odf", SectionReader: io.NewSectionReader(strings.NewReader(text), 0, int64(len(text)))}
	doc, err := c.Convert(ctx, in, env)
	if err != nil {
		return "", err
	}
	out := documenttest.Dump(doc)
	for _, w := range env.Warnings() {
		out += fmt.Sprintf("warning %s %d\n", w.Code, w.Count)
	}
	return out, nil
}

// hold reads cases and compares.
func hold(t *testing.T, kind pack.Kind, cases []odfCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := read(t.Context(), kind, flat(mediaWord(kind), c.styles, c.body), converters.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), got); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

// TestTexts reads looks, links, notes, comments, fields, changes and frames of a text.
func TestTexts(t *testing.T) {
	hold(t, pack.Text, []odfCase{
		{"a heading has the level that it says, and a title is above it", `<style:style style:name="Title" style:family="paragraph"/>`, `<text:p text:style-name="Title">Log</text:p><text:h text:outline-level="1">One</text:h><text:h text:outline-level="3">Three</text:h><text:p>Text.</text:p>`, `
heading 1 id="h1" @line 1
  text "Log"
heading 1 id="h2" @line 1
  text "One"
heading 3 id="h3" @line 1
  text "Three"
paragraph @line 1
  text "Text."
`},
		{"white space is as ODF counts it", "", `<text:p>  a 
  b<text:s text:c="3"/>c<text:tab/>d<text:line-break/>e</text:p>
<text:p/><text:p>f</text:p>`, `
paragraph @line 1
  text "a b   c\td"
  break hard
  text "e"
paragraph @line 3
  text "f"
`},
		{"characters have the looks of their styles and of those above them", `<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="BI" style:family="text" style:parent-style-name="B"><style:text-properties fo:font-style="italic"/></style:style>
<style:style style:name="S" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>
<style:style style:name="U" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>`, `<text:p>a <text:span text:style-name="B">b</text:span> <text:span text:style-name="BI">c</text:span> <text:span text:style-name="S">d</text:span> e<text:span text:style-name="U">2</text:span></text:p>`, `
paragraph @line 4
  text "a "
  strong
    text "b"
  text " "
  strong
    emphasis
      text "c"
  text " "
  strike
    text "d"
  text " e"
  superscript
    text "2"
`},
		{"a link leads out of the document, one to a bookmark stays in it", "", `<text:p><text:a xlink:href="https://example.org/a">out</text:a> and <text:a xlink:href="#There">in</text:a></text:p><text:h text:outline-level="1"><text:bookmark text:name="There"/>Place</text:h>`, `
paragraph @line 1
  link "https://example.org/a"
    text "out"
  text " and "
  link "#There"
    text "in"
heading 1 id="There" @line 1
  text "Place"
`},
		{"a note is a note, with what is in it", "", `<text:p>Said<text:note text:id="n1" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>By him.</text:p>
<text:p>And her.</text:p></text:note-body></text:note>.</text:p>`, `
paragraph @line 1
  text "Said"
  note-ref "1"
  text "."
footnote "1" @line 1
  paragraph @line 1
    text "By him."
  paragraph @line 2
    text "And her."
`},
	})
}

// TestTextsBeside reads what is in and beside the paragraphs of a text.
func TestTextsBeside(t *testing.T) {
	hold(t, pack.Text, []odfCase{
		{"a comment has its author and its date", "", `<text:p>Fog<office:annotation><dc:creator>Ida</dc:creator><dc:date>2024-03-02T10:00:00</dc:date><text:p>When?</text:p></office:annotation> came.</text:p>`, `
paragraph @line 1
  text "Fog came."
annotation "Ida" "2024-03-02T10:00:00" @line 1
  paragraph @line 1
    text "When?"
`},
		{"a field shows what it showed", "", `<text:p>By <text:author-name>Ida</text:author-name> on <text:date text:date-value="2024-03-02">2 March</text:date>, see <text:placeholder text:placeholder-type="text">&lt;name&gt;</text:placeholder></text:p>`, `
paragraph @line 1
  text "By Ida on 2 March, see <name>"
`},
		{"text that was inserted is there once, what was deleted is not", "", `<text:tracked-changes><text:changed-region text:id="c1"><text:deletion><office:change-info><dc:creator>Ida</dc:creator></office:change-info><text:p>gone</text:p></text:deletion></text:changed-region>
<text:changed-region text:id="c2"><text:insertion><office:change-info/></text:insertion></text:changed-region>
</text:tracked-changes>
<text:p>a<text:change text:change-id="c1"/> <text:change-start text:change-id="c2"/>new<text:change-end text:change-id="c2"/> b</text:p>`, `
paragraph @line 4
  text "a new b"
warning deleted-text 1
`},
		{"a ruby text is behind its base", "", `<text:p><text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>kanji</text:ruby-text></text:ruby></text:p>`, `
paragraph @line 1
  text "漢字(kanji)"
`},
		{"a frame has its text, a picture its description", "", `<text:p>Before <draw:frame><draw:text-box><text:p>In a box.</text:p></draw:text-box></draw:frame> after.</text:p>
<text:p><draw:frame draw:name="Picture 1"><draw:image xlink:href="Pictures/a.png"/><svg:title>The lamp</svg:title><svg:desc>at noon</svg:desc></draw:frame>
</text:p>`, `
paragraph @line 1
  text "Before after."
paragraph @line 1
  text "In a box."
paragraph @line 2
  image "The lamp: at noon"
`},
		{"a formula is LaTeX", "", `<text:p><draw:frame><draw:object><math:math><math:mfrac><math:mi>a</math:mi><math:mn>2</math:mn></math:mfrac></math:math></draw:object></draw:frame>
</text:p>`, `
math "\\frac{a}{2}" @line 1
`},
		{"hidden text is left out and counted", `<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>`, `<text:p>a <text:span text:style-name="H">secret</text:span>b</text:p>`, `
paragraph @line 1
  text "a b"
warning hidden-text 1
`},
	})
}

// TestListsAndStyles reads lists, and paragraphs that are something by their style.
func TestListsAndStyles(t *testing.T) {
	hold(t, pack.Text, []odfCase{
		{"items are nested, and their numbers continue", `<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
<text:list-level-style-bullet text:level="2" text:bullet-char="•"/></text:list-style>`, `<text:list xml:id="l1" text:style-name="N"><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item>
<text:list-item><text:p>two</text:p></text:list-item></text:list>
<text:p>Between.</text:p><text:list text:style-name="N" text:continue-list="l1"><text:list-item><text:p>three</text:p></text:list-item></text:list>`, `
list @line 2
  item "1."
    paragraph @line 2
      text "one"
    list @line 2
      item "•"
        paragraph @line 2
          text "inner"
  item "2."
    paragraph @line 3
      text "two"
paragraph @line 4
  text "Between."
list @line 4
  item "3."
    paragraph @line 4
      text "three"
`},
		{"an item has more than a paragraph, and starts at a number", `<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="a" style:num-suffix=")"/></text:list-style>`, `<text:list text:style-name="N"><text:list-item text:start-value="3"><text:p>c</text:p>
<text:p>more of it</text:p></text:list-item>
<text:list-item><text:p>d</text:p></text:list-item></text:list>`, `
list @line 1
  item "c)"
    paragraph @line 1
      text "c"
    paragraph @line 2
      text "more of it"
  item "d)"
    paragraph @line 3
      text "d"
`},
		{"a header of a list has no marker", `<text:list-style style:name="B"><text:list-level-style-bullet text:level="1" text:bullet-char="-"/></text:list-style>`, `<text:list text:style-name="B"><text:list-header><text:p>What to bring</text:p></text:list-header><text:list-item><text:p>a rope</text:p></text:list-item></text:list>`, `
paragraph @line 1
  text "What to bring"
list @line 1
  item "-"
    paragraph @line 1
      text "a rope"
`},
		{"a quotation and code are what their styles are called", `<style:style style:name="Quotations" style:family="paragraph"/>
<style:style style:name="Preformatted_20_Text" style:display-name="Preformatted Text" style:family="paragraph"/>`, `<text:p text:style-name="Quotations">Count twice.</text:p>
<text:p>Then:</text:p>
<text:p text:style-name="Preformatted_20_Text">a = 1</text:p>
<text:p text:style-name="Preformatted_20_Text">b = 2</text:p>`, `
quote @line 2
  paragraph @line 2
    text "Count twice."
paragraph @line 3
  text "Then:"
code "" @lines 4-5
  |a = 1
  |b = 2
`},
	})
}

// TestTablesOfTexts reads tables of a text.
func TestTablesOfTexts(t *testing.T) {
	hold(t, pack.Text, []odfCase{
		{"rows that repeat at the top are the header", "", `<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Port</text:p></table:table-cell>
<table:table-cell><text:p>Miles</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell><text:p>Skarv</text:p></table:table-cell>
<table:table-cell><text:p>12</text:p></table:table-cell></table:table-row></table:table>`, `
table columns=2 header=1 @line 1
  row @line 1
    cell "Port"
    cell "Miles"
  row @line 2
    cell "Skarv"
    cell "12"
`},
		{"a cell that spans covers those beside and below it", "", `<table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>wide</text:p></table:table-cell><table:covered-table-cell/><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell table:number-columns-repeated="3"><text:p>same</text:p></table:table-cell></table:table-row></table:table>`, `
table columns=3 header=0 @line 1
  row @line 1
    cell colspan=2 "wide"
    cell "c"
  row @line 2
    cell "same"
    cell "same"
    cell "same"
`},
		{"a table in a cell, and paragraphs, are given apart", "", `<table:table><table:table-row><table:table-cell><text:p>one</text:p>
<text:p>two</text:p></table:table-cell>
<table:table-cell><table:table><table:table-row><table:table-cell><text:p>inner</text:p></table:table-cell></table:table-row></table:table></table:table-cell></table:table-row></table:table>`, `
paragraph @line 1
  text "one"
paragraph @line 2
  text "two"
table columns=1 header=0 @line 3
  row @line 3
    cell "inner"
`},
	})
}

// TestSheets reads sheets of a workbook.
func TestSheets(t *testing.T) {
	hold(t, pack.Spreadsheet, []odfCase{
		{"values are as they are shown, and places are rows", "", `<table:table table:name="Trips"><table:table-row><table:table-cell office:value-type="string"><text:p>Port</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>Miles</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell office:value-type="string"><text:p>Skarv</text:p></table:table-cell>
<table:table-cell office:value-type="float" office:value="12.5"><text:p>12,5</text:p></table:table-cell></table:table-row></table:table>`, `
section sheet 1 "Trips" @Trips
  table columns=2 header=1 streamed @Trips!A1:B2,rows 1-2
    row @Trips!A1:B2,row 1
      cell "Port"
      cell "Miles"
    row @Trips!A1:B2,row 2
      cell "Skarv"
      cell "12,5"
`},
		{"a hidden sheet and hidden rows are left out", `<style:style style:name="T" style:family="table"><style:table-properties table:display="false"/></style:style>`, `<table:table table:name="Shown"><table:table-row><table:table-cell office:value-type="string"><text:p>Port</text:p></table:table-cell></table:table-row>
<table:table-row table:visibility="collapse"><table:table-cell office:value-type="string"><text:p>secret</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell office:value-type="string"><text:p>Skarv</text:p></table:table-cell></table:table-row></table:table>
<table:table table:name="Kept" table:style-name="T"><table:table-row><table:table-cell office:value-type="string"><text:p>hidden</text:p></table:table-cell></table:table-row></table:table>`, `
section sheet 1 "Shown" @Shown
  paragraph @Shown!A1:A3,row 1
    text "Port"
  paragraph @Shown!A1:A3,row 3
    text "Skarv"
warning hidden-sheet 1
warning hidden-row 1
`},
	})
}

// TestSlides reads slides.
func TestSlides(t *testing.T) {
	hold(t, pack.Presentation, []odfCase{
		{"a slide is its title, its text in order, and its notes", "", `<draw:page draw:name="a"><draw:frame presentation:class="outline" svg:x="1cm" svg:y="5cm"><draw:text-box><text:list><text:list-item><text:p>a point</text:p></text:list-item></text:list></draw:text-box></draw:frame>
<draw:frame presentation:class="title" svg:x="1cm" svg:y="1cm"><draw:text-box><text:p>The lamp</text:p></draw:text-box></draw:frame>
<presentation:notes><draw:frame presentation:class="notes"><draw:text-box><text:p>Say it slowly.</text:p></draw:text-box></draw:frame>
</presentation:notes></draw:page>
<draw:page draw:name="b"><draw:frame><draw:text-box><text:p>No title here.</text:p></draw:text-box></draw:frame>
</draw:page>`, `
section slide 1 "The lamp" @line 2
  list @line 1
    item "•"
      paragraph @line 1
        text "a point"
  section speaker-notes @line 2
    paragraph @line 3
      text "Say it slowly."
section slide 2 "b" @line 5
  paragraph @line 5
    text "No title here."
`},
		{"placeholders and hidden slides are left out", `<style:style style:name="D" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>`, `<draw:page draw:name="a"><draw:frame presentation:class="title" presentation:placeholder="true"><draw:text-box><text:p>Click to add a title</text:p></draw:text-box></draw:frame>
<draw:custom-shape><text:p>In a shape.</text:p></draw:custom-shape></draw:page>
<draw:page draw:name="b" draw:style-name="D"><draw:frame><draw:text-box><text:p>unseen</text:p></draw:text-box></draw:frame>
</draw:page>`, `
section slide 1 "a" @line 1
  paragraph @line 2
    text "In a shape."
warning hidden-slide 1
`},
	})
}

// A document that ends too early is read as far as it goes, which is said; one that
// ends before its text is corrupt.
func TestABrokenDocumentIsTold(t *testing.T) {
	whole := flat("text", "", "<text:p>Words.</text:p><text:p>More.</text:p>")
	got, err := read(t.Context(), pack.Text, whole[:len(whole)-1], converters.Limits{})
	if err != nil || !strings.Contains(got, `text "More."`) || !strings.Contains(got, "warning part-unread 1") {
		t.Errorf("%v\n%s", err, got)
	}
	for _, n := range []int{strings.Index(whole, "<text:p>More"), len(whole) / 2, 60} {
		if got, err := read(t.Context(), pack.Text, whole[:n], converters.Limits{}); !errors.Is(err, converters.ErrCorrupt) {
			t.Errorf("%d of %d bytes: %q, %v", n, len(whole), got, err)
		}
	}
}

// Repeats cost what they are shown as, and a number in a file no more than that.
func TestRepeatsAreBounded(t *testing.T) {
	row := `<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000"%s</table:table-row>`
	for _, c := range []struct {
		cell  string
		limit bool
	}{{"/>", false}, {`><text:p>a</text:p></table:table-cell>`, true}} {
		body := `<table:table><table:table-row><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>` + fmt.Sprintf(row, c.cell) + "</table:table>"
		_, err := read(t.Context(), pack.Spreadsheet, flat("spreadsheet", "", body), converters.Limits{})
		var limit *converters.LimitError
		if got := errors.As(err, &limit); got != c.limit || !got && err != nil {
			t.Errorf("%s: %v", c.cell, err)
		}
	}
}

// A cancelled context ends a conversion.
func TestACancelledContextIsHeard(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := read(ctx, pack.Text, flat("text", "", strings.Repeat("<text:p>Words.</text:p>", 10_000)), converters.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// A document of another kind than its name says is read as what it is, and said so.
func TestAnotherKindIsReadAsWhatItIs(t *testing.T) {
	got, err := read(t.Context(), pack.Presentation, flat("text", "", "<text:p>Words.</text:p>"), converters.Limits{})
	if err != nil || !strings.Contains(got, `text "Words."`) || !strings.Contains(got, "warning ") {
		t.Errorf("%v\n%s", err, got)
	}
}
