package all_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/internal/pdfiumtest"
)

// Ways to hide a run in a Word document, and attributes that hide a text in an
// OpenDocument file, a run on a slide, and words that do so in RTF; to those of the matrix.
var (
	wordWays = append(fromMatrix(func(h *hiding) string { return h.word }), `<w:vanish w:val="1"/><w:b/>`, `<w:color w:val="FFFFFF"/><w:highlight w:val="white"/>`, `<w:color w:val="000000"/><w:highlight w:val="black"/>`,
		`<w:color w:val="FF0000"/><w:highlight w:val="red"/>`, `<w:position w:val="-3000"/>`, `<w:position w:val="3000"/>`, `<w:color w:val="123456"/><w:shd w:val="clear" w:fill="123456"/>`, `<w:color w:val="FF0000"/><w:shd w:val="pct50" w:color="FF0000" w:fill="FF0000"/>`,
		`<w:color w:val="FF0000"/><w:shd w:val="solid" w:color="FF0000" w:fill="FFFFFF"/>`, `<w:color w:val="FEFEFE"/><w:sz w:val="2"/>`, `<w:sz w:val="1"/><w:szCs w:val="40"/>`, `<w:spacing w:val="-1000"/>`, `<w:color w:val="FFFFFF"/><w:u w:val="none"/>`, `<w:vertAlign w:val="superscript"/><w:sz w:val="2"/>`)
	officeWays = append(fromMatrix(func(h *hiding) string { return h.odf }), `fo:font-size="0.5pt" fo:color="#ffffff"`, `style:text-position="500% 1%"`, `fo:letter-spacing="-1cm"`, `fo:color="#123456" fo:background-color="#123456"`,
		`fo:font-size="1%"`, `style:use-window-font-color="false" fo:color="#FFFFFF"`, `fo:color="#ffffff" style:text-underline-style="none"`, `text:display="none" fo:font-weight="bold"`, `fo:color="#fefefe" fo:text-shadow="none"`)
	slideWays = append(fromMatrix(func(h *hiding) string { return h.slide }), `><a:noFill/>`, `sz="100" b="1"><a:noFill/>`, `><a:solidFill><a:schemeClr val="bg1"/></a:solidFill>`, `><a:solidFill><a:sysClr val="window" lastClr="000000"/></a:solidFill>`, `><a:solidFill><a:prstClr val="white"/></a:solidFill>`,
		`><a:solidFill><a:scrgbClr r="100000" g="100000" b="100000"/></a:solidFill>`, `><a:solidFill><a:hslClr hue="0" sat="0" lum="100000"/></a:solidFill>`, `><a:solidFill><a:srgbClr val="000000"><a:lumMod val="0"/><a:lumOff val="100000"/></a:srgbClr></a:solidFill>`, `><a:solidFill><a:srgbClr val="000000"><a:tint val="0"/></a:srgbClr></a:solidFill>`,
		`><a:solidFill><a:srgbClr val="000000"><a:inv/></a:srgbClr></a:solidFill>`, `><a:gradFill><a:gsLst><a:gs pos="0"><a:srgbClr val="FFFFFF"/></a:gs><a:gs pos="100000"><a:srgbClr val="FFFFFF"/></a:gs></a:gsLst></a:gradFill>`, `baseline="900000">`, `spc="-9000">`)
	richWays = append(fromMatrix(func(h *hiding) string { return h.rtf }), `\v1`, `\fs1\b`, `\cf1\highlight1`, `\up3000`, `\dn3000`, `\expnd-100`, `\cf6\highlight6`, `\cf1\cb1`, `\charscalex1\fs4`, `\li-30000`, `\fi-30000`)
)

// Ways in which everybody sees a text.
var (
	honestRuns   = []string{`<w:b/>`, `<w:color w:val="C00000"/>`, `<w:sz w:val="14"/>`, `<w:vanish w:val="0"/>`, `<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="000080"/>`, `<w:spacing w:val="-10"/>`, `<w:w w:val="80"/>`, `<w:highlight w:val="yellow"/>`, `<w:position w:val="6"/>`, `<w:caps/>`}
	honestOffice = []string{`fo:font-weight="bold"`, `fo:color="#c00000"`, `fo:font-size="7pt"`, `text:display="true"`, `fo:color="#ffffff" fo:background-color="#000080"`, `fo:letter-spacing="-0.01cm"`, `style:text-scale="80%"`, `style:text-position="super 58%"`, `fo:background-color="#ffff00"`, `fo:text-transform="uppercase"`}
	honestRich   = []string{`\b`, `\cf8`, `\fs14`, `\v0`, `\cf1\chcbpat6`, `\expnd-1`, `\charscalex80`, `\super`}
	honestSlides = []string{`b="1">`, `sz="900">`, ink("C00000"), `spc="-50">`}
)

func fromMatrix(way func(h *hiding) string) (out []string) {
	for i := range hidings {
		if w := way(&hidings[i]); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// Places of a run, with properties %, and a text •.
var (
	wordPlaces = strings.Split(`<w:p><w:r><w:rPr>%</w:rPr><w:t>•</w:t></w:r></w:p>
<w:p><w:r><w:t>a </w:t></w:r><w:r><w:rPr>%</w:rPr><w:t>•</w:t></w:r></w:p>
<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="5000"/></w:tblGrid><w:tr><w:tc><w:p><w:r><w:rPr>%</w:rPr><w:t>•</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="5000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:shd w:val="clear" w:fill="1F4E79"/></w:tcPr><w:p><w:r><w:rPr>%</w:rPr><w:t>•</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:p><w:pPr><w:shd w:val="clear" w:fill="FFFF00"/></w:pPr><w:r><w:rPr>%</w:rPr><w:t>•</w:t></w:r></w:p>
<w:p><w:hyperlink w:anchor="a"><w:r><w:rPr>%</w:rPr><w:t>•</w:t></w:r></w:hyperlink></w:p>
<w:sdt><w:sdtContent><w:p><w:r><w:rPr>%</w:rPr><w:t>•</w:t></w:r></w:p></w:sdtContent></w:sdt>
<w:p><w:ins w:id="1" w:author="a"><w:r><w:rPr>%</w:rPr><w:t>•</w:t></w:r></w:ins></w:p>
<w:p><w:smartTag><w:r><w:rPr>%</w:rPr><w:t>•</w:t></w:r></w:smartTag></w:p>
<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:rPr>%</w:rPr><w:t>•</w:t></w:r></w:p>
<w:p><w:bookmarkStart w:id="0" w:name="a"/><w:r><w:rPr>%</w:rPr><w:t>•</w:t></w:r><w:bookmarkEnd w:id="0"/></w:p>
<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="5000"/></w:tblGrid><w:tr><w:tc><w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc><w:p><w:r><w:rPr>%</w:rPr><w:t>•</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/></w:tc></w:tr></w:tbl>`, "\n")
	officePlaces = strings.Split(`<text:p><text:span text:style-name="T">•</text:span></text:p>
<text:p>a <text:span text:style-name="T">•</text:span></text:p>
<text:p text:style-name="P">•</text:p>
<text:h text:outline-level="2"><text:span text:style-name="T">•</text:span></text:h>
<text:list><text:list-item><text:p><text:span text:style-name="T">•</text:span></text:p></text:list-item></text:list>
<text:section text:name="s"><text:p text:style-name="P">•</text:p></text:section>
<text:p><text:a xlink:href="http://example.org/"><text:span text:style-name="T">•</text:span></text:a></text:p>
<table:table table:name="t"><table:table-column/><table:table-row><table:table-cell office:value-type="string"><text:p><text:span text:style-name="T">•</text:span></text:p></table:table-cell></table:table-row></table:table>
<text:p><text:span><text:span text:style-name="T">•</text:span></text:span></text:p>
<text:p><draw:frame svg:width="9cm" svg:height="2cm" text:anchor-type="as-char"><draw:text-box><text:p><text:span text:style-name="T">•</text:span></text:p></draw:text-box></draw:frame></text:p>`, "\n")
	richPlaces = strings.Split(`{\pard{% •}\par}
{\pard a {% •}\par}
\trowd\cellx5000\pard\intbl{% •}\cell\row\pard
{\pard\plain% •\par}
{\pard{\b{% •}}\par}
{\pard{\field{\*\fldinst HYPERLINK "http://example.org/"}{\fldrslt{% •}}}\par}
{\pard\cbpat6{% •}\par}
{\pard\bullet\tab{% •}\par}`, "\n")
)

// Bodies of documents in which a text is hidden by where it is, or seen in spite of it.
var wordBodies = strings.Split(`<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="5000"/></w:tblGrid><w:tr><w:trPr><w:trHeight w:val="1" w:hRule="exact"/></w:trPr><w:tc><w:p><w:r><w:t>•</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="5000"/></w:tblGrid><w:tr><w:trPr><w:hidden/></w:trPr><w:tc><w:p><w:r><w:t>•</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:tbl><w:tblPr><w:tblpPr w:horzAnchor="page" w:vertAnchor="page" w:tblpX="-20000" w:tblpY="100"/></w:tblPr><w:tblGrid><w:gridCol w:w="5000"/></w:tblGrid><w:tr><w:tc><w:p><w:r><w:t>•</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:tbl><w:tblPr><w:tblInd w:w="-30000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="5000"/></w:tblGrid><w:tr><w:tc><w:p><w:r><w:t>•</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:tbl><w:tblPr><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid><w:gridCol w:w="1"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="1" w:type="dxa"/></w:tcPr><w:p><w:r><w:t>•</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:p><w:pPr><w:spacing w:line="1" w:lineRule="exact"/></w:pPr><w:r><w:t>•</w:t></w:r></w:p>
<w:p><w:pPr><w:ind w:left="-20000"/></w:pPr><w:r><w:t>•</w:t></w:r></w:p>
<w:p><w:pPr><w:ind w:firstLine="30000"/></w:pPr><w:r><w:t>•</w:t></w:r></w:p>
<w:p><w:pPr><w:framePr w:w="2000" w:h="500" w:hRule="exact" w:hAnchor="page" w:vAnchor="page" w:x="-9000" w:y="1"/></w:pPr><w:r><w:t>•</w:t></w:r></w:p>
<w:p><w:del w:id="1" w:author="a"><w:r><w:delText>•</w:delText></w:r></w:del></w:p>
<w:p><w:moveFrom w:id="1" w:author="a"><w:r><w:t>•</w:t></w:r></w:moveFrom></w:p>
<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> QUOTE "•" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>a</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>
<w:p><w:r><mc:AlternateContent><mc:Choice Requires="none"><w:t>•</w:t></mc:Choice><mc:Fallback><w:t>a</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>
<w:p><w:r><w:pict><v:shape style="position:absolute;left:-999pt;top:0;width:90pt;height:30pt"><v:textbox><w:txbxContent><w:p><w:r><w:t>•</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>
<w:p><w:r><w:pict><v:shape style="position:absolute;left:0;top:0;width:90pt;height:30pt;visibility:hidden"><v:textbox><w:txbxContent><w:p><w:r><w:t>•</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>
<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:rPr><w:vanish/></w:rPr><w:t>•</w:t></w:r></w:p>
<w:p><w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:tab/><w:t>•</w:t></w:r></w:p>
<w:p><m:oMath><m:r><m:t>y</m:t></m:r><m:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><m:t>•</m:t></m:r></m:oMath></w:p>
<w:p><m:oMath><m:r><m:t>y</m:t></m:r><m:phant><m:phantPr><m:show m:val="0"/></m:phantPr><m:e><m:r><m:t>•</m:t></m:r></m:e></m:phant></m:oMath></w:p>
<w:p><m:oMath><m:r><m:t>y</m:t></m:r><m:r><w:rPr><w:vanish/></w:rPr><m:t>•</m:t></m:r></m:oMath></w:p>`, "\n")

var officeBodies = strings.Split(`<text:section text:name="s" text:display="none"><text:p>•</text:p></text:section>
<text:section text:name="s" text:display="condition" text:condition="ooow:1==1"><text:p>•</text:p></text:section>
<text:p><text:hidden-text text:condition="ooow:1==1" text:string-value="•" text:is-hidden="true"/></text:p>
<text:p><text:hidden-paragraph text:condition="ooow:1==1" text:is-hidden="true"/>•</text:p>
<text:p><text:conditional-text text:condition="ooow:1==1" text:string-value-if-true="a" text:string-value-if-false="•">a</text:conditional-text></text:p>
<text:p><draw:frame svg:x="-50cm" svg:y="0cm" svg:width="9cm" svg:height="2cm" text:anchor-type="paragraph"><draw:text-box><text:p>•</text:p></draw:text-box></draw:frame></text:p>
<text:p><draw:frame draw:display="none" svg:width="9cm" svg:height="2cm" text:anchor-type="paragraph"><draw:text-box><text:p>•</text:p></draw:text-box></draw:frame></text:p>
<text:p><draw:frame draw:z-index="1" svg:x="1cm" svg:y="1cm" svg:width="5cm" svg:height="2cm" text:anchor-type="paragraph"><draw:text-box><text:p>•</text:p></draw:text-box></draw:frame><draw:rect draw:style-name="G" draw:z-index="2" svg:x="0cm" svg:y="0cm" svg:width="12cm" svg:height="6cm" text:anchor-type="paragraph"/></text:p>
<text:p><draw:rect draw:style-name="N" draw:z-index="1" svg:x="1cm" svg:y="1cm" svg:width="5cm" svg:height="2cm" text:anchor-type="paragraph"><text:p>•</text:p></draw:rect><draw:custom-shape draw:style-name="G" draw:z-index="2" svg:x="0cm" svg:y="0cm" svg:width="12cm" svg:height="6cm" text:anchor-type="paragraph"><draw:enhanced-geometry draw:type="rectangle" svg:viewBox="0 0 21600 21600" draw:enhanced-path="M 0 0 L 21600 0 21600 21600 0 21600 0 0 Z N"/></draw:custom-shape></text:p>
<text:p><draw:rect draw:style-name="G" draw:z-index="2" svg:x="0cm" svg:y="-1cm" svg:width="16cm" svg:height="9cm" text:anchor-type="paragraph"/>•</text:p>
<text:p><draw:rect draw:style-name="N" svg:width="0cm" svg:height="0cm" text:anchor-type="paragraph"><text:p>•</text:p></draw:rect></text:p>
<table:table table:name="t"><table:table-column/><table:table-row table:visibility="collapse"><table:table-cell office:value-type="string"><text:p>•</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table>
<text:p text:style-name="L">•</text:p>
<text:p text:style-name="I">•</text:p>
<text:p>a<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p text:style-name="P">•</text:p></text:note-body></text:note></text:p>`, "\n")

// officeLids are bodies of which a shape lies over the token, or most of it.
var officeLids = strings.Split(`<text:p>A line.<draw:rect ¶ svg:x="-1cm" svg:y="0.5cm" svg:width="12cm" svg:height="1cm"/></text:p><text:p>•</text:p>
<text:p>A line.<draw:custom-shape ¶ svg:x="-1cm" svg:y="0.5cm" svg:width="12cm" svg:height="1cm"><draw:enhanced-geometry draw:type="rectangle" svg:viewBox="0 0 21600 21600" draw:enhanced-path="M 0 0 L 21600 0 21600 21600 0 21600 0 0 Z N"/></draw:custom-shape></text:p><text:p>•</text:p>
<text:p>A line.<draw:frame ¶ svg:x="-1cm" svg:y="0.4cm" svg:width="12cm" svg:height="2cm"><draw:text-box><text:p>b</text:p></draw:text-box></draw:frame></text:p><text:p>a •</text:p>
<text:p>A line.<draw:polygon ¶ svg:x="-1cm" svg:y="0.5cm" svg:width="12cm" svg:height="1cm" svg:viewBox="0 0 9 9" draw:points="0,0 9,0 9,9 0,9"/></text:p><text:h text:outline-level="2">•</text:h>
<text:p>A line.<draw:ellipse ¶ svg:x="-6cm" svg:y="0cm" svg:width="16cm" svg:height="2cm"/></text:p><text:p>•</text:p>
<text:p>A line.<draw:g ¶><draw:rect draw:style-name="G" svg:x="-1cm" svg:y="0.4cm" svg:width="12cm" svg:height="0.4cm"/><draw:rect draw:style-name="G" svg:x="-1cm" svg:y="0.7cm" svg:width="12cm" svg:height="0.4cm"/></draw:g></text:p><text:p>•</text:p>
<text:p>A line.<draw:rect ¶ svg:width="12cm" svg:height="1cm" draw:transform="rotate (0.01) translate (-1cm 0.6cm)"/></text:p><text:p>•</text:p>
<text:p>A line.<draw:rect ¶ svg:x="-1cm" svg:y="0.5cm" svg:width="12cm" svg:height="1cm"/></text:p><text:list><text:list-item><text:p>•</text:p></text:list-item></text:list>
<text:p>A line.<draw:rect ¶ svg:x="7cm" svg:y="0.4cm" svg:width="12cm" svg:height="1cm"/></text:p><table:table table:name="t"><table:table-column table:number-columns-repeated="2"/><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>•</text:p></table:table-cell></table:table-row></table:table>
<text:p>•<draw:rect ¶ svg:x="-1cm" svg:y="-0.4cm" svg:width="12cm" svg:height="1.2cm"/></text:p>
<text:p>A line.</text:p><text:p>•</text:p><text:p>A line.<draw:rect ¶ svg:x="-1cm" svg:y="-0.6cm" svg:width="12cm" svg:height="0.6cm"/></text:p>
<text:p>A line.<draw:rect ¶ svg:x="-1cm" svg:y="0.5cm" svg:width="12cm" svg:height="1cm"/></text:p><text:p text:style-name="B">•</text:p>
<text:p>A line.<draw:rect ¶ svg:x="-1cm" svg:y="4cm" svg:width="12cm" svg:height="1cm"/></text:p><text:p>•</text:p>
<text:p>A line.<draw:rect ¶ svg:x="9cm" svg:y="0.4cm" svg:width="8cm" svg:height="1cm"/></text:p><text:p>•</text:p>`, "\n")

// pageBodies are shapes of a page of an OpenDocument presentation.
var pageBodies = strings.Split(`<draw:frame draw:style-name="N" svg:x="1cm" svg:y="5cm" svg:width="5cm" svg:height="2cm"><draw:text-box><text:p>•</text:p></draw:text-box></draw:frame><draw:rect draw:style-name="G" svg:x="0cm" svg:y="4cm" svg:width="12cm" svg:height="6cm"/>
<draw:rect draw:style-name="N" svg:x="1cm" svg:y="5cm" svg:width="5cm" svg:height="2cm"><text:p>•</text:p></draw:rect><draw:custom-shape draw:style-name="G" svg:x="0cm" svg:y="4cm" svg:width="12cm" svg:height="6cm"><draw:enhanced-geometry draw:type="rectangle" svg:viewBox="0 0 21600 21600" draw:enhanced-path="M 0 0 L 21600 0 21600 21600 0 21600 0 0 Z N"/></draw:custom-shape>
<draw:frame draw:style-name="N" svg:x="-20cm" svg:y="5cm" svg:width="5cm" svg:height="2cm"><draw:text-box><text:p>•</text:p></draw:text-box></draw:frame>
<draw:frame draw:style-name="N" svg:x="1cm" svg:y="5cm" svg:width="5cm" svg:height="2cm"><draw:text-box><text:p text:style-name="W">•</text:p></draw:text-box></draw:frame>
<draw:frame draw:style-name="G" svg:x="1cm" svg:y="5cm" svg:width="5cm" svg:height="2cm"><draw:text-box><text:p text:style-name="W">•</text:p></draw:text-box></draw:frame>
<draw:frame draw:style-name="N" draw:display="none" svg:x="1cm" svg:y="5cm" svg:width="5cm" svg:height="2cm"><draw:text-box><text:p>•</text:p></draw:text-box></draw:frame>
<draw:g><draw:frame draw:style-name="N" svg:x="1cm" svg:y="50cm" svg:width="5cm" svg:height="2cm"><draw:text-box><text:p>•</text:p></draw:text-box></draw:frame></draw:g>`, "\n")

// seenPages are those of which everybody sees the token.
var seenPages = strings.Split(`<draw:rect draw:style-name="G" svg:x="0cm" svg:y="4cm" svg:width="12cm" svg:height="6cm"/><draw:frame draw:style-name="N" svg:x="1cm" svg:y="5cm" svg:width="9cm" svg:height="2cm"><draw:text-box><text:p>•</text:p></draw:text-box></draw:frame>
<draw:frame draw:style-name="N" svg:x="1cm" svg:y="5cm" svg:width="9cm" svg:height="2cm"><draw:text-box><text:p>•</text:p></draw:text-box></draw:frame><draw:rect draw:style-name="G" svg:x="0cm" svg:y="9cm" svg:width="12cm" svg:height="6cm"/>
<draw:frame draw:style-name="N" svg:x="1cm" svg:y="5cm" svg:width="9cm" svg:height="2cm"><draw:text-box><text:p>•</text:p></draw:text-box></draw:frame><draw:rect draw:style-name="N" svg:x="0cm" svg:y="4cm" svg:width="12cm" svg:height="6cm"/>`, "\n")

// shapes of a slide, of which % is for the properties of the run.
var slideBodies = strings.Split(`<p:sp><p:nvSpPr><p:cNvPr id="3" name="b"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="-9000000" y="100000"/><a:ext cx="5000000" cy="900000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>•</a:t></a:r></a:p></p:txBody></p:sp>
<p:sp><p:nvSpPr><p:cNvPr id="3" name="b" hidden="1"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="100000" y="2000000"/><a:ext cx="5000000" cy="900000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>•</a:t></a:r></a:p></p:txBody></p:sp>
<p:sp><p:nvSpPr><p:cNvPr id="3" name="b"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="100000" y="2000000"/><a:ext cx="5000000" cy="900000"/></a:xfrm><a:solidFill><a:srgbClr val="123456"/></a:solidFill></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr><a:solidFill><a:srgbClr val="123456"/></a:solidFill></a:rPr><a:t>•</a:t></a:r></a:p></p:txBody></p:sp>
<p:sp><p:nvSpPr><p:cNvPr id="3" name="b"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="100000" y="2000000"/><a:ext cx="5000000" cy="900000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>•</a:t></a:r></a:p></p:txBody></p:sp><p:sp><p:nvSpPr><p:cNvPr id="4" name="c"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="1900000"/><a:ext cx="6000000" cy="2900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></p:spPr></p:sp>
<p:sp><p:nvSpPr><p:cNvPr id="3" name="b"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="100000" y="2000000"/><a:ext cx="5000000" cy="900000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>•</a:t></a:r></a:p></p:txBody></p:sp><p:sp><p:nvSpPr><p:cNvPr id="4" name="c"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="1900000"/><a:ext cx="6000000" cy="2900000"/></a:xfrm><a:prstGeom prst="roundRect"><a:avLst/></a:prstGeom><a:gradFill><a:gsLst><a:gs pos="0"><a:srgbClr val="AABBCC"/></a:gs><a:gs pos="100000"><a:srgbClr val="CCBBAA"/></a:gs></a:gsLst></a:gradFill></p:spPr></p:sp>
<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name="g"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="-9000000" y="0"/><a:ext cx="5000000" cy="900000"/><a:chOff x="0" y="0"/><a:chExt cx="5000000" cy="900000"/></a:xfrm></p:grpSpPr><p:sp><p:nvSpPr><p:cNvPr id="3" name="b"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="5000000" cy="900000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>•</a:t></a:r></a:p></p:txBody></p:sp></p:grpSp>
<p:sp><p:nvSpPr><p:cNvPr id="3" name="b"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="100000" y="9000000"/><a:ext cx="5000000" cy="900000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>•</a:t></a:r></a:p></p:txBody></p:sp>
<p:sp><p:nvSpPr><p:cNvPr id="3" name="b"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="100000" y="2000000"/><a:ext cx="5000000" cy="900000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr lIns="99000000"/><a:p><a:r><a:t>•</a:t></a:r></a:p></p:txBody></p:sp>
<p:sp><p:nvSpPr><p:cNvPr id="3" name="b"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="100000" y="2000000"/><a:ext cx="5000000" cy="900000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr><a:normAutofit fontScale="1000"/></a:bodyPr><a:p><a:r><a:t>•</a:t></a:r></a:p></p:txBody></p:sp>
<p:sp><p:nvSpPr><p:cNvPr id="3" name="b"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="100000" y="2000000"/><a:ext cx="5000000" cy="900000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:p><a:pPr marL="-20000000"/><a:r><a:t>•</a:t></a:r></a:p></p:txBody></p:sp>`, "\n")

// A text in a shape of a slide in a table, and one in a shape, of which % is for what the
// properties of the run are.
var slidePlaces = []string{
	`<p:sp><p:nvSpPr><p:cNvPr id="3" name="b"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="100000" y="2000000"/><a:ext cx="5000000" cy="900000"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr %</a:rPr><a:t>•</a:t></a:r></a:p></p:txBody></p:sp>`,
	`<p:sp><p:nvSpPr><p:cNvPr id="3" name="b"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="100000" y="2000000"/><a:ext cx="5000000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr %</a:rPr><a:t>•</a:t></a:r></a:p></p:txBody></p:sp>`,
	`<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="b"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="100000" y="2000000"/><a:ext cx="5000000" cy="900000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblGrid><a:gridCol w="5000000"/></a:tblGrid><a:tr h="400000"><a:tc><a:txBody><a:bodyPr/><a:p><a:r><a:rPr %</a:rPr><a:t>•</a:t></a:r></a:p></a:txBody><a:tcPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></a:tcPr></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
}

// sheetBodies are what is between the start and the end of a sheet.
var sheetBodies = strings.Split(`<sheetData>¶<row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>•</t></is></c></row></sheetData>
<sheetData>¶<row r="2" ht="0" customHeight="1"><c r="A2" t="inlineStr"><is><t>•</t></is></c></row></sheetData>
<sheetData>¶<row r="2" ht="0.1" customHeight="1"><c r="A2" t="inlineStr"><is><t>•</t></is></c></row></sheetData>
<cols><col min="3" max="3" width="9" hidden="1"/></cols><sheetData>¶<row r="2"><c r="C2" t="inlineStr"><is><t>•</t></is></c></row></sheetData>
<cols><col min="3" max="3" width="0" customWidth="1"/></cols><sheetData>¶<row r="2"><c r="C2" t="inlineStr"><is><t>•</t></is></c></row></sheetData>
<cols><col min="3" max="3" width="0.05" customWidth="1"/></cols><sheetData>¶<row r="2"><c r="C2" t="inlineStr"><is><t>•</t></is></c><c r="D2"><v>1</v></c></row></sheetData>
<sheetFormatPr defaultRowHeight="15" zeroHeight="1"/><sheetData>¶<row r="2"><c r="A2" t="inlineStr"><is><t>•</t></is></c></row></sheetData>
<sheetData>¶<row r="2"><c r="A2" t="inlineStr"><is><t>a</t></is></c><c r="B2" t="inlineStr"><is><t>•</t></is></c></row></sheetData><mergeCells><mergeCell ref="A2:B2"/></mergeCells>
<sheetData>¶<row r="2"><c r="A2" t="inlineStr"><is><r><rPr><color rgb="FFFFFFFF"/></rPr><t>•</t></r></is></c></row></sheetData>
<sheetData>¶<row r="2"><c r="A2" t="inlineStr"><is><r><rPr><sz val="1"/></rPr><t>•</t></r></is></c></row></sheetData>
<sheetData>¶<row r="2"><c r="A2" t="str"><f>IF(1,"","•")</f><v></v></c><c r="B2"><v>1</v></c></row></sheetData>`, "\n")

// officePictures composes ways to hide, places and formats.
func officePictures(t *testing.T, seed uint64) (out []pictured) {
	add := func(file, name string, make func(token string) []byte) {
		out = append(out, pictured{name: file + " " + name, file: file, make: make})
	}
	for i := range hidings {
		for file, data := range hidings[i].files(t) {
			if ext := filepath.Ext(file); slices.Contains([]string{".docx", ".xml", ".pptx", ".xlsx", ".rtf", ".fodt"}, ext) {
				add(file, hidings[i].name, func(token string) []byte {
					return retold(t, data, "before", plainTalk, "payload", token)
				})
			}
		}
	}
	slices.SortFunc(out, func(a, b pictured) int { return strings.Compare(a.name, b.name) })
	r := rand.New(rand.NewPCG(seed, 2))
	compose := func(n int, files, ways, places []string, file func(name, body, way string) []byte) {
		for i := range n {
			way, place, name := ways[i%len(ways)], places[r.IntN(len(places))], files[i%len(files)]
			add(name, way+" · "+place, func(token string) []byte {
				return file(name, strings.ReplaceAll(strings.ReplaceAll(place, "%", way), "•", token), way)
			})
		}
	}
	bodies := func(files, bodies []string, file func(name, body, way string) []byte) {
		compose(len(bodies)*len(files), files, []string{""}, bodies, file) // some twice, in another format
		for i, body := range bodies {
			name := files[i%len(files)]
			add(name, body, func(token string) []byte { return file(name, strings.ReplaceAll(body, "•", token), "") })
		}
	}
	word := func(name, body, _ string) []byte { return wordFile(t, name, body) }
	slide := func(_, body, _ string) []byte { return slideFile(t, body) }
	sheet := func(_, body, _ string) []byte { return sheetFile(t, body) }
	compose(110, []string{"a.docx", "a.docm", "a.xml"}, wordWays, wordPlaces, word)
	compose(80, []string{"a.fodt", "a.odt", "a.ott"}, officeWays, officePlaces, officeFile(t))
	compose(60, []string{"a.rtf"}, richWays, richPlaces, richFile)
	compose(70, []string{"a.pptx", "a.ppsx", "a.pptm"}, slideWays, slidePlaces, slide)
	bodies([]string{"a.docx"}, wordBodies, word)
	bodies([]string{"a.fodt", "a.odt"}, officeBodies, officeFile(t))
	bodies([]string{"a.pptx"}, slideBodies, slide)
	bodies([]string{"a.xlsx", "a.xlsm"}, sheetBodies, sheet)
	bodies([]string{"a.fodp"}, pageBodies, pageFile)
	honest := len(out)
	compose(2*len(wordPlaces), []string{"a.docx", "a.docm"}, honestRuns, wordPlaces, word)
	compose(2*len(officePlaces), []string{"a.odt", "a.fodt"}, honestOffice, officePlaces, officeFile(t))
	compose(2*len(richPlaces), []string{"a.rtf"}, honestRich, richPlaces, richFile)
	compose(8, []string{"a.pptx"}, honestSlides, slidePlaces, slide)
	bodies([]string{"a.fodp"}, seenPages, pageFile)
	for i := range out[honest:] {
		out[honest+i].honest = true
		out[honest+i].name += " · seen"
	}
	for _, body := range officeLids {
		body = strings.ReplaceAll(body, "¶", `draw:style-name="G" draw:z-index="3" text:anchor-type="paragraph"`)
		add("a.fodt", body, func(token string) []byte {
			return officeFile(t)("a.fodt", strings.ReplaceAll(body, "•", token), "")
		})
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(out, func(c pictured) bool {
		twice := seen[c.name]
		seen[c.name] = true
		return twice
	})
}

// retold replaces words of a file, in all parts where it is a package.
func retold(t *testing.T, data []byte, words ...string) []byte {
	t.Helper()
	say := strings.NewReplacer(words...)
	if !bytes.HasPrefix(data, []byte("PK")) {
		return []byte(say.Replace(string(data)))
	}
	in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range in.File {
		part, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(part)
		if err != nil {
			t.Fatal(err)
		}
		to, err := w.Create(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(to, say.Replace(string(text)))
	}
	_ = w.Close()
	return b.Bytes()
}

func wordFile(t *testing.T, name, body string) []byte {
	t.Helper()
	body = `<w:body><w:p><w:r><w:t>` + plainTalk + `</w:t></w:r></w:p>` + body + `<w:p/></w:body>`
	if name == "a.xml" {
		return []byte(`<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:v="urn:schemas-microsoft-com:vml">` + body + `</w:wordDocument>`)
	}
	return docx(t, `<w:document `+wml+` xmlns:none="urn:none">`+body+`</w:document>`)
}

func slideFile(t *testing.T, body string) []byte {
	t.Helper()
	data := pptx(t, `b="1">`)
	return retold(t, data, "before", plainTalk, "payload", "a", "</p:spTree>", body+"</p:spTree>")
}

// pageFile writes a presentation of a page with a text and shapes.
func pageFile(_, body, _ string) []byte {
	spaces := odfNS + ` xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3"`
	return []byte(`<?xml version="1.0"?><office:document ` + spaces + ` office:mimetype="application/vnd.oasis.opendocument.presentation"><office:automatic-styles><style:style style:name="W" style:family="paragraph"><style:text-properties fo:color="#ffffff"/></style:style>` +
		`<style:style style:name="G" style:family="graphic"><style:graphic-properties draw:fill="solid" draw:fill-color="#ffffff" draw:stroke="none"/></style:style><style:style style:name="N" style:family="graphic"><style:graphic-properties draw:fill="none" draw:stroke="none"/></style:style></office:automatic-styles>` +
		`<office:body><office:presentation><draw:page draw:name="a"><draw:frame draw:style-name="N" svg:x="1cm" svg:y="0.5cm" svg:width="20cm" svg:height="3cm"><draw:text-box><text:p>` + plainTalk + `</text:p></draw:text-box></draw:frame>` + body + `</draw:page></office:presentation></office:body></office:document>`)
}

func sheetFile(t *testing.T, body string) []byte {
	t.Helper()
	first := `<row r="1"><c r="A1" t="inlineStr"><is><t>` + plainTalk + `</t></is></c></row>`
	const space = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	return packed(t,
		[3]string{"xl/workbook.xml", "spreadsheetml.sheet.main", `<workbook ` + space + ` xmlns:r="` + office + `"><sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>`},
		[3]string{"xl/worksheets/sheet1.xml", "spreadsheetml.worksheet", `<worksheet ` + space + `>` + strings.ReplaceAll(body, "¶", first) + `</worksheet>`})
}

// officeFile writes an OpenDocument text, whose styles T and P have an attribute.
func officeFile(t *testing.T) func(name, body, way string) []byte {
	return func(name, body, way string) []byte {
		t.Helper()
		styles := `<office:automatic-styles><style:style style:name="T" style:family="text"><style:text-properties ` + way + `/></style:style><style:style style:name="P" style:family="paragraph"><style:text-properties ` + way + `/></style:style>` +
			`<style:style style:name="L" style:family="paragraph"><style:paragraph-properties fo:line-height="0.001cm"/></style:style><style:style style:name="I" style:family="paragraph"><style:paragraph-properties fo:margin-left="-50cm"/></style:style>` +
			`<style:style style:name="G" style:family="graphic"><style:graphic-properties draw:fill="solid" draw:fill-color="#ffffff" draw:stroke="none" style:wrap="run-through" style:run-through="foreground"/></style:style>` +
			`<style:style style:name="N" style:family="graphic"><style:graphic-properties draw:fill="none" draw:stroke="none" style:wrap="run-through"/></style:style></office:automatic-styles>`
		spaces := odfNS + ` xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0" xmlns:ooow="http://openoffice.org/2004/writer" office:version="1.3"`
		body = styles + `<office:body><office:text><text:p>` + plainTalk + `</text:p>` + body + `</office:text></office:body>`
		if strings.HasSuffix(name, ".fodt") {
			return []byte(`<?xml version="1.0"?><office:document ` + spaces + ` office:mimetype="application/vnd.oasis.opendocument.text">` + body + `</office:document>`)
		}
		kind := "application/vnd.oasis.opendocument.text"
		if strings.HasSuffix(name, ".ott") {
			kind += "-template"
		}
		manifest := `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="` + kind + `"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for _, part := range [][2]string{{"mimetype", kind}, {"content.xml", `<?xml version="1.0"?><office:document-content ` + spaces + `>` + body + `</office:document-content>`}, {"META-INF/manifest.xml", manifest}} {
			if f, err := w.CreateHeader(&zip.FileHeader{Name: part[0], Method: zip.Store}); err == nil {
				_, _ = io.WriteString(f, part[1])
			}
		}
		_ = w.Close()
		return b.Bytes()
	}
}

func richFile(_, body, _ string) []byte {
	colors := `{\colortbl;`
	for _, c := range []uint32{0xFFFFFF, 0xFAFAFA, 0xF5F5F5, 0xEEEEEE, 0xFFFF00, 0x0000FF, 0x0000FE, 0xFF0000, 0x00A000, 0} {
		colors += fmt.Sprintf(`\red%d\green%d\blue%d;`, c>>16, c>>8&0xFF, c&0xFF)
	}
	return []byte(`{\rtf1\ansi` + colors + `}` + plainTalk + `\par ` + body + `}`)
}

// shownByOffice returns by name of which cases LibreOffice shows the token, as PDFium
// draws what LibreOffice prints.
func shownByOffice(t *testing.T, cases []pictured) map[string]bool {
	t.Helper()
	program, err := exec.LookPath("soffice")
	if err != nil {
		t.Skip("there is no LibreOffice, which draws the pictures")
	}
	dir := t.TempDir()
	var files []string
	for i, c := range cases {
		for j, word := range []string{token, twin} {
			name := filepath.Join(dir, fmt.Sprintf("%04d-%d%s", i, j, filepath.Ext(c.file)))
			if err := os.WriteFile(name, c.make(word), 0o600); err != nil {
				t.Fatal(err)
			}
			files = append(files, name)
		}
	}
	for list := range slices.Chunk(files, 100) {
		args := append([]string{"-env:UserInstallation=file://" + dir + "/user", "--headless", "--convert-to", "pdf", "--outdir", dir}, list...)
		if out, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput(); err != nil {
			t.Fatalf("LibreOffice: %v\n%s", err, out)
		}
	}
	p := startPainter(t)
	seen := map[string]bool{}
	for i, c := range cases {
		var both [2]string
		for j := range both {
			data, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%04d-%d.pdf", i, j)))
			if err != nil {
				t.Errorf("%s: LibreOffice cannot read it: %v", c.name, err)
			}
			both[j] = p.picture(data)
		}
		seen[c.name] = both[0] != both[1]
	}
	return seen
}

// painter draws pages of PDF.
type painter struct {
	t      *testing.T
	engine *pdfium.Engine
}

func startPainter(t *testing.T) *painter {
	t.Helper()
	pdfiumtest.Skip(t)
	p := &painter{t: t}
	_, err := pdfiumtest.Cache(func(cache string) (err error) {
		p.engine, err = pdfium.Compile(context.Background(), pdfium.Config{Cache: filepath.Join(cache, "pdfium")})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.engine.Close(context.Background()) })
	return p
}

// picture draws the pages of a file.
func (p *painter) picture(data []byte) string {
	p.t.Helper()
	d, err := p.engine.Open(p.t.Context(), pdfium.Source{Content: io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data)))})
	if err != nil {
		return err.Error()
	}
	defer d.Close()
	var b strings.Builder
	for number := 1; ; number++ {
		px, err := d.Render(number, 1, pdfium.Box{X1: math.Inf(1), Y1: math.Inf(1)})
		if err != nil || px == nil {
			return b.String()
		}
		b.Write(px.BGRX)
	}
}
