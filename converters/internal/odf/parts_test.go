package odf_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
)

// TestPartsOfTexts reads sections, tables of contents and forms.
func TestPartsOfTexts(t *testing.T) {
	hold(t, pack.Text, []odfCase{
		{"sections that do not show are left out", `<style:style style:name="N" style:family="section"/>`, `<text:section text:name="a"><text:p>Shown.</text:p></text:section><text:section text:name="b" text:display="none"><text:p>The draft.</text:p></text:section>
<text:section text:name="c" text:display="condition" text:is-hidden="true"><text:p>The other draft.</text:p></text:section>`, `
paragraph @line 1
  text "Shown."
warning hidden-section 2
`},
		{"a section that shows by a condition may be hidden", "", `<text:section text:name="a" text:display="condition" text:condition="ooow:1==1"><text:p>Perhaps.</text:p></text:section><text:p>Shown.</text:p>`, `
paragraph @line 1
  may-be-hidden
    text "Perhaps."
paragraph @line 1
  text "Shown."
warning style-unsure 1
`},
		{"of a table of contents the made lines are read", "", `<text:table-of-content text:name="t"><text:table-of-content-source><text:index-title-template>Template</text:index-title-template></text:table-of-content-source><text:index-body><text:index-title text:name="h"><text:p>Contents</text:p></text:index-title><text:p>1 The lamp<text:tab/>3</text:p></text:index-body></text:table-of-content>`, `
paragraph @line 1
  text "Contents"
paragraph @line 1
  text "1 The lamp\t3"
`},
		{"controls show their values", "", `<office:forms><form:form><form:text xml:id="c1" form:current-value="Ida"/><form:checkbox xml:id="c2" form:label="agreed" form:current-state="checked"/><form:checkbox xml:id="c3" form:label="paid"/><form:button xml:id="c4" form:label="Send"/></form:form></office:forms>
<text:p>Name: <draw:control draw:control="c1" text:anchor-type="as-char"/></text:p>
<text:p><draw:control draw:control="c2" text:anchor-type="as-char"/> <draw:control draw:control="c3" text:anchor-type="as-char"/> <draw:control draw:control="c4" text:anchor-type="as-char"/></text:p>`, `
paragraph @line 2
  text "Name: "
  text "Ida"
paragraph @line 3
  text "☒ agreed"
  text " "
  text "☐ paid"
  text " "
  text "Send"
`},
	})
}

// TestObjectsOfTexts reads equations, charts and fields, and lists that are numbered by paragraph.
func TestObjectsOfTexts(t *testing.T) {
	hold(t, pack.Text, []odfCase{
		{"an equation is written as LaTeX", "", `<text:p>So <draw:frame text:anchor-type="as-char"><draw:object><math:math><math:mfrac><math:mi>a</math:mi><math:mn>2</math:mn></math:mfrac></math:math></draw:object></draw:frame> holds.</text:p>`, `
paragraph @line 1
  text "So "
  math "\\frac{a}{2}"
  text " holds."
`},
		{"a chart is its titles and its values", "", `<text:p><draw:frame text:anchor-type="paragraph"><draw:object><office:document office:mimetype="application/vnd.oasis.opendocument.chart"><office:body><office:chart><chart:chart chart:class="chart:bar"><chart:title><text:p>Catch</text:p></chart:title><chart:subtitle><text:p>by year</text:p></chart:subtitle><chart:plot-area><chart:axis chart:dimension="x"><chart:title><text:p>year</text:p></chart:title></chart:axis></chart:plot-area><table:table table:name="local-table"><table:table-rows><table:table-row><table:table-cell><text:p>2024</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="7"><text:p>7</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>2025</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="9"><text:p>9</text:p></table:table-cell></table:table-row></table:table-rows></table:table></chart:chart></office:chart></office:body></office:document></draw:object></draw:frame></text:p>`, `
paragraph @line 1
  text "Chart: Catch – by year (x: year)"
table columns=2 header=1 @line 1
  row @line 1
    cell "2024"
    cell "7"
  row @line 1
    cell "2025"
    cell "9"
`},
		{"paragraphs that are numbered one by one count on", `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix=")"/></text:list-style>`, `<text:numbered-paragraph text:list-id="x" text:style-name="L" text:level="1"><text:p>First.</text:p></text:numbered-paragraph>
<text:p>Between.</text:p>
<text:numbered-paragraph text:list-id="x" text:style-name="L" text:level="1"><text:p>Second.</text:p></text:numbered-paragraph>`, `
list @line 1
  item "1)"
    paragraph @line 1
      text "First."
paragraph @line 2
  text "Between."
list @line 3
  item "2)"
    paragraph @line 3
      text "Second."
`},
		{"a field of a form from Word that is checked shows it", "", `<text:p>Paid <field:fieldmark field:type="vnd.oasis.opendocument.field.FORMCHECKBOX"><field:param field:name="vnd.oasis.opendocument.field.Checkbox_Checked" field:value="true"/></field:fieldmark> in cash</text:p>`, `
paragraph @line 1
  text "Paid ☒ in cash"
`},
		{"a field of a form from Word shows what was chosen of its list", "", `<text:p>Shift: <field:fieldmark field:type="vnd.oasis.opendocument.field.FORMDROPDOWN"><field:param field:name="Dropdown_ListEntry" field:value="early"/><field:param field:name="Dropdown_ListEntry" field:value="late"/><field:param field:name="Dropdown_Selected" field:value="1"/></field:fieldmark></text:p>`, `
paragraph @line 1
  text "Shift: late"
`},
		{"an object that is not there is told, and its words stay", "", `<text:p><draw:frame text:anchor-type="paragraph"><draw:object xlink:href="./Object 1"/><svg:title>The fleet</svg:title></draw:frame>Below.</text:p>`, `
paragraph @line 1
  image "The fleet"
paragraph @line 1
  text "Below."
warning object 1
`},
		{"a field that is hidden is left out", "", `<text:p>One<text:hidden-text text:condition="ooow:true" text:string-value="the password" text:is-hidden="true">the password</text:hidden-text> two.</text:p>`, `
paragraph @line 1
  text "One two."
warning hidden-text 1
`},
	})
}

// TestFactsOfSheets reads comments, names, frozen panes, merged cells, formats that hide, and the forms of numbers.
func TestFactsOfSheets(t *testing.T) {
	hold(t, pack.Spreadsheet, []odfCase{
		{"a comment stays with its cell", "", `<table:table table:name="T"><table:table-row><table:table-cell office:value-type="string"><office:annotation><dc:creator>Ida</dc:creator><text:p>Ask Vik.</text:p></office:annotation><text:p>Berth</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>4</text:p></table:table-cell></table:table-row></table:table>`, `
section sheet 1 "T" @T
  table columns=2 header=1 streamed @T!A1:B1,row 1
    row @T!A1:B1,row 1
      cell "Berth"
      cell "4"
  annotation "Ida" @T!A1,row 1
    paragraph @T
      text "A1 (Berth): "
      text "Ask Vik."
`},
		{"ranges have names", "", `<table:table table:name="T"><table:table-row><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell></table:table-row></table:table>
<table:named-expressions><table:named-range table:name="fares" table:cell-range-address="$T.$A$1:.$A$3"/><table:named-expression table:name="rate" table:expression="0.25"/></table:named-expressions>`, `
section sheet 1 "T" @T
  paragraph @T!A1,row 1
    text "a"
  paragraph @T
    text "Names: fares = T.A1:A3, rate = 0.25."
`},
		{"cells that are merged say how far", "", `<table:table table:name="T"><table:table-row><table:table-cell table:number-columns-spanned="2" office:value-type="string"><text:p>Both</text:p></table:table-cell>
<table:covered-table-cell/></table:table-row><table:table-row><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>b</text:p></table:table-cell></table:table-row></table:table>`, `
section sheet 1 "T" @T
  paragraph @T!A1,row 1
    text "Both"
  table columns=2 header=1 streamed @T!A2:B2,row 2
    row @T!A2:B2,row 2
      cell "a"
      cell "b"
`},
		{"a column that does not show is left out", `<style:style style:name="C" style:family="table-column"/>`, `<table:table table:name="T"><table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/><table:table-row><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>secret</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>c</text:p></table:table-cell></table:table-row></table:table>`, `
section sheet 1 "T" @T
  table columns=2 header=1 streamed @T!A1:C1,row 1
    row @T!A1:C1,row 1
      cell "a"
      cell "c"
warning hidden-column 1
`},
		{"a condition that may hide labels its cells", `<style:style style:name="White" style:family="table-cell"><style:text-properties fo:color="#ffffff"/></style:style>`, `<table:table table:name="T"><table:table-row><table:table-cell office:value-type="string"><text:p>open</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell office:value-type="string"><text:p>maybe</text:p></table:table-cell></table:table-row>
<ext:conditional-formats><ext:conditional-format ext:target-range-address="T.A2:T.A2"><ext:condition ext:apply-style-name="White" ext:value="=1"/></ext:conditional-format></ext:conditional-formats></table:table>`, `
section sheet 1 "T" @T
  paragraph @T!A1:A2,row 1
    text "open"
  paragraph @T!A1:A2,row 2
    may-be-hidden
      text "maybe"
warning condition-uncertain 1
`},
		{"rows that are grouped and closed are read, and said", "", `<table:table table:name="T"><table:table-row><table:table-cell office:value-type="string"><text:p>Sum</text:p></table:table-cell></table:table-row>
<table:table-row-group table:display="false"><table:table-row table:visibility="collapse"><table:table-cell office:value-type="string"><text:p>part</text:p></table:table-cell></table:table-row></table:table-row-group></table:table>`, `
section sheet 1 "T" @T
  paragraph @T!A1:A2,row 1
    text "Sum"
  paragraph @T!A1:A2,row 2
    hidden
      text "part"
warning outline-collapsed 1
`},
	})
}

// TestShapesOfSlides reads groups, tables, shapes that lie off the slide or on a layer that does not show, and other names of titles.
func TestShapesOfSlides(t *testing.T) {
	hold(t, pack.Presentation, []odfCase{
		{"a group is its shapes", "", `<draw:page draw:name="a"><draw:g><draw:custom-shape svg:x="1cm" svg:y="1cm" svg:width="5cm" svg:height="1cm"><text:p>One.</text:p></draw:custom-shape>
<draw:rect svg:x="1cm" svg:y="3cm" svg:width="5cm" svg:height="1cm"><text:p>Two.</text:p></draw:rect></draw:g></draw:page>`, `
section slide 1 "a" @line 1
  paragraph @line 1
    text "One."
  paragraph @line 2
    text "Two."
`},
		{"a shape off the slide is left out", `<style:page-layout style:name="PL"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout></office:styles><office:master-styles><style:master-page style:name="M" style:page-layout-name="PL"/></office:master-styles><office:styles>`, `<draw:page draw:name="a" draw:master-page-name="M"><draw:frame svg:x="1cm" svg:y="1cm" svg:width="9cm" svg:height="2cm"><draw:text-box><text:p>Here.</text:p></draw:text-box></draw:frame>
<draw:frame svg:x="60cm" svg:y="1cm" svg:width="9cm" svg:height="2cm"><draw:text-box><text:p>There.</text:p></draw:text-box></draw:frame></draw:page>`, `
section slide 1 "a" @line 1
  paragraph @line 1
    text "Here."
warning hidden-off-page 1
`},
		{"a table on a slide is a table", "", `<draw:page draw:name="a"><draw:frame svg:x="1cm" svg:y="1cm" svg:width="9cm" svg:height="2cm"><table:table><table:table-row><table:table-cell><text:p>Port</text:p></table:table-cell>
<table:table-cell><text:p>Tide</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>Skarv</text:p></table:table-cell>
<table:table-cell><text:p>2.1 m</text:p></table:table-cell></table:table-row></table:table></draw:frame></draw:page>`, `
section slide 1 "a" @line 1
  table columns=2 header=0 @line 1
    row @line 1
      cell "Port"
      cell "Tide"
    row @line 2
      cell "Skarv"
      cell "2.1 m"
`},
		{"what is on a layer that does not show is left out", `</office:styles><office:master-styles><draw:layer-set><draw:layer draw:name="notes" draw:display="none"/></draw:layer-set></office:master-styles><office:styles>`, `<draw:page draw:name="a"><draw:frame draw:layer="notes"><draw:text-box><text:p>Off.</text:p></draw:text-box></draw:frame>
<draw:frame draw:layer="layout"><draw:text-box><text:p>On.</text:p></draw:text-box></draw:frame></draw:page>`, `
section slide 1 "a" @line 1
  paragraph @line 2
    text "On."
warning hidden-shape 1
`},
		{"the text at the top of a slide without a title is its title", "", `<draw:page draw:name="page1"><draw:frame presentation:class="subtitle" svg:x="1cm" svg:y="4cm"><draw:text-box><text:p>Below.</text:p></draw:text-box></draw:frame>
<draw:frame presentation:class="title" svg:x="1cm" svg:y="1cm"><draw:text-box><text:p>In</text:p><text:p>two lines</text:p></draw:text-box></draw:frame></draw:page>`, `
section slide 1 "In two lines" @line 2
  paragraph @line 1
    text "Below."
`},
	})
}
