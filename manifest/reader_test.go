package manifest_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/manifest"
)

// TestLayoutChangesNothing reads manifests, one byte of each another one, as they are
// written and without white space: both say the same.
func TestLayoutChangesNothing(t *testing.T) {
	m := big(3)
	m.Files[1].OptionsDigest, m.Files[2].Tokens = sum("options"), 0
	m.Files[1].Chapter.Keywords = "lamp, oil"
	m.Files[2].Path = `dir/with "quotes"`
	m.Files[0].Warnings = []manifest.Warning{{Code: "a", Count: 2, Message: "lost"}, {Code: "b", Count: 1, Message: "dropped", Place: "page 3"}}
	m.Files[1].Warnings = m.Files[0].Warnings[:1]
	text := m.Encode(strings.Compare)
	same := func(text []byte) {
		t.Helper()
		var laidOut bytes.Buffer
		if json.Compact(&laidOut, text) != nil {
			return
		}
		as, errAs := manifest.Load(text)
		anew, errAnew := manifest.Load(laidOut.Bytes())
		if (errAs == nil) != (errAnew == nil) || !cmp.Equal(as, anew) {
			t.Fatalf("%s\n%v, %v\n%s", text, errAs, errAnew, cmp.Diff(as, anew))
		}
	}
	same(text)
	for i := range text {
		for _, b := range []byte("\"\\ 0x-,}\n") {
			other := bytes.Clone(text)
			other[i] = b
			same(other)
		}
	}
}
