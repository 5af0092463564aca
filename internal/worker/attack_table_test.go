package worker_test

import (
	"bytes"
	"compress/lzw"
	"compress/zlib"
	"fmt"
	"maps"
	"strings"
)

// attackPage returns a file with a page: its entries beside the usual ones, its
// content, those of the catalog, and further objects, from number 10 on.
func attackPage(page, content, catalog string, objects ...string) string {
	return attackFile("<</Type/Pages/Kids[3 0 R]/Count 1>>", page, stream("", content), catalog, objects...)
}

func attackFile(pages, page, content, catalog string, objects ...string) string {
	var b strings.Builder
	b.WriteString("%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R" + catalog + ">>endobj\n2 0 obj" + pages + "endobj\n")
	b.WriteString("3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R" + page + ">>endobj\n4 0 obj" + content + "endobj\n")
	b.WriteString("5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n")
	for i, o := range objects {
		fmt.Fprintf(&b, "%d 0 obj%s\nendobj\n", 10+i, o)
	}
	b.WriteString("trailer<</Root 1 0 R>>\n")
	return b.String()
}

const helvetica = "/Resources<</Font<</F1 5 0 R>>>>"

func stream(dict, content string) string {
	return fmt.Sprintf("<<%s/Length %d>>stream\n%s\nendstream", dict, len(content), content)
}

func flate(content string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(content)) // to memory
	_ = w.Close()
	return b.String()
}

func packed(content string) string { return stream("/Filter/FlateDecode", flate(content)) }

// zeros returns zeros that are packed once or twice.
func zeros(n, times int) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	zero := make([]byte, 1<<20)
	for range n / len(zero) {
		_, _ = w.Write(zero) // to memory
	}
	_ = w.Close()
	if times > 1 {
		return flate(b.String())
	}
	return b.String()
}

func lzwOf(n int) string {
	var b bytes.Buffer
	w := lzw.NewWriter(&b, lzw.MSB, 8)
	_, _ = w.Write(bytes.Repeat([]byte("( ) Tj "), n/7)) // to memory
	_ = w.Close()
	return b.String()
}

// list returns n things that f makes.
func list(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}

const picturePage = "/Resources<</XObject<</I 10 0 R>>>>"

const paintPicture = "300 0 0 200 0 0 cm /I Do"

func type0(extra string) []string {
	return []string{
		"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[11 0 R]/ToUnicode 12 0 R>>",
		"<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>" + extra + ">>",
	}
}

const type0Page = "/Resources<</Font<</F1 10 0 R>>>>"

const type0Text = "BT /F1 12 Tf 50 150 Td <00410042> Tj ET"

// attacks are files that were made to cost a reader its time, its memory or
// its life. Most are of the list that pypdf's advisories of 2025 and 2026 make.
func attacks() map[string]func() string {
	all := map[string]func() string{}
	for _, some := range []map[string]func() string{attackRings(), attackPacked(), attackMasses(), attackLies()} {
		maps.Copy(all, some)
	}
	return all
}

// attackRings are things that hold, follow or paint themselves.
func attackRings() map[string]func() string {
	return map[string]func() string{
		"outline that is its own next": func() string {
			return attackPage("", "", "/Outlines 10 0 R", "<</First 11 0 R/Last 11 0 R>>", "<</Title(a)/Parent 10 0 R/Next 11 0 R>>")
		},
		"outlines that follow one another": func() string {
			return attackPage("", "", "/Outlines 10 0 R", "<</First 11 0 R>>", "<</Title(a)/Next 12 0 R>>", "<</Title(b)/Next 11 0 R>>")
		},
		"outline that is its own child": func() string {
			return attackPage("", "", "/Outlines 10 0 R", "<</First 11 0 R>>", "<</Title(a)/First 11 0 R>>")
		},
		"outlines that hold one another": func() string {
			return attackPage("", "", "/Outlines 10 0 R", "<</First 11 0 R>>", "<</Title(a)/First 10 0 R/Next 11 0 R>>")
		},
		"form in itself": func() string {
			return attackPage("/Resources<</XObject<</X 10 0 R>>>>", "/X Do", "", stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 10 0 R>>>>", "/X Do /X Do"))
		},
		"forms that multiply": func() string {
			return attackPage("/Resources<</XObject<</X 10 0 R>>>>", "/X Do", "", strings.Split(list(9, func(i int) string {
				return stream(fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X %d 0 R>>>>", 11+i), strings.Repeat("/X Do ", 10)) + "\x00"
			}), "\x00")...)
		},
		"pages in themselves": func() string { return attackFile("<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>", "", stream("", ""), "") },
		"pages in pages in a ring": func() string {
			return attackFile("<</Type/Pages/Kids[10 0 R]/Count 9>>", "", stream("", ""), "", "<</Type/Pages/Kids[11 0 R]/Count 9>>", "<</Type/Pages/Kids[2 0 R]/Count 9>>")
		},
		"article in a ring": func() string {
			return attackPage("/B[11 0 R]", "", "/Threads[10 0 R]", "<</F 11 0 R>>", "<</T 10 0 R/N 11 0 R/V 11 0 R/P 3 0 R>>")
		},
		"length that is itself": func() string { return strings.Replace(attackPage("", "BT ET", ""), "/Length 5", "/Length 4 0 R", 1) },
		"tables in a ring": func() string {
			return attackPage("", "", "") + "xref\n0 1\n0000000000 65535 f \ntrailer<</Size 1/Root 1 0 R/Prev 15>>\nstartxref\n15\n%%EOF"
		},
		"structure in a ring": func() string {
			return attackPage("/StructParents 0"+helvetica, "/P<</MCID 0>>BDC BT /F1 9 Tf (a) Tj ET EMC", "/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R",
				"<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[11 0 R]]>>>>", "<</Type/StructElem/S/P/P 10 0 R/Pg 3 0 R/K[11 0 R 0 12 0 R]>>", "<</Type/StructElem/S/Sect/P 11 0 R/K 11 0 R>>")
		},
		"names in a ring": func() string {
			return attackPage("", "", "/Names<</EmbeddedFiles 10 0 R/Dests 10 0 R>>", "<</Kids[10 0 R 10 0 R]/Limits[(a)(z)]>>")
		},
		"labels in a ring": func() string { return attackPage("", "", "/PageLabels 10 0 R", "<</Kids[10 0 R]/Limits[0 9]>>") },
		"layers in a ring": func() string {
			return attackPage("/Resources<</Font<</F1 5 0 R>>/Properties<</A 10 0 R>>>>", "/OC /A BDC BT /F1 9 Tf (a) Tj ET EMC", "/OCProperties<</OCGs[10 0 R]/D<</Order 11 0 R>>>>", "<</Type/OCMD/OCGs 10 0 R/VE 11 0 R>>", "[/And 11 0 R 11 0 R]")
		},
		"glyph that paints itself": func() string {
			return attackPage("/Resources<</Font<</F1 10 0 R>>>>", "BT /F1 9 Tf (aaaa) Tj ET", "", "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 11 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[9]/Resources<</Font<</F1 10 0 R>>>>>>", stream("", "BT /F1 9 Tf (aaaa) Tj ET"))
		},
		"pattern in itself": func() string {
			return attackPage("/Resources<</Pattern<</P 11 0 R>>/XObject<</I 10 0 R>>>>", "/Pattern cs /P scn 0 0 300 200 re f "+paintPicture, "", stream("/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", "x"),
				stream("/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep .01/YStep .01/Resources<</Pattern<</P 11 0 R>>>>", "/Pattern cs /P scn 0 0 9 9 re f"))
		},
		"mask of itself": func() string {
			return attackPage(picturePage, paintPicture, "", stream("/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 10 0 R", "x"))
		},
		"colour of itself": func() string {
			return attackPage("/Resources<</ColorSpace<</C 11 0 R>>/XObject<</I 10 0 R>>>>", "/C cs 0 sc 0 0 300 200 re f "+paintPicture, "", stream("/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace 11 0 R", "x"), "[/Indexed 11 0 R 1 <0000>]")
		},
		"shading of a function of itself": func() string {
			return attackPage("/Resources<</Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 300 200]/Function 11 0 R>>>>/XObject<</I 10 0 R>>>>", "/S sh "+paintPicture, "",
				stream("/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", "x"), "<</FunctionType 3/Domain[0 1]/Functions[11 0 R 11 0 R]/Bounds[.5]/Encode[0 1 0 1]>>")
		},
	}
}

// attackPacked are streams that unpack to far more than they are, or do not
// unpack.
func attackPacked() map[string]func() string {
	return map[string]func() string{
		"inline pictures without end": func() string {
			return attackPage("", list(3000, func(i int) string {
				return "BI /W 9 /H 9 /BPC 8 /CS /G /F /" + []string{"A85", "AHx", "DCT", "CCF", "RL"}[i%5] + " ID xyz "
			}), "")
		},
		"picture of a million million dots": func() string {
			return attackPage(picturePage, paintPicture, "", stream("/Type/XObject/Subtype/Image/Width 1000000/Height 1000000/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode", flate("x")))
		},
		"picture that unpacks to a lot": func() string {
			return attackPage(picturePage, paintPicture, "", stream("/Type/XObject/Subtype/Image/Width 30000/Height 30000/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode", zeros(320<<20, 1)))
		},
		"predictor with wide columns": func() string {
			return attackFile("<</Type/Pages/Kids[3 0 R]/Count 1>>", "", stream("/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 2147483647/Colors 4>>", flate(strings.Repeat("x", 9999))), "")
		},
		"predictor with many colours": func() string {
			return attackFile("<</Type/Pages/Kids[3 0 R]/Count 1>>", "", stream("/Filter/FlateDecode/DecodeParms<</Predictor 12/Colors 2147483647/BitsPerComponent 32>>", flate(strings.Repeat("x", 9999))), "")
		},
		"runs of a byte": func() string {
			return attackFile("<</Type/Pages/Kids[3 0 R]/Count 1>>", "", stream("/Filter[/FlateDecode/RunLengthDecode]", flate(strings.Repeat("\x81 ", 2<<20))), "")
		},
		"form that unpacks": func() string {
			return attackPage("", "", "/AcroForm<</XFA 10 0 R/Fields[]>>", stream("/Filter/FlateDecode", zeros(320<<20, 1)))
		},
		"broken packing, often": func() string {
			var objects []string
			for range 2000 {
				objects = append(objects, stream("/Filter/FlateDecode", flate("BT ET")[:8]+"garbage"))
			}
			return attackFile("<</Type/Pages/Kids[3 0 R]/Count 1>>", "", "["+list(2000, func(i int) string { return fmt.Sprintf("%d 0 R ", 10+i) })+"]", "", objects...)
		},
		"LZW that unpacks": func() string {
			return attackFile("<</Type/Pages/Kids[3 0 R]/Count 1>>", helvetica, stream("/Filter[/FlateDecode/LZWDecode]", flate(lzwOf(64<<20))), "")
		},
		"packed twice": func() string {
			return attackFile("<</Type/Pages/Kids[3 0 R]/Count 1>>", "", stream("/Filter[/FlateDecode/FlateDecode]", zeros(320<<20, 2)), "")
		},
		"file that unpacks": func() string {
			return attackPage("", "", "/Names<</EmbeddedFiles<</Names[(a) <</Type/Filespec/F(a.txt)/EF<</F 10 0 R>>>>]>>>>", stream("/Filter/FlateDecode", zeros(320<<20, 1)))
		},
	}
}

// attackMasses are things without number, or deep in one another.
func attackMasses() map[string]func() string {
	return map[string]func() string{
		"two thousand million pages": func() string {
			return attackFile("<</Type/Pages/Kids[3 0 R]/Count 2000000000>>", "", stream("", ""), "")
		},
		"pages ten thousand deep": func() string {
			var objects []string
			for i := range 10_000 {
				objects = append(objects, fmt.Sprintf("<</Type/Pages/Count 1/Kids[%d 0 R]>>", 11+i))
			}
			return attackFile("<</Type/Pages/Kids[10 0 R]/Count 1>>", "", stream("", ""), "", objects...)
		},
		"blanks without end": func() string { return attackPage(helvetica, strings.Repeat(" ", 8<<20)+"BT /F1 9 Tf (a) Tj ET", "") },
		"widths of many glyphs": func() string {
			return attackPage(type0Page, type0Text, "", append(type0("/W["+list(20_000, func(i int) string { return fmt.Sprintf("%d 2000000000 %d ", i, i) })+"]"), packed("x"))...)
		},
		"map of many ranges": func() string {
			m := "1 begincodespacerange <0000> <FFFF> endcodespacerange\n" + list(2000, func(int) string {
				return "100 beginbfrange\n" + strings.Repeat("<0000> <FFFF> <0041>\n", 100) + "endbfrange\n"
			})
			return attackPage(type0Page, type0Text, "", append(type0(""), packed(m))...)
		},
		"many objects of one number": func() string { return "%PDF-1.7\n" + strings.Repeat("1 0 obj<<>>endobj ", 200_000) },
		"metadata of many entities": func() string {
			return attackPage("", "", "/Metadata 10 0 R", stream("/Type/Metadata/Subtype/XML", "<!DOCTYPE a [<!ENTITY b \"bbbb\">"+list(60, func(i int) string { return fmt.Sprintf("<!ENTITY c%d \"&b;&b;&b;&b;\">", i) })+"]>"+strings.Repeat("<a>", 400_000)))
		},
		"stream of objects without end": func() string {
			return attackPage("", "", "/X 99 0 R", stream("/Type/ObjStm/N 2000000000/First 99999999", "99 0 <<>>"))
		},
		"content of many streams": func() string {
			return attackFile("<</Type/Pages/Kids[3 0 R]/Count 1>>", helvetica, "["+strings.Repeat("10 0 R ", 100_000)+"]", "", stream("", "BT /F1 9 Tf (a) Tj ET "))
		},
		"lists in lists":       func() string { return attackPage("/A"+strings.Repeat("[", 1<<20), "", "") },
		"tables in tables":     func() string { return attackPage("/A"+strings.Repeat("<</A", 1<<18), "", "") },
		"brackets in brackets": func() string { return attackPage("", strings.Repeat("(", 4<<20), "") },
		"letters all over": func() string {
			return attackPage(helvetica, "BT /F1 4 Tf "+list(60_000, func(i int) string { return fmt.Sprintf("1 0 0 1 %d %d Tm (a) Tj ", i*7919%300, i*104729%200) })+"ET", "")
		},
		"one word of letters": func() string { return attackPage(helvetica, "BT /F1 9 Tf ("+strings.Repeat("a", 2<<20)+") Tj ET", "") },
		"rules all over": func() string {
			return attackPage(helvetica, list(40_000, func(i int) string { return fmt.Sprintf("%d %d m %d %d l S ", i%300, i%200, i*31%300, i%200) })+"BT /F1 9 Tf (a) Tj ET", "")
		},
		"cells all over": func() string {
			return attackPage(helvetica, list(150, func(i int) string { return fmt.Sprintf("%d 0 m %d 200 l S 0 %d m 300 %d l S ", i*2, i*2, i, i) })+"BT /F1 1 Tf 5 5 Td (a) Tj ET", "")
		},
		"columns all over": func() string {
			return attackPage(helvetica, "BT /F1 3 Tf "+list(20_000, func(i int) string { return fmt.Sprintf("1 0 0 1 %d %d Tm (%d) Tj ", i%40*7, i/40*3%200, i%10) })+"ET", "")
		},
		"notes without number": func() string {
			return attackPage("/Annots["+strings.Repeat("<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(a)>>", 100_000)+"]", "", "")
		},
		"links without number": func() string {
			return attackPage(helvetica+"/Annots["+strings.Repeat("<</Type/Annot/Subtype/Link/Rect[0 0 300 200]/A<</S/URI/URI(http://a)>>>>", 50_000)+"]", "BT /F1 9 Tf 9 9 Td ("+strings.Repeat("word ", 20_000)+") Tj ET", "")
		},
		"structure ten thousand deep": func() string {
			objects := []string{"<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[10010 0 R]]>>>>"}
			for i := range 10_000 {
				objects = append(objects, fmt.Sprintf("<</Type/StructElem/S/Div/P %d 0 R/Pg 3 0 R/K[%d 0 R 0]>>", 10+i, 12+i))
			}
			return attackPage("/StructParents 0"+helvetica, "/P<</MCID 0>>BDC BT /F1 9 Tf (a) Tj ET EMC", "/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R", objects...)
		},
		"files without number": func() string {
			return attackPage("", "", "/Names<</EmbeddedFiles<</Names["+strings.Repeat("(a) <</Type/Filespec/F(a.txt)/EF<</F 4 0 R>>>> ", 50_000)+"]>>>>")
		},
	}
}

// attackLies are lengths, sizes and types that are not so.
func attackLies() map[string]func() string {
	return map[string]func() string{
		"map of one long token": func() string {
			return attackPage(type0Page, type0Text, "", append(type0(""), packed("1 beginbfchar <0041> <"+strings.Repeat("0041", 2<<20)+"> endbfchar"))...)
		},
		"objects that do not end": func() string { return "%PDF-1.7\n" + strings.Repeat("1 0 obj <</A ", 200_000) },
		"streams without a length": func() string {
			return attackPage("", "", "", strings.Split(strings.Repeat("<<>>stream\nabc\x00", 5000), "\x00")...)
		},
		"table of objects of no width": func() string {
			return "%PDF-1.7\n1 0 obj" + stream("/Type/XRef/Size 2147483647/W[0 0 0]/Root 1 0 R", "") + "endobj\nstartxref\n9\n%%EOF"
		},
		"table of objects of huge width": func() string {
			return "%PDF-1.7\n1 0 obj" + stream("/Type/XRef/Size 9/W[2147483647 2147483647 2147483647]/Root 1 0 R", "xxx") + "endobj\nstartxref\n9\n%%EOF"
		},
		"size below zero": func() string { return strings.Replace(attackPage("", "", ""), "trailer<<", "trailer<</Size -1", 1) },
		"length that is not": func() string {
			return strings.Replace(attackPage("", "BT ET", ""), "/Length 5", "/Length 2147483647", 1)
		},
		"digits with blanks": func() string {
			return attackFile("<</Type/Pages/Kids[3 0 R]/Count 1>>", "", stream("/Filter/ASCIIHexDecode", strings.Repeat("2 ", 4<<20)), "")
		},
	}
}
