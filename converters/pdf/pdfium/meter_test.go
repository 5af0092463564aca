package pdfium

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// painted returns a document of one page that paints a form some times, and
// shows a glyph whose content is its own.
func painted(form string, times int) string {
	stream := func(content string) string {
		return fmt.Sprintf("/Length %d>>stream\n%s\nendstream endobj\n", len(content), content)
	}
	return "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>/Font<</F1 6 0 R>>>>>>endobj\n" +
		"4 0 obj<<" + stream(glyphs+strings.Repeat("/X Do ", times)) +
		"5 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]" + stream(form) +
		"6 0 obj<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1]/CharProcs<</a 7 0 R>>>>endobj\n" +
		"7 0 obj<<" + stream(glyph) + "trailer<</Root 1 0 R>>\n"
}

const (
	glyphs = "BT /F1 12 Tf (aaa) Tj ET "
	glyph  = "1 1 d0 q Q q Q "
)

// TestContentsAreCharged also says whether the module is the one whose
// functions the meter knows.
func TestContentsAreCharged(t *testing.T) {
	d, err := open(t, engine(t), painted(strings.Repeat("q Q ", 1000), 5))
	if err != nil {
		t.Fatal(err)
	}
	const wide = 1 << 30
	d.meter.left = wide
	if _, err := d.Read(1); err != nil {
		t.Fatal(err)
	}
	got, want := wide-d.meter.left, len(glyphs)+5*len("/X Do ")+5*4000+len(glyph)
	if got < want || got > want+len("\n") { // there may be a space behind a page's content
		t.Errorf("%d bytes of operators are charged, want %d", got, want)
	}
}

// TestFormsThatArePaintedAgainAndAgainAreEnded paints a form whose operators
// make nothing: what it takes is time alone.
func TestFormsThatArePaintedAgainAndAgainAreEnded(t *testing.T) {
	e := engine(t)
	over := errors.New("over")
	for times, want := range map[int]error{10: nil, 1 << 20: over} {
		file := painted(strings.Repeat("q Q ", 4<<10), times)
		steps := 1 << 24
		d, err := e.Open(context.Background(), Source{
			Content: io.NewSectionReader(strings.NewReader(file), 0, int64(len(file))),
			Step: func(n int) error {
				if steps -= n; steps < 0 {
					return over
				}
				return nil
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Read(1); !errors.Is(err, want) {
			t.Errorf("%d times: the error is %v, want %v", times, err, want)
		}
		d.Close()
	}
}
