package wordml_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

const (
	spaceW = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
	office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	rels   = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	usual  = "word/document.xml"
)

// styles, lists and colours of all documents here.
const styles = `<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="Head"><w:name w:val="heading 2"/><w:basedOn w:val="Normal"/><w:rPr><w:b/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Outline"><w:name w:val="Own"/><w:pPr><w:outlineLvl w:val="4"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Inner"><w:name w:val="Inner"/><w:basedOn w:val="Outline"/><w:pPr><w:ind w:left="300" w:hanging="100"/><w:jc w:val="right"/></w:pPr><w:rPr><w:i/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Strong"><w:name w:val="Strongly"/><w:rPr><w:b/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/></w:style>
<w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Pool"/><w:rPr><w:b/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Pool"><w:name w:val="Pool"/><w:basedOn w:val="Loop"/><w:rPr><w:i/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Listed"><w:name w:val="Listed"/><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:type="character" w:styleId="Loud"><w:name w:val="Loud"/><w:rPr><w:b/></w:rPr></w:style>
<w:style w:type="character" w:styleId="Source"><w:name w:val="Source Text"/></w:style>
<w:style w:type="table" w:styleId="Dark"><w:name w:val="Dark"/><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:tcPr><w:shd w:val="clear" w:fill="000000"/></w:tcPr><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr><w:tcPr><w:shd w:val="clear" w:fill="FF0000"/></w:tcPr></w:tblStylePr></w:style>`

const numbering = `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:pPr><w:ind w:left="720"/></w:pPr></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="&#xF0B7;"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:isLgl/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>`

const theme = `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:clrScheme name="x">
<a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:srgbClr val="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="804020"/></a:accent1>
</a:clrScheme></a:themeElements></a:theme>`

// definitions returns those of a package with a body, and what reads the body. Parts
// replace those above.
func definitions(t *testing.T, body string, parts map[string]string) (*wordml.Definitions, *xmlread.Scanner) {
	t.Helper()
	all := map[string]string{
		"word/styles.xml": "<w:styles" + spaceW + ">" + styles + "</w:styles>", "word/numbering.xml": "<w:numbering" + spaceW + ">" + numbering + "</w:numbering>", "word/theme.xml": theme,
		usual:         "<w:document" + spaceW + "><w:body>" + body + "</w:body></w:document>",
		"_rels/.rels": rels + `<Relationship Id="a" Type="` + office + `officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/_rels/document.xml.rels": rels + `<Relationship Id="a" Type="` + office + `styles" Target="styles.xml"/><Relationship Id="b" Type="` + office +
			`numbering" Target="numbering.xml"/><Relationship Id="c" Type="` + office + `theme" Target="theme.xml"/></Relationships>`,
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range all {
		if other, ok := parts[name]; ok {
			text = other
		}
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
	pkg, err := ooxml.Open(context.Background(), env, io.NewSectionReader(bytes.NewReader(b.Bytes()), 0, int64(b.Len())))
	if err != nil {
		t.Fatal(err)
	}
	main, err := pkg.Relations(usual)
	if err != nil {
		t.Fatal(err)
	}
	fail := func(err error) {
		if err != nil {
			t.Error(err)
		}
	}
	defs := &wordml.Definitions{
		Parts: &wordml.Parts{
			Package: pkg, Main: main, Spaces: wordml.Spaces(), Fail: fail,
			Charge: func(int) error { return nil }, Spare: func(string, error) error { return nil },
		},
		Section: func(s *xmlread.Scanner) error { return s.Skip() },
	}
	if err := defs.Open(); err != nil {
		t.Fatal(err)
	}
	s, err := pkg.Scan(usual, defs.Parts.Spaces)
	if err != nil {
		t.Fatal(err)
	}
	return defs, s
}

// described says what the paragraphs of a body are, and what of their first runs: a
// line for each.
func described(t *testing.T, body string, parts map[string]string) string {
	t.Helper()
	defs, s := definitions(t, body, parts)
	var b strings.Builder
	err := s.Walk(func() error {
		if !wordml.Is(s, "p") {
			return nil
		}
		around := &wordml.Chars{}
		p := defs.Styled("", around)
		look := p.Chars
		err := s.Each(func() error {
			switch {
			case wordml.Is(s, "pPr"):
				err := defs.ReadParagraph(s, &p, around, false)
				look = p.Chars
				return err
			case wordml.Is(s, "r"):
				return s.Each(func() error { return defs.ReadRun(s, &look) })
			}
			return s.Skip()
		})
		describe(&b, defs, &p, &look)
		return err
	})
	if err == nil {
		err = defs.Err()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// describe writes what a paragraph and its text are beyond the usual.
func describe(b *strings.Builder, defs *wordml.Definitions, p *wordml.Paragraph, look *wordml.Chars) {
	item, run, facts := defs.Item(p), look.Run(), look.Facts()
	fmt.Fprintf(b, "kind %d level %d", p.Kind, p.Level)
	for _, f := range []struct {
		is   bool
		what string
	}{
		{p.Left != 0 || p.First != 0, fmt.Sprintf("indents %d %d", p.Left, p.First)},
		{p.Align != 0, fmt.Sprintf("align %d", p.Align)},
		{p.Border, "border"},
		{p.Removed, "removed"},
		{p.Flat, "flat"},
		{p.Off, "off"},
		{item.Counted, fmt.Sprintf("item %q of list %d at level %d, left %d", item.Marker, item.List, item.Level, item.Left)},
		{run.Styles != 0, fmt.Sprintf("styles %b", run.Styles)},
		{run.Code, "code"},
		{look.IsVanished(), "vanished"},
		{facts.Size != 11, fmt.Sprintf("size %v", facts.Size)},
		{facts.Scale != 0, fmt.Sprintf("scale %v", facts.Scale)},
		{facts.Spacing != 0, fmt.Sprintf("spacing %v", facts.Spacing)},
		{facts.Ink > 0, fmt.Sprintf("ink %06X", int32(facts.Ink)-wordml.ColorBlack)},
		{facts.Ink < 0, fmt.Sprintf("ink %d", facts.Ink)},
		{look.Ground != 0, fmt.Sprintf("ground %06X", look.Ground-wordml.ColorBlack)},
	} {
		if f.is {
			b.WriteString(", " + f.what)
		}
	}
	b.WriteString("\n")
}

// bodyCase is what a body has to be read as.
type bodyCase struct{ name, body, want string }

func hold(t *testing.T, cases []bodyCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), described(t, c.body, nil)); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

func TestParagraphs(t *testing.T) {
	hold(t, []bodyCase{
		{"a style by its name is a heading, whose bold says no more than that", `<w:p><w:pPr><w:pStyle w:val="Head"/></w:pPr><w:r><w:rPr><w:i/></w:rPr></w:r></w:p>`, `
kind 0 level 1, styles 10
`},
		{"a style has the level of the outline that it says", `<w:p><w:pPr><w:pStyle w:val="Outline"/></w:pPr></w:p>`, `
kind 0 level 4
`},
		{"a style has what the one has that it is based on", `<w:p><w:pPr><w:pStyle w:val="Inner"/></w:pPr><w:r><w:rPr><w:b/></w:rPr></w:r></w:p>`, `
kind 0 level 4, indents 300 -100, align 3, styles 100
`},
		{"what a paragraph says itself goes before its style", `<w:p><w:pPr><w:pStyle w:val="Inner"/><w:outlineLvl w:val="0"/><w:ind w:left="100"/><w:jc w:val="center"/></w:pPr></w:p>`, `
kind 0 level 0, indents 100 -100, align 2
`},
		{"a quotation is one by its style", `<w:p><w:pPr><w:pStyle w:val="Quote"/></w:pPr></w:p>`, `
kind 1 level -1
`},
		{"styles that are based on one another end", `<w:p><w:pPr><w:pStyle w:val="Loop"/></w:pPr><w:r><w:rPr><w:strike/></w:rPr></w:r></w:p>`, `
kind 0 level -1, styles 1110
`},
		{"a style that is not there changes nothing", `<w:p><w:pPr><w:pStyle w:val="None"/></w:pPr><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:r></w:p>`, `
kind 0 level -1, styles 100000
`},
		{"a line below, and an end that was deleted", `<w:p><w:pPr><w:pBdr><w:bottom w:val="single"/></w:pBdr><w:rPr><w:del w:author="a"/></w:rPr></w:pPr></w:p>`, `
kind 0 level -1, border, removed
`},
		{"an indent beside the page hides", `<w:p><w:pPr><w:ind w:left="-20000"/></w:pPr></w:p>`, `
kind 0 level -1, indents -20000 0, off
`},
		{"a line without height hides", `<w:p><w:pPr><w:spacing w:line="20" w:lineRule="exact"/></w:pPr></w:p>`, `
kind 0 level -1, flat
`},
	})
}

func TestRuns(t *testing.T) {
	hold(t, []bodyCase{
		{"bold in a paragraph and in a style of characters is off", `<w:p><w:pPr><w:pStyle w:val="Strong"/></w:pPr><w:r><w:rPr><w:rStyle w:val="Loud"/></w:rPr></w:r></w:p>`, `
kind 0 level -1
`},
		{"bold in a style of characters alone is on", `<w:p><w:r><w:rPr><w:rStyle w:val="Loud"/></w:rPr></w:r></w:p>`, `
kind 0 level -1, styles 100
`},
		{"what a run turns off is off", `<w:p><w:pPr><w:pStyle w:val="Strong"/></w:pPr><w:r><w:rPr><w:b w:val="0"/></w:rPr></w:r></w:p>
<w:p><w:pPr><w:pStyle w:val="Strong"/></w:pPr><w:r><w:rPr><w:i/></w:rPr></w:r></w:p>`, `
kind 0 level -1
kind 0 level -1, styles 110
`},
		{"code is what a style is called", `<w:p><w:r><w:rPr><w:rStyle w:val="Source"/></w:rPr></w:r></w:p>`, `
kind 0 level -1, code
`},
		{"hidden text", `<w:p><w:r><w:rPr><w:vanish/></w:rPr></w:r></w:p>`, `
kind 0 level -1, vanished
`},
		{"white on white, red on yellow, and a colour that is none", `<w:p><w:r><w:rPr><w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="FFFFFF"/></w:rPr></w:r></w:p>
<w:p><w:r><w:rPr><w:color w:val="FF0000"/><w:highlight w:val="yellow"/></w:rPr></w:r></w:p>
<w:p><w:r><w:rPr><w:color w:val="red?"/></w:rPr></w:r></w:p>`, `
kind 0 level -1, ink FFFFFF, ground FFFFFF
kind 0 level -1, ink FF0000, ground FFFF00
kind 0 level -1, ink -1
`},
		{"tiny, narrow and tight letters", `<w:p><w:r><w:rPr><w:sz w:val="2"/></w:rPr></w:r></w:p>
<w:p><w:r><w:rPr><w:w w:val="1"/></w:rPr></w:r></w:p>
<w:p><w:r><w:rPr><w:spacing w:val="-400"/></w:rPr></w:r></w:p>`, `
kind 0 level -1, size 1
kind 0 level -1, scale 1
kind 0 level -1, spacing -20
`},
		{"a colour of the theme, as it is, lighter and darker", `<w:p><w:r><w:rPr><w:color w:val="000000" w:themeColor="accent1"/></w:rPr></w:r></w:p>
<w:p><w:r><w:rPr><w:color w:val="000000" w:themeColor="accent1" w:themeTint="80"/></w:rPr></w:r></w:p>
<w:p><w:r><w:rPr><w:color w:val="000000" w:themeColor="accent1" w:themeShade="80"/></w:rPr></w:r></w:p>
<w:p><w:r><w:rPr><w:color w:val="123456" w:themeColor="accent9"/></w:rPr></w:r></w:p>`, `
kind 0 level -1, ink 804020
kind 0 level -1, ink BF9F8F
kind 0 level -1, ink 402010
kind 0 level -1, ink 123456
`},
	})
}

func TestItems(t *testing.T) {
	hold(t, []bodyCase{
		{"numbers count, inner ones by what is above them", `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>`, `
kind 0 level -1, item "1." of list 1 at level 0, left 720
kind 0 level -1, item "1.a)" of list 1 at level 1, left 0
kind 0 level -1, item "1.b)" of list 1 at level 1, left 0
kind 0 level -1, item "2." of list 1 at level 0, left 720
kind 0 level -1, item "2.a)" of list 1 at level 1, left 0
`},
		{"a bullet is one whatever its font", `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr></w:pPr></w:p>`, `
kind 0 level -1, item "•" of list 2 at level 0, left 0
`},
		{"numbers are decimal where the law is", `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr></w:pPr></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr></w:pPr></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="3"/></w:numPr></w:pPr></w:p>`, `
kind 0 level -1, item "I" of list 3 at level 0, left 0
kind 0 level -1, item "II" of list 3 at level 0, left 0
kind 0 level -1, item "2.1" of list 3 at level 1, left 0
`},
		{"a list starts at its own number, in the same counters", `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="4"/></w:numPr></w:pPr></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>`, `
kind 0 level -1, item "1." of list 1 at level 0, left 720
kind 0 level -1, item "7." of list 4 at level 0, left 720
kind 0 level -1, item "8." of list 1 at level 0, left 720
`},
		{"a style has a list; the number 0 takes it off", `<w:p><w:pPr><w:pStyle w:val="Listed"/></w:pPr></w:p>
<w:p><w:pPr><w:pStyle w:val="Listed"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr></w:pPr></w:p>`, `
kind 0 level -1, item "1.a)" of list 1 at level 1, left 0
kind 0 level -1
`},
		{"a list that is not there is none", `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="9"/></w:numPr></w:pPr></w:p>`, `
kind 0 level -1
`},
	})
}

// TestTablesHaveTheColoursOfTheirStyle asks for the shading of cells, as the place
// of the cell and what the table shows of its style decide.
func TestTablesHaveTheColoursOfTheirStyle(t *testing.T) {
	defs, _ := definitions(t, "", nil)
	style, ok := defs.Table("Dark")
	if !ok {
		t.Fatal("the style is not there")
	}
	if text, head := style.Text.Facts(), style.Head.Facts(); int32(text.Ink) != wordml.ColorWhite || int32(head.Ink) != wordml.ColorWhite {
		t.Errorf("text %v, head %v", text, head)
	}
	for _, c := range []struct {
		look  string
		first bool
		want  int32
	}{
		{`<w:tblLook w:firstRow="1"/>`, true, wordml.ReadColor("FF0000")},
		{`<w:tblLook w:firstRow="0" w:val="0020"/>`, true, wordml.ColorBlack}, // the attribute goes before the mask
		{`<w:tblLook w:val="0020"/>`, true, wordml.ReadColor("FF0000")},
		{`<w:tblLook w:firstRow="1"/>`, false, wordml.ColorBlack},
	} {
		_, s := definitions(t, c.look, nil)
		err := s.Walk(func() error {
			if wordml.Is(s, "tblLook") {
				if got := style.Shades.Ground(wordml.ReadLook(s), c.first); got != c.want {
					t.Errorf("%s, first %v: %d, want %d", c.look, c.first, got, c.want)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := defs.Table("Bright"); ok {
		t.Error("a style that is not there is there")
	}
}

func TestNumbersAreTwips(t *testing.T) {
	for text, want := range map[string]int32{"20": 20, "-7": -7, "1in": 1440, "2.54cm": 1440, "10pt": 200} {
		if got, ok := wordml.Number(text); !ok || got != want {
			t.Errorf("%q is %d, %v; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "a", "pt"} {
		if got, ok := wordml.Number(text); ok {
			t.Errorf("%q is %d", text, got)
		}
	}
}

func TestColoursAreRead(t *testing.T) {
	for text, want := range map[string]int32{
		"": 0, "auto": wordml.ColorAuto, "000000": wordml.ColorBlack, "#FFFFFF": wordml.ColorWhite, "0000FF": wordml.ColorBlack + 255, "1000000": wordml.ColorUnknown, "no": wordml.ColorUnknown,
	} {
		if got := wordml.ReadColor(text); got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
	for value, want := range map[string]bool{"": true, "1": true, "true": true, "on": true, "0": false, "false": false, "off": false} {
		if got := wordml.IsOn(value, true); got != want {
			t.Errorf("%q is %v", value, got)
		}
	}
}

// Parts that are broken, or are not there, cost what they would have said.
func TestBrokenPartsAreSpared(t *testing.T) {
	const body = `<w:p><w:pPr><w:pStyle w:val="Head"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>`
	for part, want := range map[string]string{
		"word/styles.xml":    "kind 0 level -1, item \"1.\" of list 1 at level 0, left 720, size 0\n",
		"word/numbering.xml": "kind 0 level 1\n",
	} {
		if got := described(t, body, map[string]string{part: "<broken"}); got != want {
			t.Errorf("%s: got %q, want %q", part, got, want)
		}
	}
}
