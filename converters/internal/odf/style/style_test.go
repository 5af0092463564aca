package style

import (
	"context"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

func TestNumeralsOfEveryFormat(t *testing.T) {
	for _, c := range []struct {
		n      int
		format string
		sync   bool
		want   string
	}{
		{4, "1", false, "4"},
		{-3, "1", false, "-3"},
		{0, "1", false, "0"},
		{26, "a", false, "z"},
		{27, "a", false, "aa"},
		{28, "a", false, "ab"},
		{28, "a", true, "bb"},
		{53, "A", true, "AAA"},
		{0, "a", false, "0"},
		{1000, "a", false, "1000"},
		{4, "i", false, "iv"},
		{1994, "I", false, "MCMXCIV"},
		{4000, "I", false, "4000"},
		{5, "", false, ""},
		{7, "01, 02, 03, ...", false, "07"},
		{7, "001, 002, 003, ...", false, "007"},
		{11, "1st", false, "11th"},
		{22, "1st", false, "22nd"},
		{2, "ア, イ, ウ, ...", false, "イ"},
		{9, "ア, イ, ウ, ...", false, "9"},
		{4, "ア, イ, ウ, ...", false, "4"},
	} {
		if got := inNumerals(c.n, c.format, c.sync); got != c.want {
			t.Errorf("inNumerals(%d, %q, %v) = %q, want %q", c.n, c.format, c.sync, got, c.want)
		}
	}
}

func TestMeasures(t *testing.T) {
	for in, want := range map[string]int32{"1in": 7200, "2.54cm": 7200, "25.4mm": 7200, "10pt": 1000, "1pc": 1200, "4px": 300, "x": 0, "12": 0, "": 0, "-1in": -7200, "1e9in": 1 << 24} {
		if got := Length(in); got != want {
			t.Errorf("length(%q) = %d, want %d", in, got, want)
		}
	}
	for in, want := range map[string]int{"": 1, "0": 1, "-5": 1, "7": 7, "5000": 1000, "99999999999999999999": 1000, "x": 1} {
		if got := Count(in, 1000); got != want {
			t.Errorf("count(%q) = %d, want %d", in, got, want)
		}
	}
	if c := color("#A0b1C2"); c != visible.RGB(0xA0, 0xB1, 0xC2) {
		t.Errorf("color: %x", c)
	}
	if color("transparent") != visible.Unset {
		t.Error("transparent is a colour")
	}
}

func TestDurations(t *testing.T) {
	for in, want := range map[string]string{
		"PT26H30M15S": "26:30:15", "P2W": "336:00:00", "-PT1H5M": "-1:05:00", "PT0.5S": "0:00:00.5", "P1DT1H": "25:00:00",
		"P1M": "P1M", "PT1e5H": "PT1e5H", "P": "0:00:00", "PTH": "PTH", "x": "x", "PT99999999999999H": "PT99999999999999H", "PT1.9999S": "0:00:02",
	} {
		if got := string(duration(nil, in)); got != want {
			t.Errorf("duration(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNumbersWithoutNoise(t *testing.T) {
	for in, want := range map[float64]string{
		0.1 + 0.2: "0.3", 1e6: "1000000", -5: "-5", 1e15: "1000000000000000", 1.5e-12: "1.5E-12", 1234.5: "1234.5", 0: "0",
	} {
		if got := string(number(nil, in, &CellValue{}, nil)); got != want {
			t.Errorf("number(%v) = %q, want %q", in, got, want)
		}
	}
}

func TestRolesByName(t *testing.T) {
	for in, want := range map[string]struct {
		family Family
		role   Role
		level  int
	}{
		"Heading_20_3":         {FamilyParagraph, roleLook, 3},
		"Quotations":           {FamilyParagraph, RoleQuote, 0},
		"Preformatted_20_Text": {FamilyParagraph, RoleCode, 0},
		"Source_Text":          {FamilyText, RoleMono, 0},
		"Contents_20_10":       {FamilyParagraph, roleLook, 0},
		"My_20_style":          {FamilyParagraph, roleNone, 0},
		"Überschrift 2":        {FamilyParagraph, roleLook, 2},
		"Heading_20_12":        {FamilyParagraph, roleLook, 0},
		"_5a__":                {FamilyParagraph, roleNone, 0},
		"Definition_20_Term":   {FamilyParagraph, RoleTerm, 0},
		"  TITLE ":             {FamilyParagraph, RoleTitle, 0},
	} {
		if r, level := roleOf(want.family, in); r != want.role || level != want.level {
			t.Errorf("roleOf(%q) = %d, %d; want %d, %d", in, r, level, want.role, want.level)
		}
	}
}

// styleSheet reads styles for a test.
func styleSheet(t *testing.T, styles string) *Sheet {
	t.Helper()
	env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
	text := `<o:document-styles xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"` +
		` xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"><o:styles>` + styles + `</o:styles></o:document-styles>`
	st := NewSheet(env, nil)
	if _, err := st.ReadHead(xmlread.New(context.Background(), env, xmlread.Source{Text: text, Spaces: ns.All}), 1); err != nil {
		t.Fatal(err)
	}
	return st
}

// A chain of any length is resolved once for each of its styles, without
// recursion.
func TestLongChainsOfStylesAreResolved(t *testing.T) {
	var b strings.Builder
	const n = 20000
	for i := range n {
		b.WriteString(`<style:style style:family="text" style:name="s` + sheet.ColumnName(i) + `" style:parent-style-name="s` + sheet.ColumnName(i+1) + `"/>`)
	}
	b.WriteString(`<style:style style:family="text" style:name="s` + sheet.ColumnName(n) + `"><style:text-properties fo:font-weight="bold"/></style:style>`)
	st := styleSheet(t, b.String())
	if st.Get(FamilyText, "sA").Chars.On&Bold == 0 {
		t.Error("the first style has not what the last one states")
	}
}

func TestPercentOfAFontSize(t *testing.T) {
	st := styleSheet(t, `<style:style style:family="text" style:name="a"><style:text-properties fo:font-size="20pt"/></style:style>`+
		`<style:style style:family="text" style:name="b" style:parent-style-name="a"><style:text-properties fo:font-size="5%"/></style:style>`)
	if got := st.Get(FamilyText, "b").Chars.Size; got != 100 {
		t.Errorf("5%% of 20pt are %d hundredths of a point", got)
	}
}

// What a style is filled with and where its shapes are is inherited property by
// property: a later style takes back what one above it says.
func TestPropertiesOfShapesAreInheritedOneByOne(t *testing.T) {
	graphic := func(name, parent, properties string) string {
		return `<style:style style:family="graphic" style:name="` + name + `" style:parent-style-name="` + parent + `"><style:graphic-properties ` +
			`xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" ` + properties + `/></style:style>`
	}
	st := styleSheet(t, graphic("blue", "", `draw:fill="solid" draw:fill-color="#0000ff" style:horizontal-pos="center"`)+
		graphic("clear", "blue", `draw:fill="none" fo:background-color="transparent"`)+
		graphic("again", "clear", `draw:fill="solid" style:horizontal-pos="from-left"`)+
		graphic("picture", "clear", `draw:fill="bitmap"`))
	for name, want := range map[string]visible.Paint{"blue": visible.RGB(0, 0, 255), "clear": visible.Auto, "again": visible.RGB(0, 0, 255), "picture": visible.Unknown, "none": visible.Unset} {
		if got := st.Get(FamilyGraphic, name).Ground(); got != want {
			t.Errorf("%s is filled with %x, want %x", name, got, want)
		}
	}
	for name, want := range map[string]bool{"blue": true, "clear": true, "again": false} {
		if got := st.Get(FamilyGraphic, name).Has&IsAligned != 0; got != want {
			t.Errorf("%s is placed by a word: %v", name, got)
		}
	}
}
