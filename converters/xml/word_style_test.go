package xml

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
)

// Styles are held as long as the document is read, so that very many are over a
// limit; those of the largest style sheets are not.
func TestVeryManyStylesAreOverALimit(t *testing.T) {
	for count, want := range map[int]error{5000: nil, 80_000: converters.ErrLimit} {
		var b strings.Builder
		b.WriteString("<w:wordDocument xmlns:w='http://schemas.microsoft.com/office/word/2003/wordml'><w:styles>")
		for i := range count {
			fmt.Fprintf(&b, "<w:style w:type='paragraph' w:styleId='s%d'><w:name w:val='n'/></w:style>", i)
		}
		b.WriteString("</w:styles><w:body><w:p><w:r><w:t>x</w:t></w:r></w:p></w:body></w:wordDocument>")
		in := converters.Input{Name: "in.xml", SectionReader: io.NewSectionReader(strings.NewReader(b.String()), 0, int64(b.Len()))}
		_, err := New().Convert(context.Background(), in, converters.NewEnv(nil, converters.Limits{}, converters.Options{}))
		if !errors.Is(err, want) {
			t.Errorf("%d styles: %v", count, err)
		}
	}
}
