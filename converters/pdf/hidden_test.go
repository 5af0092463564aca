package pdf_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf"
	"github.com/seed353dc258/backstory/document/documenttest"
	"github.com/seed353dc258/backstory/internal/worker"
	"github.com/seed353dc258/backstory/internal/worker/workertest"
)

// veils are ways to paint a word at 0, 0 that nobody sees.
const veils = `q 0 -30 m 60 -30 l 60 -10 l h W n BT /F1 12 Tf (zkx) Tj ET Q
q 0 -30 m 60 -30 l 60 30 l h 0 -30 m 61 -30 l 61 31 l 60 31 l h W* n -40 25 m -40 31 l 0 31 l h W n BT /F1 12 Tf (zkx) Tj ET Q
q 30 -30 m 35 -30 35 -25 30 -25 c 25 -25 25 -30 30 -30 c h W n BT /F1 12 Tf (zkx) Tj ET Q
q 0 -5 3 25 re W n 40 -5 20 25 re W n BT /F1 12 Tf (zkx) Tj ET Q
q BT 7 Tr /F1 4 Tf 0 -40 Td (o) Tj ET BT 0 Tr /F1 12 Tf (zkx) Tj ET Q
/Ended Do
/Grouped Do
q /Clear gs BT /F1 12 Tf (zkx) Tj ET Q
BT /F1 12 Tf (zkx) Tj ET q 1 g -5 -10 90 30 re f Q
BT /F1 12 Tf (zkx) Tj ET q 1 g -5 -10 m 90 -10 l 90 20 l 40 21 l -5 20 l f Q
BT /F1 12 Tf (zk) Tj 140 0 Td (zkx) Tj ET q 1 g -5 -10 90 30 re f 135 -10 90 30 re f Q
BT /F1 12 Tf (zkx) Tj ET q 100 0 0 30 -5 -10 cm /Picture Do Q
BT /F1 12 Tf (zkx) Tj ET q 1 G 30 w -5 4 m 90 4 l S Q
q .3 g -5 -10 90 30 re f BT /F1 12 Tf (zkx) Tj ET Q
q /Pattern cs /Paper scn BT /F1 12 Tf (zkx) Tj ET Q
q -5 -10 m 90 -10 l 91 20 l -6 20 l h W n 1 g BT /F1 12 Tf (zkx) Tj ET Q
q -5 -10 m 90 -10 l 91 20 l -6 20 l h W n BT /F1 12 Tf (zkx) Tj ET 1 g -9 -9 99 30 re f Q
BT /F1 12 Tf (zkx) Tj ET q 1 g -5 -10 90 30 re f 0 g -5 -8 m 80 18 l 84 18 l -1 -8 l f .5 g 4 -10 8 30 re f Q
q 0 g -5 -8 m 80 18 l 84 18 l -1 -8 l f Q q 0 -30 m 60 -30 l 60 -12 l h W n BT /F1 12 Tf (zkx) Tj ET Q
q 0 g -5 -8 m 80 18 l 84 18 l -1 -8 l f Q q /Clear gs BT /F1 12 Tf (zkx) Tj ET Q
q .2 g 3 -10 4 40 re f 12 -10 4 40 re f Q q /Pattern cs /None scn BT /F1 12 Tf (zkx) Tj ET Q
q .2 g 3 -10 4 40 re f 12 -10 4 40 re f Q /Grouped Do q .2 g 3 -10 4 40 re f 12 -10 4 40 re f Q`

// veiledPage returns a document with words that nobody sees, each above one that
// everybody sees, and with text around them.
func veiledPage(veils []string, spot func(i int) (x, y int)) []byte {
	var b strings.Builder
	b.WriteString("BT /F1 10 Tf 12 TL 20 1380 Td ")
	for range 12 {
		b.WriteString("(The keeper wrote the log at nine, and the sea was calm that night, all of it.) Tj T* ")
	}
	b.WriteString("ET\n")
	for i, veil := range veils {
		x, y := spot(i)
		fmt.Fprintf(&b, "q 1 0 0 1 %d %d cm %s Q BT /F1 12 Tf %d %d Td (seen%c) Tj ET\n", x, y, veil, x, y-36, 'a'+i)
	}
	form := func(number int, more, content string) string {
		return fmt.Sprintf("%d 0 obj<<%s/Resources<</Font<</F1 5 0 R>>>>/Length %d>>stream\n%s\nendstream endobj\n", number, more, len(content)+1, content)
	}
	return []byte("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 800 1400]/Contents 4 0 R/Resources 7 0 R>>endobj\n" +
		"7 0 obj<</Font<</F1 5 0 R>>/ExtGState<</Clear<</ca 0>>>>/XObject<</Ended 8 0 R/Grouped 9 0 R/Picture 10 0 R>>/Pattern<</Paper 11 0 R/None 12 0 R>>>>endobj\n" +
		form(8, "/Type/XObject/Subtype/Form/BBox[0 0 90 9]", "BT /F1 12 Tf 0 20 Td (zkx) Tj ET") +
		form(9, "/Type/XObject/Subtype/Form/BBox[0 -10 90 20]/Group<</S/Transparency/I true>>", "BT /F1 12 Tf (zkx) Tj ET 1 g 0 -10 90 30 re f") +
		form(10, "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/ASCIIHexDecode", "ff>") +
		form(11, "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9", "1 g 0 0 9 9 re f") +
		form(12, "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9", "") +
		form(4, "", b.String()) + "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n")
}

// TestNoWordBehindAVeilIsRead hides words alone, in more places of a page than are
// painted apart, and close to one another.
func TestNoWordBehindAVeilIsRead(t *testing.T) {
	r, err := converters.NewRegistry(pdf.New())
	if err != nil {
		t.Fatal(err)
	}
	engine := &worker.Engine{Cache: workertest.Cache(t)}
	all := strings.Split(veils, "\n")
	pages := map[string][]byte{
		"far apart":    veiledPage(all, func(i int) (x, y int) { return 30 + 300*(i%2) + 30*(i/6), 1200 - 50*i }),
		"side by side": veiledPage(all, func(i int) (x, y int) { return 30 + 250*(i%3), 1200 - 80*(i/3) }),
		"without end":  veiledPage(append(all, all...), func(i int) (x, y int) { return 30 + 250*(i%3), 1200 - 75*(i/3) }),
	}
	for _, veil := range all {
		pages[veil] = veiledPage([]string{veil}, func(int) (x, y int) { return 100, 400 })
	}
	for name, file := range pages {
		in := converters.Input{Name: "a.pdf", SectionReader: io.NewSectionReader(bytes.NewReader(file), 0, int64(len(file)))}
		doc, err := r.Convert(t.Context(), in, converters.NewEnv(r, converters.Limits{}, converters.Options{}, engine))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		text := documenttest.Dump(doc)
		if n := strings.Count(text, "zk"); n > 0 {
			t.Errorf("%s: %d words that nobody sees are read:\n%s", name, n, text)
		}
		if got, want := strings.Count(text, "seen"), bytes.Count(file, []byte("(seen")); got != want {
			t.Errorf("%s: %d words of %d that everybody sees are read", name, got, want)
		}
	}
}
