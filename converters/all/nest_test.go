package all_test

import (
	"math/rand/v2"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/internal/soak"
)

const (
	// Names of Office Open XML and OpenDocument.
	wml    = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"`
	pml    = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"`
	sml    = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`
	xdr    = `xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`
	odfNS  = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:math="http://www.w3.org/1998/Math/MathML" xmlns:dc="http://purl.org/dc/elements/1.1/"`
	root   = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	toPart = `<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/`
	end    = `</Relationships>`
	// Text that is read in a block, among blocks and among characters.
	textWord   = `<w:t>x</w:t><w:r><w:t>x</w:t></w:r><w:p><w:r><w:t>x</w:t></w:r></w:p><m:r><m:t>x</m:t></m:r>`
	textSlide  = `<a:t>x</a:t><a:r><a:t>x</a:t></a:r><a:p><a:r><a:t>x</a:t></a:r></a:p><p:sp><p:txBody><a:p><a:r><a:t>x</a:t></a:r></a:p></p:txBody></p:sp><m:r><m:t>x</m:t></m:r>`
	textOffice = `x<text:p>x</text:p>`
)

// nested returns the grammars whose elements can be inside one another, with
// every element that their readers treat apart.
func nested() []grammar {
	list := []grammar{
		{name: "a.docx", places: [][2]string{{"<w:p>", "</w:p>"}, {"<w:p><m:oMath>", "</m:oMath></w:p>"}}, texts: []string{textWord}, part: "word/document.xml", parts: []string{"_rels/.rels", root + toPart + `officeDocument" Target="word/document.xml"/>` + end}, before: `<w:document ` + wml + `><w:body>`, after: "</w:body></w:document>", elements: append(wordElements(), equations()...)},
		{name: "a.xml", texts: []string{textWord}, before: `<?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:wx="http://schemas.microsoft.com/office/word/2003/auxHint" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:aml="http://schemas.microsoft.com/aml/2001/core"><w:body>`, after: "</w:body></w:wordDocument>", elements: append(tags("w:p w:r w:t w:tbl w:tr w:tc w:pPr w:rPr w:hlink w:fldSimple w:txbxContent w:pict w:footnote w:endnote w:ruby w:rubyBase wx:sect wx:sub-section aml:annotation aml:content w:smartTag w:cfChunk w:sectPr"), [2]string{"<w:p><w:r><w:t>", "</w:t></w:r></w:p>"}, [2]string{"<w:tbl><w:tr><w:tc><w:p>", "</w:p></w:tc></w:tr></w:tbl>"}, [2]string{"<w:r><w:pict><v:shape><v:textbox><w:txbxContent><w:p>", "</w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r>"}, [2]string{"<w:r><w:footnote><w:p>", "</w:p></w:footnote></w:r>"})},
		{
			name: "a.pptx", places: [][2]string{{"<p:sp><p:txBody><a:p>", "</a:p></p:txBody></p:sp>"}, {"<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc><a:txBody>", "</a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>"}, {"<p:sp><p:txBody><a:p><m:oMath>", "</m:oMath></a:p></p:txBody></p:sp>"}}, texts: []string{textSlide}, part: "ppt/slides/slide1.xml", parts: []string{
				"_rels/.rels", root + toPart + `officeDocument" Target="ppt/presentation.xml"/>` + end,
				"ppt/presentation.xml", `<p:presentation ` + pml + ` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>`,
				"ppt/_rels/presentation.xml.rels", root + toPart + `slide" Target="slides/slide1.xml"/>` + end,
			},
			before: `<p:sld ` + pml + `><p:cSld><p:spTree>`, after: `</p:spTree></p:cSld></p:sld>`, elements: slideElements(),
		},
		{name: "a.xlsx", part: "xl/worksheets/sheet1.xml", texts: []string{"x<t>x</t><c t='inlineStr'><is><t>x</t></is></c>"}, parts: workbook(root, toPart, end), before: `<worksheet ` + sml + `>`, after: `</worksheet>`, elements: append(tags("sheetData row c v f is t r rPh cols col extLst ext conditionalFormatting cfRule formula mergeCells hyperlinks dataValidations oddHeader headerFooter mc:AlternateContent mc:Choice mc:Fallback customSheetViews autoFilter filterColumn sheetViews sheetView"), [2]string{"<sheetData><row><c t='inlineStr'><is><t>", "</t></is></c></row></sheetData>"}, [2]string{"<row><c><f>", "</f></c></row>"})},
		{name: "a.xlsx", part: "xl/drawings/drawing1.xml", parts: append(workbook(root, toPart, end), "xl/worksheets/sheet1.xml", `<worksheet `+sml+` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheetData><row><c><v>1</v></c></row></sheetData><drawing r:id="r1"/></worksheet>`, "xl/worksheets/_rels/sheet1.xml.rels", root+toPart+`drawing" Target="../drawings/drawing1.xml"/>`+end), before: `<xdr:wsDr ` + xdr + `><xdr:twoCellAnchor>`, after: `</xdr:twoCellAnchor></xdr:wsDr>`, elements: append(tags("xdr:sp xdr:grpSp xdr:txBody xdr:pic xdr:graphicFrame xdr:cxnSp xdr:nvSpPr xdr:twoCellAnchor xdr:from a:p a:r a:t a:fld mc:AlternateContent"), drawnElements("xdr")...)},
		{name: "a.odt", places: [][2]string{{"<text:p>", "</text:p>"}}, texts: []string{textOffice}, part: "content.xml", parts: []string{"mimetype", "application/vnd.oasis.opendocument.text"}, before: `<office:document-content ` + odfNS + `><office:body><office:text>`, after: "</office:text></office:body></office:document-content>", elements: openElements()},
		{name: "a.ods", places: [][2]string{{"<table:table-row><table:table-cell>", "</table:table-cell></table:table-row>"}}, texts: []string{textOffice}, part: "content.xml", parts: []string{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"}, before: `<office:document-content ` + odfNS + `><office:body><office:spreadsheet><table:table table:name="a">`, after: "</table:table></office:spreadsheet></office:body></office:document-content>", elements: openElements()},
		{name: "a.odp", places: [][2]string{{"<draw:frame><draw:text-box>", "</draw:text-box></draw:frame>"}}, texts: []string{textOffice}, part: "content.xml", parts: []string{"mimetype", "application/vnd.oasis.opendocument.presentation"}, before: `<office:document-content ` + odfNS + `><office:body><office:presentation><draw:page draw:name="a">`, after: "</draw:page></office:presentation></office:body></office:document-content>", elements: openElements()},
		{name: "a.rtf", before: `{\rtf1 `, after: "}", elements: rtfElements()},
		{name: "a.xml", before: "<r>", after: "</r>", elements: append(tags("a b para section item list title row table text name"), [2]string{"<![CDATA[", "]]>"}, [2]string{"<!--", "-->"}, [2]string{"<a x='1'>", "</a>"}, [2]string{"<item/><item>", "</item>"})},
		{name: "a.xml", before: `<article xmlns="http://docbook.org/ns/docbook">`, after: "</article>", elements: docbookElements()},
		{name: "a.xml", before: `<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Archiving and Interchange DTD v1.2 20190208//EN" "JATS-archivearticle1.dtd"><article><front><article-meta/></front><body>`, after: "</body></article>", elements: jatsElements()},
		{name: "a.opml", before: `<opml version="2.0"><body>`, after: "</body></opml>", elements: [][2]string{{"<outline text='a'>", "</outline>"}, {"<outline text='a' _note='b'>", "</outline>"}, {"<outline text='&lt;b>a&lt;/b>'>", "</outline>"}, {"<outline>", "</outline>"}, {"<body>", "</body>"}, {"<outline text='a' type='rss' xmlUrl='x'>", "</outline>"}}},
		{name: "a.xml", before: "<rss version='2.0'><channel><title>a</title><item>", after: "</item></channel></rss>", elements: append(tags("item description title link category author guid channel image"), [2]string{"<item><description>", "</description></item>"}, [2]string{"<description>&lt;p>&lt;b>", "&lt;/b></description>"}, [2]string{"<description><![CDATA[<ul><li>", "]]></description>"})},
		{name: "a.xml", before: "<feed xmlns='http://www.w3.org/2005/Atom'><title>a</title><entry>", after: "</entry></feed>", elements: append(tags("entry title content summary author name source link"), [2]string{"<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p>", "</p></div></content>"}, [2]string{"<content type='html'>&lt;div>", "&lt;/div></content>"})},
		{name: "a.md", elements: markdownElements()},
		{name: "a.mdx", elements: append(markdownElements(), [][2]string{{"<Tabs>\n", "\n</Tabs>\n"}, {"<Tab a={", "}>x</Tab>"}, {"{", "}"}, {"\nimport ", "\n"}, {"\nexport const a = {", "}\n"}}...)},
		{name: "a.json", before: "[", after: "]", texts: []string{""}, elements: [][2]string{{"[", "]"}, {`{"a":`, "}"}, {`{"b":[1,`, "]}"}, {`{"c":{"d":[{"e":`, "}]}}"}, {`[[[1,`, "]]]"}}},
		{name: "a.yaml", before: "- ", after: "", elements: [][2]string{{"[", "]"}, {"{a: [", "]}"}, {"{a: ", "}"}, {"{? [", "] : b}"}, {"&a [", "]"}, {"!!seq [", "]"}, {`"`, `"`}, {"'", "'"}, {"- ", ""}, {"? ", ""}, {"a: ", "\n"}, {"|\n  ", "\n"}, {"# ", "\n"}, {"\n---\n", "\n"}, {"[*a, ", "]"}}},
		{name: "a.sql", elements: sqlElements()},
		{name: "a.vtt", before: "WEBVTT\n\n00:01.000 --> 00:02.000\n", elements: append(tags("b i u c ruby rt c.x lang v"), [2]string{"<v Ann>", "</v>"}, [2]string{"<c.a.b>", "</c>"}, [2]string{"", "\n\n00:03.000 --> 00:04.000\n"}, [2]string{"{\\b1}", "{\\b0}"})},
		{name: "a.ipynb", texts: []string{""}, before: `{"cells":[`, after: `{"cell_type":"raw","source":"x"}]}`, elements: [][2]string{{`{"cell_type":"code","source":"a","outputs":[`, `{}]},`}, {`{"cell_type":"markdown","source":[`, `"x"]},`}, {`{"output_type":"display_data","data":{"text/html":[`, `"a"]}},`}, {`{"cell_type":"raw","source":[`, `"x"]},`}}},
	}
	for i := range list[:len(list):len(list)] {
		g := list[i]
		for _, in := range g.places {
			inside := g
			inside.before += in[0]
			inside.after = in[1] + inside.after
			list = append(list, inside)
		}
	}
	return list
}

func equations() [][2]string {
	out := tags("m:oMath m:r m:t m:num m:den m:e m:deg m:sub m:sup m:fName m:lim m:ctrlPr")
	for _, outer := range [...][2]string{
		{"f", "num"},
		{"rad", "e"},
		{"sSup", "sup"},
		{"sSub", "sub"},
		{"sSubSup", "e"},
		{"sPre", "e"},
		{"nary", "e"},
		{"d", "e"},
		{"acc", "e"},
		{"bar", "e"},
		{"box", "e"},
		{"borderBox", "e"},
		{"phant", "e"},
		{"func", "fName"},
		{"limLow", "lim"},
		{"limUpp", "lim"},
		{"groupChr", "e"},
		{"eqArr", "e"},
	} {
		out = append(out, [2]string{"<m:" + outer[0] + "><m:" + outer[1] + ">", "</m:" + outer[1] + "></m:" + outer[0] + ">"})
	}
	out = append(out, [2]string{"<m:m><m:mr><m:e>", "</m:e></m:mr></m:m>"})
	return out
}

// drawnElements returns shapes and frames under a prefix.
func drawnElements(prefix string) [][2]string {
	return [][2]string{
		{"<" + prefix + ":sp><" + prefix + ":txBody><a:p><a:r><a:t>", "</a:t></a:r></a:p></" + prefix + ":txBody></" + prefix + ":sp>"},
		{"<" + prefix + ":graphicFrame><a:graphic><a:graphicData>", "</a:graphicData></a:graphic></" + prefix + ":graphicFrame>"},
		{"<a:tbl><a:tr><a:tc><a:txBody><a:p>", "</a:p></a:txBody></a:tc></a:tr></a:tbl>"},
		{"<mc:AlternateContent><mc:Choice Requires='x'>", "</mc:Choice></mc:AlternateContent>"},
		{"<mc:AlternateContent><mc:Fallback>", "</mc:Fallback></mc:AlternateContent>"},
		{"<" + prefix + ":pic><" + prefix + ":nvPicPr>", "</" + prefix + ":nvPicPr></" + prefix + ":pic>"},
	}
}

func wordElements() [][2]string {
	out := tags("w:p w:r w:t w:tbl w:tr w:tc w:pPr w:rPr w:tcPr w:tblPr w:trPr w:sdt w:sdtContent w:sdtPr w:ins w:del w:moveFrom w:moveTo w:hyperlink w:txbxContent w:fldSimple w:smartTag w:customXml w:ruby w:rt w:rubyBase w:bdo w:dir w:pict w:object w:drawing w:sectPr w:instrText w:delText w:comment mc:AlternateContent mc:Fallback")
	out = append(out, [][2]string{
		{"<w:p><w:r><w:t>", "</w:t></w:r></w:p>"},
		{"<w:tbl><w:tr><w:tc><w:p>", "</w:p></w:tc></w:tr></w:tbl>"},
		{"<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>"},
		{"<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>"},
		{"<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>", "</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"},
		{"<w:r><w:drawing><wp:anchor><a:graphic><a:graphicData><wpg:wgp><wps:wsp><wps:txbx><w:txbxContent><w:p>", "</w:p></w:txbxContent></wps:txbx></wps:wsp></wpg:wgp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>"},
		{"<w:r><w:pict><v:group><v:shape><v:textbox><w:txbxContent><w:p>", "</w:p></w:txbxContent></v:textbox></v:shape></v:group></w:pict></w:r>"},
		{"<w:r><mc:AlternateContent><mc:Choice Requires='wps'>", "</mc:Choice></mc:AlternateContent></w:r>"},
		{"<mc:AlternateContent><mc:Choice Requires='unknown'/><mc:Fallback>", "</mc:Fallback></mc:AlternateContent>"},
		{"<w:r><w:fldChar w:fldCharType='begin'/><w:instrText>HYPERLINK x</w:instrText><w:fldChar w:fldCharType='separate'/></w:r>", "<w:r><w:fldChar w:fldCharType='end'/></w:r>"},
		{"<w:fldSimple w:instr='IF 1'><w:r>", "</w:r></w:fldSimple>"},
		{"<w:p><m:oMathPara><m:oMath>", "</m:oMath></m:oMathPara></w:p>"},
		{"<w:r><w:ruby><w:rubyBase>", "</w:rubyBase></w:ruby></w:r>"},
	}...)
	return out
}

func openElements() [][2]string {
	out := tags("text:p text:span text:list text:list-item text:list-header text:section text:h text:a text:note text:note-body text:note-citation text:index-body text:index-title text:table-of-content text:numbered-paragraph text:ruby text:ruby-base text:ruby-text text:meta text:meta-field text:tracked-changes text:changed-region text:deletion text:insertion text:hidden-text text:hidden-paragraph text:bookmark-ref table:table table:table-row table:table-rows table:table-row-group table:table-header-rows table:table-cell table:covered-table-cell table:table-column-group table:shapes draw:frame draw:text-box draw:g draw:a draw:page draw:rect draw:custom-shape draw:object draw:image draw:layer-set draw:floating-frame draw:glue-point presentation:notes office:annotation office:forms form:form form:textarea form:text form:listbox form:option svg:title svg:desc math:math math:semantics math:mrow math:mtable")
	out = append(out, [][2]string{
		{"<text:list><text:list-item>", "</text:list-item></text:list>"},
		{"<text:list><text:list-item><text:p>", "</text:p></text:list-item></text:list>"},
		{"<table:table><table:table-row><table:table-cell>", "</table:table-cell></table:table-row></table:table>"},
		{"<table:table><table:table-row><table:table-cell><text:p>", "</text:p></table:table-cell></table:table-row></table:table>"},
		{"<table:table table:is-sub-table='true'><table:table-row><table:table-cell>", "</table:table-cell></table:table-row></table:table>"},
		{"<text:p><draw:frame><draw:text-box>", "</draw:text-box></draw:frame></text:p>"},
		{"<text:p><draw:frame><draw:object>", "</draw:object></draw:frame></text:p>"},
		{"<draw:g><draw:rect><text:p>", "</text:p></draw:rect></draw:g>"},
		{"<text:note text:note-class='footnote'><text:note-body><text:p>", "</text:p></text:note-body></text:note>"},
		{"<office:annotation><text:p>", "</text:p></office:annotation>"},
		{"<text:section text:display='none'>", "</text:section>"},
		{"<text:table-of-content><text:index-body>", "</text:index-body></text:table-of-content>"},
		{"<draw:object><math:math>", "</math:math></draw:object>"},
	}...)
	return out
}

func slideElements() [][2]string {
	out := append(append(tags("p:sp p:grpSp p:txBody p:graphicFrame p:cxnSp p:pic p:nvSpPr p:spPr p:extLst a:p a:r a:t a:fld a:tbl a:tr a:tc a:txBody a:graphic a:graphicData a:hlinkClick a:ln a14:m m:oMathPara mc:AlternateContent"), drawnElements("p")...), equations()...)
	return out
}

func rtfElements() [][2]string {
	out := [][2]string{
		{"{", "}"},
		{`{\b `, "}"},
		{`{\i\ul `, "}"},
		{`{\v `, "}"},
		{`{\footnote `, "}"},
		{`{\footnote\ftnalt `, "}"},
		{`{\annotation `, "}"},
		{`{\*\atnid x}{\*\annotation `, "}"},
		{`\trowd\cellx1 `, `\cell\row `},
		{`\trowd\cellx1\intbl\itap2 `, `\nestcell{\*\nesttableprops\trowd\cellx1\nestrow}`},
		{`{\pntext `, "}"},
		{`{\listtext `, "}"},
		{`{\*\x `, "}"},
		{`{\field{\fldrslt `, "}}"},
		{`{\field{\*\fldinst HYPERLINK `, "}}"},
		{`{\field{\*\fldinst IF {\fldrslt `, "}}}"},
		{`{\pict `, "}"},
		{`{\object{\result `, "}}"},
		{`{\shp{\*\shpinst{\shptxt `, "}}}"},
		{`{\*\shppict `, "}"},
		{`{\nonshppict `, "}"},
		{`{\header `, "}"},
		{`{\info{\title `, "}}"},
		{`{\fonttbl{\f0 `, ";}}"},
		{`{\stylesheet{\s1 `, ";}}"},
		{`{\colortbl `, ";}"},
		{`{\*\listtable{\list{\listlevel{\leveltext `, ";}}}}"},
		{`{\*\pn{\pntxta `, "}}"},
		{`{\*\do{\dptxbxtext `, "}}"},
		{`{\upr `, "}"},
		{`{\upr{a}{\*\ud `, "}}"},
		{`{\xe `, "}"},
		{`{\tc `, "}"},
		{`{\*\bkmkstart `, "}"},
		{`{\mmath{\mr `, "}}"},
		{`{\*\moMath{\mf{\mnum `, "}{\\mden y}}}"},
		{`{\mrad{\me `, "}}"},
		{`{\msSup{\msup `, "}}"},
		{`{\deleted `, "}"},
		{`{\revised `, "}"},
		{`{\chftn `, "}"},
		{"", `\par `},
		{`{\*\htmltag `, "}"},
		{`{\uc0\u8364 `, "}"},
		{`{\fldtype `, "}"},
		{`{\*\shpgrp `, "}"},
	}
	return out
}

func docbookElements() [][2]string {
	out := tags("para simpara formalpara section sect1 chapter title subtitle info itemizedlist orderedlist variablelist simplelist calloutlist procedure step substeps listitem varlistentry term member segmentedlist seglistitem seg emphasis literal link quote footnote note warning table informaltable tgroup thead tbody row entry entrytbl figure mediaobject textobject imageobject alt inlinemediaobject example programlisting screen synopsis cmdsynopsis arg group sbr funcsynopsis funcprototype paramdef refentry refsection glossary glossentry glossdef glossterm bibliography biblioentry authorgroup author personname qandaset qandaentry question answer blockquote epigraph attribution sidebar equation inlineequation mathphrase annotation index indexterm primary co callout anchor guimenu menuchoice keycombo citation abstract phrase remark")
	out = append(out, [2]string{"<table><tgroup cols='1'><tbody><row><entry>", "</entry></row></tbody></tgroup></table>"}, [2]string{"<itemizedlist><listitem><para>", "</para></listitem></itemizedlist>"}, [2]string{"<variablelist><varlistentry><term>a</term><listitem>", "</listitem></varlistentry></variablelist>"})
	return out
}

func jatsElements() [][2]string {
	out := tags("front article-meta title-group article-title abstract body back sec title p list list-item label def-list def-item term def disp-quote attrib boxed-text fig fig-group caption graphic table-wrap table-wrap-foot table thead tbody tr th td fn fn-group xref ref-list ref element-citation mixed-citation name string-name person-group collab contrib-group contrib aff ack app app-group bio disp-formula inline-formula tex-math alternatives code preformat bold italic monospace sup sub sc ext-link named-content styled-content verse-group verse-line speech speaker statement supplementary-material media sub-article response front-stub kwd-group kwd alt-text long-desc notes floats-group ruby rb rt")
	return out
}

func markdownElements() [][2]string {
	out := [][2]string{
		{"\n> ", "\n"},
		{"\n- ", "\n"},
		{"\n1. ", "\n"},
		{"> ", ""},
		{"- ", ""},
		{"1. ", ""},
		{"* ", ""},
		{"*", "*"},
		{"**", "**"},
		{"_", "_"},
		{"__", "__"},
		{"~~", "~~"},
		{"~", "~"},
		{"==", "=="},
		{"^", "^"},
		{"[", "](x)"},
		{"[", "][r]"},
		{"[", "]"},
		{"![", "](x)"},
		{"![", "]"},
		{"[^", "]"},
		{"^[", "]"},
		{"`", "`"},
		{"``", "``"},
		{"$", "$"},
		{"$$", "$$"},
		{"\\(", "\\)"},
		{"\n# ", "\n"},
		{"|", "|\n"},
		{"\n|a|\n|-|\n|", "|\n"},
		{"<b>", "</b>"},
		{"<div>", "</div>"},
		{"<details>\n", "\n</details>\n"},
		{"<table><tr><td>", "</td></tr></table>"},
		{"<!--", "-->"},
		{"<sub>", "</sub>"},
		{"<kbd>", "</kbd>"},
		{"<a href=x>", "</a>"},
		{"<pre>", "</pre>"},
		{"\n```\n", "\n```\n"},
		{"\n~~~\n", "\n~~~\n"},
		{"[^1]", "\n\n[^1]: x\n"},
		{"\n[^1]: ", "\n"},
		{"\n[r]: ", "\n"},
		{"\n: ", "\n"},
		{"    ", "\n"},
		{"\n\t", "\n"},
		{"<", ">"},
		{"(", ")"},
		{"\"", "\""},
		{"&", ";"},
		{"{{", "}}"},
		{"{%", "%}"},
		{"\n:::\n", "\n:::\n"},
		{"<?", "?>"},
		{"<![CDATA[", "]]>"},
		{"\\", "\\"},
		{"\n> - ", "\n"},
		{"\n- > ", "\n"},
		{"http://", " "},
		{"@", " "},
	}
	return out
}

func sqlElements() [][2]string {
	out := [][2]string{
		{"insert into t values (1", ");\n"}, {"create table t (a int", ");\n"}, {"-- ", "\n"}, {"/*", "*/"}, {"(", ")"}, {"'", "'"}, {`"`, `"`}, {"`", "`"}, {"[", "]"}, {"$$", "$$"}, {"$a$", "$a$"}, {"create table t (", ");\n"}, {"copy t from stdin;\n", "\\.\n"}, {"begin;\n", "end;\n"}, {"create view v as (select ", ");\n"}, {"/*!40101 ", "*/;\n"}, {"delimiter //\n", "//\ndelimiter ;\n"}, {"select (", ");\n"}, {"case when ", " end "}, {"create trigger t begin ", " end;\n"},
	}
	return out
}

// between returns what is between two elements.
func (g *grammar) between() string {
	if len(g.texts) > 0 {
		return g.texts[0]
	}
	return "x"
}

// workbook returns the parts of a workbook beside its first sheet.
func workbook(root, toPart, end string) []string {
	return []string{
		"_rels/.rels", root + toPart + `officeDocument" Target="xl/workbook.xml"/>` + end,
		"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", root + toPart + `worksheet" Target="worksheets/sheet1.xml"/>` + end,
	}
}

// Whatever is inside what, an element is read as often as in a flat file.
func TestSoakNestedElements(t *testing.T) {
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range nested() {
		n := convtest.Nest{
			Registry: registry, Name: g.name, Deep: true, Pack: g.pack,
			Text: g.between(), Inmost: "1", Refused: []error{converters.ErrCorrupt, converters.ErrLimit},
		}
		around := func(content string) string { return g.before + content + g.after }
		r := rand.New(rand.NewPCG(uint64(i), 18))
		options := []converters.Options{{}, {Hidden: "mark"}, {Hidden: "keep"}}
		pairs := len(g.elements) * (len(g.elements) + 1) / 2
		if some := soak.Size(t, pairs); some < pairs {
			for range some {
				n.Options = options[r.IntN(len(options))]
				n.Pair(t, g.elements[r.IntN(len(g.elements))], g.elements[r.IntN(len(g.elements))], around)
			}
			continue
		}
		for _, n.Options = range options {
			n.Pairs(t, g.elements, around)
		}
	}
}
