package convtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
)

// Growth measures inputs that grow: one that takes more than linear time shows
// it by fewer MB/s at the larger sizes.
type Growth struct {
	Registry *converters.Registry // the formats that may be called
	Name     string               // of the input
	From     int                  // the first size, in bytes; the others are 4 and 16 times that
	Refused  []error              // how an input may be refused
}

// Run measures a shape: text makes an input of about n bytes.
func (g Growth) Run(b *testing.B, shape string, text func(n int) string) {
	b.Helper()
	for _, size := range []int{g.From, 4 * g.From, 16 * g.From} {
		content := text(size)
		b.Run(fmt.Sprintf("%s/%d", shape, size), func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				in := converters.Input{Name: g.Name, SectionReader: io.NewSectionReader(strings.NewReader(content), 0, int64(len(content)))}
				_, err := g.Registry.Convert(context.Background(), in, converters.NewEnv(g.Registry, converters.Limits{}, converters.Options{}))
				if err != nil && !slices.ContainsFunc(g.Refused, func(may error) bool { return errors.Is(err, may) }) {
					b.Fatal(err)
				}
			}
		})
	}
}
