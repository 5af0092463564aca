package pdf

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

func TestWhatAPageHasTooManyOfIsCounted(t *testing.T) {
	field := pdfium.Field{Box: pdfium.Box{X0: 10, Y0: 10, X1: 90, Y1: 30}, Value: "word"}
	long := field
	long.Value = strings.Repeat("word ", maxFieldWords+1)
	p := &pdfium.Page{Fields: []pdfium.Field{long, field}}
	p.Width, p.Height, p.Unread = 100, 100, 2
	words, _, cut := fieldWords(p, nil)
	if len(words) != maxFieldWords+1 || cut != 3 {
		t.Errorf("%d words, %d left out", len(words), cut)
	}
	for len(p.Fields) < maxFields+5 {
		p.Fields = append(p.Fields, field)
	}
	if _, _, cut := fieldWords(p, nil); cut != 8 {
		t.Errorf("of many fields %d are left out", cut)
	}
	var lost losses
	lost.cut(cut, 7)
	lost.cut(0, 8)
	if lost.fields.count != 3 || len(lost.fields.pages) != 1 {
		t.Error(lost.fields)
	}
}
