package all_test

import (
	"fmt"
	"strings"
)

// What a page of a PDF paints; • is the token.
var (
	hiddenPaints = strings.Split(`1 1 1 rg BT /F1 12 Tf 20 60 Td (•) Tj ET
1 g BT /F1 12 Tf 20 60 Td (•) Tj ET
0 0 0 0 k BT /F1 12 Tf 20 60 Td (•) Tj ET
BT /F1 12 Tf 3 Tr 20 60 Td (•) Tj ET
BT /F1 12 Tf 7 Tr 20 60 Td (•) Tj ET
BT /F1 .01 Tf 20 60 Td (•) Tj ET
BT /F1 12 Tf -900 60 Td (•) Tj ET
BT /F1 12 Tf 20 -90 Td (•) Tj ET
BT /F1 12 Tf 9000 Ts 20 60 Td (•) Tj ET
BT /F1 12 Tf .01 Tz 20 60 Td (•) Tj ET
q 0 0 1 1 re W n BT /F1 12 Tf 20 60 Td (•) Tj ET Q
q .001 0 0 .001 0 0 cm BT /F1 12 Tf 20 60 Td (•) Tj ET Q
/G gs BT /F1 12 Tf 20 60 Td (•) Tj ET
BT /F1 12 Tf 20 60 Td (•) Tj ET 1 1 1 rg 0 40 300 60 re f
BT /F1 12 Tf 20 60 Td (•) Tj ET .5 .6 .7 rg 0 40 300 60 re f
BT /F1 12 Tf 20 60 Td (•) Tj ET 1 1 1 RG 60 w 0 64 m 300 64 l S
BT /F1 12 Tf 20 60 Td (•) Tj ET 1 1 1 RG 2 w ¶ S
BT /F1 12 Tf 20 60 Td (•) Tj ET 1 1 1 RG 2.2 w §
BT /F1 12 Tf 20 60 Td (•) Tj ET 1 1 1 RG 1.05 w ‡
BT /F1 12 Tf 20 60 Td (•) Tj ET 1 1 1 rg 0 40 m 300 40 l 300 100 l 0 100 l f
0 0 0 rg 0 40 300 60 re f BT /F1 12 Tf 20 60 Td (•) Tj ET
.2 .3 .4 rg 0 40 300 60 re f .2 .3 .4 rg BT /F1 12 Tf 20 60 Td (•) Tj ET
1 1 1 RG 1 1 1 rg BT /F1 12 Tf 2 Tr 20 60 Td (•) Tj ET
BT /F1 12 Tf 1 Tr 1 1 1 RG 20 60 Td (•) Tj ET`, "\n")
	seenPaints = strings.Split(`BT /F1 12 Tf 20 60 Td (•) Tj ET
.4 g BT /F1 12 Tf 20 60 Td (•) Tj ET
.1 .2 .4 rg 0 40 300 60 re f 1 1 1 rg BT /F1 12 Tf 20 60 Td (•) Tj ET
BT /F1 12 Tf 1 Tr 20 60 Td (•) Tj ET
BT /F1 6 Tf 20 60 Td (•) Tj ET
BT /F1 12 Tf 80 Tz 20 60 Td (•) Tj ET
1 1 1 rg 0 40 300 60 re f 0 g BT /F1 12 Tf 20 60 Td (•) Tj ET
BT /F1 12 Tf 20 60 Td (•) Tj ET 0 0 0 RG .5 w 20 58 m 90 58 l S
BT /F1 12 Tf 20 60 Td (•) Tj ET 1 1 1 RG 1 w 0 40 m 300 40 l S
q 0 0 300 200 re W n BT /F1 12 Tf 20 60 Td (•) Tj ET Q`, "\n")
)

// printedPictures returns pages of PDF.
func printedPictures() (out []pictured) {
	lines, dense := "", ""
	for y := 50; y < 84; y++ {
		dense += fmt.Sprintf("0 %d m 300 %d l S ", y, y)
	}
	for y := 50; y < 84; y += 2 {
		lines += fmt.Sprintf("0 %d m 300 %d l ", y, y)
	}
	for i, paint := range append(append([]string{}, hiddenPaints...), seenPaints...) {
		paint = strings.NewReplacer("‡", dense, "¶", lines, "§", strings.ReplaceAll(lines, "l ", "l S ")).Replace(paint)
		out = append(out, pictured{
			name: "a.pdf " + paint, file: "a.pdf", honest: i >= len(hiddenPaints), printed: true,
			make: func(token string) []byte { return printed(strings.ReplaceAll(paint, "•", token)) },
		})
	}
	return out
}

// printed makes a page of a text and what else it paints.
func printed(paint string) []byte {
	var text strings.Builder
	text.WriteString("BT /F1 10 Tf 12 TL 20 180 Td ")
	for line := range strings.SplitAfterSeq(plainTalk, ". ") {
		fmt.Fprintf(&text, "(%s) Tj T* ", line)
	}
	content := text.String() + "ET " + paint
	return []byte("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/ExtGState<</G<</ca 0>>>>>>>>endobj\n" +
		fmt.Sprintf("4 0 obj<</Length %d>>stream\n%s\nendstream endobj\n", len(content)+1, content) +
		"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n")
}
