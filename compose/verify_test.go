package compose_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed353dc258/backstory/compose"
)

// A text is the backstory of its chapters, and no other text is, whatever byte
// of it is another one.
func TestIsTellsEveryByte(t *testing.T) {
	text, parts := write(t, "Lore", compose.Chapter{Path: "a.md", Text: "Born."}, compose.Chapter{Path: "empty.md"}, compose.Chapter{Path: "z.md", Text: "Died."})
	chapters := make([]compose.Sealed, len(parts))
	for i, p := range parts {
		sum := sha256.Sum256([]byte(text[p.Offset : p.Offset+p.Length]))
		chapters[i] = compose.Sealed{Path: p.Path, Length: p.Length, Digest: hex.EncodeToString(sum[:])}
	}
	is := func(text string) bool {
		t.Helper()
		same, err := compose.Is(iotest.HalfReader(strings.NewReader(text)), "Lore", chapters)
		if err != nil {
			t.Fatal(err)
		}
		return same
	}
	if !is(text) {
		t.Error("a backstory is not known again")
	}
	for i := range text {
		if is(text[:i]) || is(text[:i]+"x"+text[i+1:]) || is(text[:i]+"\n"+text[i:]) {
			t.Errorf("a change at %d of %q is not seen", i, text)
		}
	}
	broken := errors.New("broken")
	if _, err := compose.Is(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), "Lore", chapters); !errors.Is(err, broken) {
		t.Errorf("the reader's error is %v", err)
	}
}
