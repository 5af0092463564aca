package xmlread_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// Prefixes mean what the innermost declaration says, however many there are:
// few are searched one by one, many in an index.
func TestPrefixesAreFoundHoweverManyThereAre(t *testing.T) {
	known := xmlread.NewSpaces([]string{"urn:odd"}, []string{"urn:even"})
	for _, n := range []int{1, 7, 15, 16, 17, 40} {
		var b strings.Builder
		b.WriteString(`<root`)
		for i := range n {
			fmt.Fprintf(&b, ` xmlns:p%d="urn:%s"`, i, []string{"even", "odd"}[i%2])
		}
		// The inner element turns one of them round, and declares more.
		b.WriteString(`><a xmlns:p0="urn:odd" xmlns:q="urn:even">`)
		for i := range n {
			fmt.Fprintf(&b, `<p%d:x/>`, i)
		}
		b.WriteString(`<q:x/></a>`)
		for i := range n {
			fmt.Fprintf(&b, `<p%d:x/>`, i)
		}
		b.WriteString(`<q:x/></root>`)
		var want []xmlread.Space
		for _, first := range []xmlread.Space{1, 2} {
			for i := range n {
				space := xmlread.Space(2 - i%2)
				if i == 0 {
					space = first
				}
				want = append(want, space)
			}
			want = append(want, 2*(first%2)-first/2) // q: even, then not declared
		}
		env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
		s := xmlread.New(t.Context(), env, xmlread.Source{Text: b.String(), Spaces: known})
		var got []xmlread.Space
		for {
			k, err := s.Next()
			if err != nil {
				t.Fatal(err)
			}
			if k == xmlread.EOF {
				break
			}
			if k == xmlread.Start && s.Local() == "x" {
				got = append(got, s.Space())
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%d prefixes:\n got %v\nwant %v", n, got, want)
		}
	}
}
