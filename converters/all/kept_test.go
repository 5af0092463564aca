package all_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/internal/soak"
)

// places is a grammar of the places in a format that hold text: for each kind of
// place, what may be there. {X} is a place of the kind X, and • a word. What is in a
// place with ! before it may be lost, with a warning.
type places struct {
	grammar       // what is around the text, and its package
	kinds   kinds // the first place is of the kind Z, where there are such, or B
}

type kinds map[string][]string

// inWord are the places of WordprocessingML (ECMA-376 part 1, 17): blocks, parts of
// paragraphs, of runs, and of equations (22.1).
func inWord() kinds {
	k := kinds{
		"B": {
			"<w:p>{P}</w:p>", "<w:p>{P}{P}</w:p>", "<w:p>{P}</w:p>{B}", "<w:p><w:pPr><w:pStyle w:val='Heading1'/></w:pPr>{P}</w:p>",
			"<w:p><w:pPr><w:numPr><w:ilvl w:val='0'/><w:numId w:val='1'/></w:numPr></w:pPr>{P}</w:p>",
			"<w:tbl><w:tr><w:tc>{B}<w:p/></w:tc><w:tc>{B}<w:p/></w:tc></w:tr></w:tbl>",
			"<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val='2'/></w:tcPr>{B}</w:tc></w:tr><w:tr><w:tc>{B}</w:tc><w:tc>{B}</w:tc></w:tr></w:tbl>",
			"<w:sdt><w:sdtContent>{B}</w:sdtContent></w:sdt>", "<w:customXml w:element='a'>{B}</w:customXml>", "<w:p><m:oMathPara><m:oMath>{M}</m:oMath></m:oMathPara></w:p>",
		},
		"P": {
			"<w:r>{R}</w:r>", "<w:r><w:rPr><w:b/></w:rPr>{R}</w:r>", "<w:r><w:rPr><w:caps/></w:rPr>{R}</w:r>", "<w:hyperlink w:anchor='a'>{P}</w:hyperlink>", "<w:ins w:id='1' w:author='a'>{P}</w:ins>", "<w:moveTo w:id='1' w:author='a'>{P}</w:moveTo>",
			"<w:smartTag w:element='a'>{P}</w:smartTag>", "<w:sdt><w:sdtContent>{P}</w:sdtContent></w:sdt>", "<w:fldSimple w:instr=' REF a '>{P}</w:fldSimple>", "<w:bdo w:val='ltr'>{P}</w:bdo>", "<w:dir w:val='ltr'>{P}</w:dir>", "<w:customXml w:element='a'>{P}</w:customXml>",
			"<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>AUTHOR</w:instrText></w:r><w:r><w:fldChar w:fldCharType='separate'/></w:r>{P}<w:r><w:fldChar w:fldCharType='end'/></w:r>",
			"<m:oMath>{M}</m:oMath>", "!<w:del w:id='2' w:author='a'><w:r><w:delText>•</w:delText></w:r></w:del>",
		},
		"R": {
			"<w:t>•</w:t>", "<w:t>•</w:t><w:tab/><w:t>•</w:t>", "<w:t>•</w:t><w:br/>{R}", "<w:ruby><w:rt><w:r><w:t>•</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>•</w:t></w:r></w:rubyBase></w:ruby>",
			"<w:drawing><wp:inline><wp:extent cx='900000' cy='900000'/><wp:docPr id='1' name='a' descr='•'/><a:graphic><a:graphicData/></a:graphic></wp:inline></w:drawing>",
			"<w:drawing><wp:inline><wp:extent cx='900000' cy='900000'/><wp:docPr id='1' name='a'/><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>{B}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>",
			"<w:drawing><wp:anchor><wp:extent cx='900000' cy='900000'/><wp:docPr id='1' name='a'/><a:graphic><a:graphicData><wpg:wgp><wps:wsp><wps:txbx><w:txbxContent>{B}</w:txbxContent></wps:txbx></wps:wsp></wpg:wgp></a:graphicData></a:graphic></wp:anchor></w:drawing>",
			"<w:pict><v:shape style='width:90pt;height:90pt'><v:textbox><w:txbxContent>{B}</w:txbxContent></v:textbox></v:shape></w:pict>",
			"<w:pict><v:shape alt='•'><v:imagedata/></v:shape></w:pict>", "<w:pict><v:shape><v:textpath string='•'/></v:shape></w:pict>",
			"<w:fldChar w:fldCharType='begin'><w:ffData><w:ddList><w:result w:val='0'/><w:listEntry w:val='•'/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMDROPDOWN</w:instrText></w:r><w:r><w:fldChar w:fldCharType='end'/>",
		},
		"M": equationPlaces(),
	}
	return k
}

// equationPlaces are the places of an equation (ECMA-376 part 1, 22.1).
func equationPlaces() []string {
	return []string{
		"<m:r><m:t>•</m:t></m:r>", "{M}{M}", "<m:f><m:num>{M}</m:num><m:den>{M}</m:den></m:f>", "<m:rad><m:deg>{M}</m:deg><m:e>{M}</m:e></m:rad>", "<m:sSup><m:e>{M}</m:e><m:sup>{M}</m:sup></m:sSup>",
		"<m:sSub><m:e>{M}</m:e><m:sub>{M}</m:sub></m:sSub>", "<m:sSubSup><m:e>{M}</m:e><m:sub>{M}</m:sub><m:sup>{M}</m:sup></m:sSubSup>", "<m:sPre><m:sub>{M}</m:sub><m:sup>{M}</m:sup><m:e>{M}</m:e></m:sPre>",
		"<m:nary><m:sub>{M}</m:sub><m:sup>{M}</m:sup><m:e>{M}</m:e></m:nary>", "<m:d><m:e>{M}</m:e><m:e>{M}</m:e></m:d>", "<m:acc><m:e>{M}</m:e></m:acc>", "<m:bar><m:e>{M}</m:e></m:bar>", "<m:box><m:e>{M}</m:e></m:box>", "<m:borderBox><m:e>{M}</m:e></m:borderBox>",
		"<m:func><m:fName>{M}</m:fName><m:e>{M}</m:e></m:func>", "<m:limLow><m:e>{M}</m:e><m:lim>{M}</m:lim></m:limLow>", "<m:limUpp><m:e>{M}</m:e><m:lim>{M}</m:lim></m:limUpp>", "<m:groupChr><m:e>{M}</m:e></m:groupChr>",
		"<m:eqArr><m:e>{M}</m:e><m:e>{M}</m:e></m:eqArr>", "<m:m><m:mr><m:e>{M}</m:e><m:e>{M}</m:e></m:mr></m:m>", "<m:phant><m:e>{M}</m:e></m:phant>",
	}
}

// drawnPlaces are the shapes of a slide or a sheet (ECMA-376 part 1, 19.3 and 20.5),
// whose elements have a prefix, and the paragraphs in them (21.1.2).
func drawnPlaces(p string) kinds {
	shape := "<" + p + ":sp><" + p + ":nvSpPr><" + p + ":cNvPr id='1' name='a'/></" + p + ":nvSpPr><" + p + ":txBody><a:bodyPr/>{A}</" + p + ":txBody></" + p + ":sp>"
	return kinds{
		"S": {
			shape, "<" + p + ":grpSp>{S}{S}</" + p + ":grpSp>", "<" + p + ":pic><" + p + ":nvPicPr><" + p + ":cNvPr id='1' name='a' descr='•'/></" + p + ":nvPicPr></" + p + ":pic>",
			"<mc:AlternateContent><mc:Choice Requires='unknown'/><mc:Fallback>{S}</mc:Fallback></mc:AlternateContent>",
			"<" + p + ":graphicFrame><" + p + ":nvGraphicFramePr><" + p + ":cNvPr id='1' name='a' descr='•'/></" + p + ":nvGraphicFramePr></" + p + ":graphicFrame>",
		},
		"A": {"<a:p>{C}</a:p>", "<a:p>{C}{C}</a:p>", "<a:p>{C}</a:p>{A}", "<a:p><a:pPr lvl='1'/>{C}</a:p>"},
		"C": {"<a:r><a:t>•</a:t></a:r>", "<a:r><a:rPr b='1'/><a:t>•</a:t></a:r>", "<a:fld type='x'><a:t>•</a:t></a:fld>", "<a:r><a:t>•</a:t></a:r><a:br/>{C}"},
		"M": equationPlaces(),
	}
}

// inOffice are the places of an OpenDocument text (ODF 1.3 part 3, 5 to 13): blocks
// and parts of paragraphs.
func inOffice() kinds {
	return kinds{
		"B": {
			"<text:p>{P}</text:p>", "<text:p>{P}{P}</text:p>", "<text:p>{P}</text:p>{B}", "<text:h text:outline-level='2'>{P}</text:h>", "<text:list><text:list-item>{B}</text:list-item><text:list-item>{B}</text:list-item></text:list>", "<text:list><text:list-header>{B}</text:list-header></text:list>",
			"<text:section text:name='a'>{B}</text:section>", "!<text:section text:name='a' text:display='none'>{B}</text:section>", "<text:numbered-paragraph>{B}</text:numbered-paragraph>", "<text:table-of-content><text:index-body>{B}</text:index-body></text:table-of-content>",
			"<table:table><table:table-row><table:table-cell>{B}</table:table-cell><table:table-cell>{B}</table:table-cell></table:table-row></table:table>", "<table:table><table:table-header-rows><table:table-row><table:table-cell>{B}</table:table-cell></table:table-row></table:table-header-rows></table:table>",
			"<table:table><table:table-row><table:table-cell table:number-columns-spanned='2'>{B}</table:table-cell><table:covered-table-cell/></table:table-row><table:table-row><table:table-cell>{B}</table:table-cell><table:table-cell>{B}</table:table-cell></table:table-row></table:table>",
			"<text:p>{D}</text:p>", "{D}",
		},
		"D": {
			"<draw:frame svg:width='9cm' svg:height='9cm'><draw:text-box>{B}</draw:text-box></draw:frame>", "<draw:rect svg:width='9cm' svg:height='9cm'><text:p>{P}</text:p></draw:rect>", "<draw:g>{D}{D}</draw:g>", "<draw:custom-shape svg:width='9cm' svg:height='9cm'><text:p>{P}</text:p></draw:custom-shape>",
			"<draw:frame svg:width='9cm' svg:height='9cm'><draw:image/><svg:title>•</svg:title></draw:frame>", "<draw:frame svg:width='9cm' svg:height='9cm'><draw:image/><svg:desc>•</svg:desc></draw:frame>", "<draw:line><text:p>{P}</text:p></draw:line>",
		},
		"P": {
			"•", "•<text:tab/>{P}", "•<text:line-break/>{P}", "<text:span>{P}</text:span>", "<text:a xlink:href='#a'>{P}</text:a>", "<text:meta>{P}</text:meta>", "<text:meta-field>{P}</text:meta-field>", "<text:ruby><text:ruby-base>{P}</text:ruby-base><text:ruby-text>•</text:ruby-text></text:ruby>",
			"•<text:note text:note-class='footnote'><text:note-citation>1</text:note-citation><text:note-body>{N}</text:note-body></text:note>", "•<office:annotation>{N}</office:annotation>", "<text:bookmark-ref text:ref-name='a'>•</text:bookmark-ref>", "<text:author-name>•</text:author-name>",
			"!<text:hidden-text text:is-hidden='true' text:string-value='•'>•</text:hidden-text>", "<text:conditional-text>•</text:conditional-text>", "<text:placeholder text:placeholder-type='text'>•</text:placeholder>", "<text:drop-down><text:label text:value='a'/>•</text:drop-down>",
			"•<draw:frame svg:width='9cm' svg:height='9cm'><draw:object><math:math><math:mrow>{M}</math:mrow></math:math></draw:object></draw:frame>",
		},
		"N": {"<text:p>•</text:p>", "<text:p>•</text:p><text:p>•</text:p>"},
		"M": {"<math:mi>•</math:mi>", "<math:mtext>•</math:mtext>", "<math:mfrac><math:mi>•</math:mi><math:mi>•</math:mi></math:mfrac>", "<math:msqrt>{M}</math:msqrt>", "<math:mrow>{M}{M}</math:mrow>", "<math:mtable><math:mtr><math:mtd>{M}</math:mtd></math:mtr></math:mtable>"},
	}
}

// inPage are the places of a web page (HTML, 4).
func inPage() kinds {
	return kinds{
		"B": {
			"<p>{P}</p>", "<p>{P} {P}</p>{B}", "<div>{B}{B}</div>", "<h2>{P}</h2>", "<ul><li>{B}<li>{P}</ul>", "<ol><li>{P}</ol>", "<dl><dt>{P}<dd>{B}</dl>", "<blockquote>{B}</blockquote>", "<pre>•\n•</pre>", "<pre><code>•</code></pre>",
			"<table><caption>{P}</caption><tr><th>{P}<th>{P}<tr><td>{B}<td>{P}</table>", "<table><thead><tr><td>{P}</thead><tbody><tr><td>{P}</tbody><tfoot><tr><td>{P}</tfoot></table>", "<table><tr><td colspan=2>{P}<tr><td>{P}<td>{P}</table>",
			"<details><summary>{P}</summary>{B}</details>", "<details open><summary>{P}</summary>{B}</details>", "<figure>{B}<figcaption>{P}</figcaption></figure>", "<fieldset><legend>{P}</legend>{B}</fieldset>", "<form>{P}</form>", "<section>{B}</section>", "<article>{B}</article>", "<aside>{B}</aside>", "<header>{B}</header>", "<footer>{B}</footer>", "<nav>{B}</nav>", "<address>{P}</address>", "<center>{B}</center>", "<dialog open>{B}</dialog>", "!<dialog>{B}</dialog>", "<menu><li>{P}</menu>", "<hgroup><h1>{P}</h1><p>{P}</hgroup>", "!<noscript>{B}</noscript>", "<search>{B}</search>", "{P}",
			"!<div hidden>{B}</div>", "!<div style='display:none'>{B}</div>", "!<div style='visibility:hidden'>{B}</div>", "!<div style='color:#fff'>{B}</div>", "!<p style='font-size:0'>{P}</p>", "<div style='text-transform:uppercase'>{B}</div>",
		},
		"P": {
			"•", "<b>{P}</b>", "<i>{P}</i>", "<a href='#a'>{P}</a>", "<a href='https://example.org/'>{P}</a>", "<code>•</code>", "<kbd>{P}</kbd>", "<sub>{P}</sub>", "<s>{P}</s>", "<del>{P}</del>", "<ins>{P}</ins>", "<q>{P}</q>", "<cite>{P}</cite>", "<abbr>{P}</abbr>", "<bdo dir=ltr>{P}</bdo>", "<ruby>{P}<rt>•</ruby>", "<ruby>•<rp>(</rp><rt>•</rt><rp>)</rp></ruby>", "•<br>{P}", "<img alt='•'>", "<input value='•'>", "<input type=checkbox> •", "<textarea>•</textarea>", "<select><option>•<option selected>•</select>", "<button>{P}</button>", "<label>{P}</label>", "<output>{P}</output>", "!<meter>•</meter>", "!<progress>•</progress>", "<svg width=90 height=90><text y=20>•</text></svg>", "<svg width=90 height=90><title>•</title></svg>", "<math><mi>•</mi></math>", "<math><mfrac><mi>•</mi><mtext>•</mtext></mfrac></math>", "<object>{P}</object>", "!<video>•</video>", "!<audio>•</audio>", "!<canvas>•</canvas>", "<iframe srcdoc='•'></iframe>", "<input placeholder='•'>", "<input type=submit value='•'>", "<input type=image alt='•'>", "<font color=red>{P}</font>", "<tt>{P}</tt>", "<marquee>{P}</marquee>", "<time>{P}</time>", "<data>{P}</data>", "<x-y>{P}</x-y>", "!<datalist><option>•</datalist>",
		},
	}
}

// inRichText are the places of RTF (1.9.1).
func inRichText() kinds {
	return kinds{
		"B": {
			`{P}\par `, `{P}\par {B}`, `\trowd\cellx900\cellx1800\intbl {P}\cell {P}\cell\row\pard `, `{\header \pard {P}\par}`, `{\footer \pard {P}\par}`, `\sect {B}`, `\page {B}`, `\trowd\cellx900\intbl\itap2 {P}\nestcell{\*\nesttableprops\trowd\cellx900\nestrow}\itap1\cell\row\pard `,
			`{\pard{\pntext 1.\tab}{P}\par}`, `{\shp{\*\shpinst\shpwr2{\shptxt \pard {P}\par}}}`,
		},
		"P": {
			"•", "• {P}", `{\b {P}}`, `{\i {P}}`, `•\line {P}`, `•\tab {P}`, `•{\footnote \pard {P}\par}`, `•{\*\annotation \pard •\par}`, `!{\v •}`, `!{\deleted •}`, `{\revised {P}}`, `{\field{\*\fldinst HYPERLINK "http://example.org/"}{\fldrslt {P}}}`, `{\field{\*\fldinst AUTHOR}{\fldrslt {P}}}`, `{\upr{a}{\*\ud{•}}}`, `{\object{\result {P}}}`, `{\*\shppict{\pict{\*\picprop{\sp{\sn wzDescription}{\sv •}}}}}`, `{\mmath{\*\moMath{\mr •}}}`, `{\caps •}`, `{\ul {P}}`, `{\field{\*\fldinst FORMDROPDOWN{\*\formfield{\fftype2{\*\ffl •}}}}}`,
		},
	}
}

// inDocBook are the places of DocBook 5.
func inDocBook() kinds {
	return kinds{
		"B": {"<para>{P}</para>", "<para>{P} {P}</para>{B}", "<section><title>{P}</title>{B}</section>", "<itemizedlist><listitem>{B}</listitem></itemizedlist>", "<orderedlist><title>{P}</title><listitem>{B}</listitem></orderedlist>", "<variablelist><varlistentry><term>{P}</term><listitem>{B}</listitem></varlistentry></variablelist>", "<note><title>{P}</title>{B}</note>", "<blockquote><attribution>{P}</attribution>{B}</blockquote>", "<programlisting>•</programlisting>", "<informaltable><tgroup cols='2'><thead><row><entry>{P}</entry><entry>{P}</entry></row></thead><tbody><row><entry>{P}</entry><entry>{B}</entry></row></tbody></tgroup></informaltable>", "<table><title>{P}</title><tgroup cols='1'><tbody><row><entry>{P}</entry></row></tbody></tgroup></table>", "<figure><title>{P}</title><mediaobject><textobject><phrase>•</phrase></textobject></mediaobject></figure>", "<procedure><step>{B}</step></procedure>", "<simplelist><member>{P}</member></simplelist>", "<qandaset><qandaentry><question>{B}</question><answer>{B}</answer></qandaentry></qandaset>", "<epigraph>{B}</epigraph>", "<example><title>{P}</title>{B}</example>", "<sidebar>{B}</sidebar>", "<glosslist><glossentry><glossterm>{P}</glossterm><glossdef>{B}</glossdef></glossentry></glosslist>", "<formalpara><title>{P}</title><para>{P}</para></formalpara>", "<screen>•</screen>", "<literallayout>•</literallayout>", "<bibliolist><bibliomixed>{P}</bibliomixed></bibliolist>"},
		"P": {"•", "<emphasis>{P}</emphasis>", "<literal>•</literal>", "<link linkend='a'>{P}</link>", "<quote>{P}</quote>", "•<footnote><para>{P}</para></footnote>", "<inlinemediaobject><textobject><phrase>•</phrase></textobject></inlinemediaobject>", "<command>•</command>", "<phrase>{P}</phrase>", "<menuchoice><guimenu>•</guimenu><guimenuitem>•</guimenuitem></menuchoice>", "<keycombo><keycap>•</keycap><keycap>•</keycap></keycombo>", "<personname><firstname>•</firstname><surname>•</surname></personname>", "!<remark>{P}</remark>", "<subscript>{P}</subscript>", "<firstterm>{P}</firstterm>", "<citetitle>{P}</citetitle>", "<email>•</email>", "<trademark>{P}</trademark>"},
	}
}

// keptIn returns the grammars.
func keptIn() []places {
	of := map[string]grammar{}
	for _, g := range nested() {
		if _, ok := of[g.name+g.part]; !ok {
			of[g.name+g.part] = g
		}
	}
	word, sheet, slide, drawing := of["a.docx"+"word/document.xml"], of["a.xlsx"+"xl/worksheets/sheet1.xml"], of["a.pptx"+"ppt/slides/slide1.xml"], of["a.xlsx"+"xl/drawings/drawing1.xml"]
	word.before += "<w:p><w:r><w:t>a</w:t></w:r></w:p>"
	sheet.before += "<sheetData><row><c><v>1</v></c></row>"
	sheet.after = "</sheetData>" + sheet.after
	slides := drawnPlaces("p")
	slides["B"] = []string{"{S}", "{S}{S}"}
	slides["S"] = append(slides["S"], "<p:graphicFrame><a:graphic><a:graphicData uri='http://schemas.openxmlformats.org/drawingml/2006/table'><a:tbl><a:tr><a:tc><a:txBody>{A}</a:txBody></a:tc><a:tc><a:txBody>{A}</a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>", "<p:cxnSp><p:nvCxnSpPr><p:cNvPr id='1' name='a' descr='•'/></p:nvCxnSpPr></p:cxnSp>")
	slides["C"] = append(slides["C"], "<a14:m><m:oMath>{M}</m:oMath></a14:m>")
	drawn := drawnPlaces("xdr")
	drawn["B"] = []string{"{S}", "{S}</xdr:twoCellAnchor><xdr:twoCellAnchor>{S}"}
	text, calc, show := of["a.odtcontent.xml"], of["a.odscontent.xml"], of["a.odpcontent.xml"]
	text.before += "<text:p>a</text:p>"
	calc.before += "<table:table-row><table:table-cell office:value-type='string'><text:p>a</text:p></table:table-cell></table:table-row>"
	show.before += "<draw:frame svg:width='9cm' svg:height='9cm'><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame>"
	cells := inOffice()
	cells["T"] = []string{"<text:p>{P}</text:p>", "<text:p>{P}</text:p><text:p>{P}</text:p>"}
	cells["Z"] = []string{"<table:table-row><table:table-cell office:value-type='string'>{T}</table:table-cell><table:table-cell office:value-type='string'>{T}</table:table-cell></table:table-row>", "<table:table-row><table:table-cell office:value-type='string'><office:annotation>{N}</office:annotation>{T}</table:table-cell></table:table-row>{Z}", "!<table:table-row table:visibility='collapse'><table:table-cell office:value-type='string'>{T}</table:table-cell></table:table-row>", "<table:table-row-group><table:table-row><table:table-cell office:value-type='string'>{T}</table:table-cell></table:table-row></table:table-row-group>", "<table:table-header-rows><table:table-row><table:table-cell office:value-type='string'>{T}</table:table-cell></table:table-row></table:table-header-rows>", "<table:shapes>{D}</table:shapes>"}
	boxes := inOffice()
	boxes["Z"] = []string{"{D}", "{D}{D}", "{D}<presentation:notes><draw:frame presentation:class='notes'><draw:text-box>{B}</draw:text-box></draw:frame></presentation:notes>", "<draw:frame><table:table><table:table-row><table:table-cell>{B}</table:table-cell><table:table-cell>{B}</table:table-cell></table:table-row></table:table></draw:frame>"}
	docbook := grammar{name: "a.xml", before: `<article xmlns="http://docbook.org/ns/docbook" version="5.0"><title>a</title><para>a</para>`, after: "</article>"}
	return []places{
		{grammar: word, kinds: inWord()},
		{grammar: slide, kinds: slides},
		{grammar: drawing, kinds: drawn},
		{grammar: sheet, kinds: kinds{
			"B": {"<row>{C}{C}</row>", "<row>{C}</row>{B}", "!<row hidden='1'>{C}</row>"},
			"C": {"<c t='inlineStr'><is><t>•</t></is></c>", "<c t='inlineStr'><is><r><t>•</t></r><r><t>•</t></r></is></c>", "<c t='str'><f>A1</f><v>•</v></c>", "<c t='inlineStr'><is><t>•</t><rPh sb='0' eb='1'><t>ア</t></rPh></is></c>"},
		}},
		{grammar: text, kinds: inOffice()},
		{grammar: calc, kinds: cells},
		{grammar: show, kinds: boxes},
		{grammar: grammar{name: "a.html", before: "<!DOCTYPE html><title>a</title><body><p>a</p>"}, kinds: inPage()},
		{grammar: grammar{name: "a.md", before: "a\n\n"}, kinds: markdownPlaces()},
		{grammar: grammar{name: "a.rtf", before: `{\rtf1\ansi a\par `, after: "}"}, kinds: inRichText()},
		{grammar: docbook, kinds: inDocBook()},
		{grammar: grammar{name: "a.eml", before: "From: a@example.org\nMIME-Version: 1.0\n"}, kinds: kinds{
			"B": {"Subject: •\n{T}", "To: • <b@example.org>\n{T}", "Cc: •@example.org\n{T}", "{T}"},
			"T": {"{U}", "Content-Type: multipart/mixed; boundary=X\n\n--X\n{U}--X\n{U}--X--\n"},
			"U": {"\n{L}\n", "Content-Type: text/html\n\n<p>{L}</p>\n", "!Content-Type: multipart/alternative; boundary=Y\n\n--Y\nContent-Type: text/plain\n\n•\n--Y\nContent-Type: text/html\n\n<p>•</p>\n--Y--\n", "Content-Type: message/rfc822\n\nFrom: b@example.org\nSubject: •\n\n{L}\n", "Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment; filename=\"•.txt\"\n\n•\n", "Content-Type: text/plain\nContent-Disposition: inline\n\n•\n", "Content-Type: text/calendar\n\nBEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:•\nLOCATION:•\nDTSTART:20260101T100000Z\nEND:VEVENT\nEND:VCALENDAR\n"},
			"L": {"•", "• •", "•\n{L}"},
		}},
		{grammar: grammar{name: "a.json"}, kinds: kinds{"B": {`["•"]`, `{"•": {V}}`, `[{V}, {V}]`, `{"a": {V}, "b": {V}}`, `[{"a": "•"}, {"a": "•", "b": "•"}]`}, "V": {`"•"`, `["•", "•"]`, `{"•": "•"}`, "{B}"}}},
		{grammar: grammar{name: "a.ipynb", before: `{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[`, after: `{"cell_type":"raw","metadata":{},"source":"x"}]}`}, kinds: kinds{
			"B": {`{"cell_type":"markdown","metadata":{},"source":["•\n","•"]},`, `{"cell_type":"code","metadata":{},"execution_count":1,"source":"•","outputs":[{O}]},`, `{"cell_type":"raw","metadata":{},"source":"•"},{B}`},
			"O": {`{"output_type":"stream","name":"stdout","text":["•"]}`, `{"output_type":"execute_result","execution_count":1,"metadata":{},"data":{"text/plain":"•"}}`, `{"output_type":"display_data","metadata":{},"data":{"text/html":"<p>•</p>","text/plain":"a"}}`, `{"output_type":"error","ename":"•","evalue":"•","traceback":["•"]}`, `{"output_type":"display_data","metadata":{},"data":{"text/markdown":"•"}}`},
		}},
		{grammar: grammar{name: "a.vtt", before: "WEBVTT\n\n"}, kinds: kinds{"B": {"00:01.000 --> 00:02.000\n{P}\n\n", "00:01.000 --> 00:02.000\n{P}\n{P}\n\n{B}", "id\n00:01.000 --> 00:02.000 align:start\n{P}\n\n"}, "P": {"•", "<b>{P}</b>", "<v •>•</v>", "<c.x>{P}</c>", "<ruby>•<rt>•</rt></ruby>", "<lang en>{P}</lang>"}}},
		{grammar: grammar{name: "a.csv", before: "a,b\n"}, kinds: kinds{"B": {"{C},{C}\n", "{C},{C}\n{B}"}, "C": {"•", `"•"`, `"•, •"`, "\"•\n•\"", `"""•"""`}}},
		{grammar: grammar{name: "a.sql", before: "SELECT 1;\n"}, kinds: kinds{"B": {"INSERT INTO t (a, b) VALUES ('•', '•');\n", "-- •\nSELECT 1;\n", "CREATE TABLE • (a int);\n", "CREATE TABLE t (• int, b text DEFAULT '•');\n{B}", "/* • */\n{B}", "INSERT INTO t VALUES ('•'), ('•');\n", "COPY t (a) FROM stdin;\n•\n\\.\n", "UPDATE t SET a = '•';\n", "COMMENT ON TABLE t IS '•';\n", "CREATE VIEW v AS SELECT '•';\n"}}},
		{grammar: grammar{name: "a.yaml"}, kinds: kinds{"B": {"a: •\n", "•:\n  - •\n  - b: •\n", "a: |\n  •\n  •\n", "# •\na: b\n", "a: >\n  •\n", "a: \"•\"\n", "- {a: •, b: [•]}\n"}}},
	}
}

// markdownPlaces are the places of Markdown (CommonMark, GFM and what is read
// beside them).
func markdownPlaces() kinds {
	return kinds{
		"B": {"{P}\n\n", "{P}\n\n{B}", "# {P}\n\n", "{P}\n===\n\n", "- {P}\n- {P}\n\n", "1. {P}\n\n   {P}\n\n", "> {P}\n\n", "```\n•\n```\n\n", "    •\n\n", "| {P} | {P} |\n|---|---|\n| {P} | {P} |\n\n", "a[^1]\n\n[^1]: {P}\n\n", "<div>\n\n{P}\n\n</div>\n\n", "<p>•</p>\n\n", "- [ ] {P}\n\n", "$$\n•\n$$\n\n", "a\n: {P}\n\n", "<details><summary>•</summary>\n\n{P}\n\n</details>\n\n", "[a]\n\n[a]: https://example.org/ \"•\"\n\n", "!<!-- • -->\n\n", ":::note\n{P}\n:::\n\n", "<table><tr><td>•</td></tr></table>\n\n"},
		"P": {"•", "*{P}*", "**{P}**", "`•`", "[{P}](https://example.org/)", "![•](a.png)", "~~•~~", "<b>{P}</b>", "$•$", "•\\\n{P}", "[{P}][r]", "<kbd>•</kbd>", "https://example.org/•", "&amp;•"},
	}
}

var place = regexp.MustCompile(`\{[A-Z]\}|•`)

// grow writes a random text of a grammar, with the words that it has.
type grow struct {
	kinds kinds
	r     *rand.Rand
	words []string
	paths []string // the last place of each word
}

// text fills a place of a kind. Deep inside it takes what has no places in it.
func (g *grow) text(kind string, depth int, path string) string {
	list := g.kinds[kind]
	at := g.r.IntN(len(list))
	if depth > 3 {
		at = 0
		for i, p := range list {
			if !strings.Contains(p, "{") {
				at = i
				break
			}
		}
	}
	path += " > " + list[at]
	return place.ReplaceAllStringFunc(strings.TrimPrefix(list[at], "!"), func(m string) string {
		if m == "•" {
			word := fmt.Sprintf("zqx%s", strings.Map(func(r rune) rune { return 'b' + r - '0' }, fmt.Sprintf("%03d", len(g.words))))
			g.words, g.paths = append(g.words, word), append(g.paths, path)
			return word
		}
		return g.text(m[1:2], depth+1, path)
	})
}

// Whatever carries text in an input is in the output or in a warning.
func TestSoakNothingIsLostWithoutAWord(t *testing.T) {
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	seed := soak.Seed(t, 46)
	for i, p := range keptIn() {
		lost := map[string]string{}
		for n := range soak.Size(t, 20_000) {
			g := &grow{kinds: p.kinds, r: rand.New(rand.NewPCG(seed+uint64(n), uint64(i)))}
			top := "B"
			if p.kinds["Z"] != nil {
				top = "Z"
			}
			text := g.text(top, 0, "")
			for _, at := range kept(t, registry, p.grammar, text, g) {
				if _, ok := lost[at]; !ok {
					lost[at] = text
				}
			}
		}
		for at, text := range lost {
			t.Errorf("%s: lost without a warning:%s\nin %s", p.name, at, text)
		}
	}
}

// kept converts a text and returns the places of the words that are lost while nothing
// says so.
func kept(t *testing.T, registry *converters.Registry, around grammar, text string, g *grow) []string {
	t.Helper()
	data := around.stored(around.before + text + around.after)
	env := converters.NewEnv(registry, converters.Limits{}, converters.Options{})
	in := converters.Input{Name: around.name, SectionReader: io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data)))}
	doc, err := registry.Convert(t.Context(), in, env)
	if err != nil {
		t.Errorf("%s: %v\nin %s", around.name, err, text)
		return nil
	}
	var b strings.Builder
	chapter, err := markdown.Write(&b, doc, markdown.WriteOptions{MaxChars: env.Limits.Text})
	if err != nil {
		t.Errorf("%s: %v\nin %s", around.name, err, text)
		return nil
	}
	warned := len(env.Warnings())+len(chapter.Warnings) > 0
	var out []string
	shown := strings.ToLower(b.String())
	for i, word := range g.words {
		if !strings.Contains(shown, word) && (!warned || !strings.Contains(g.paths[i], " > !")) {
			out = append(out, g.paths[i])
		}
	}
	return out
}
