package rtf_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/rtf"
	"github.com/seed353dc258/backstory/document/markdown"
)

// Only a part of a file is held. Wherever that part ends, words, numbers,
// characters and what is skipped are read as if all were there.
func TestNothingIsLostWhereTheWindowEnds(t *testing.T) {
	const window = 1 << 18
	tail := `\par {\b bold}\'e9\u8364? x\line{\*\unknown gone {in}}` + "\r\n" + `caf` + "\xC3\xA9" + `\bin5 }}}}}end\` + "\r\n" +
		`{\pict ffd8}\longwordwithoutanymeaningthatismuchlongerthananywordhastobeinafilelikethisone-12 y\u-10179?\u-8704? z\par}`
	want := ""
	for pad := range 2 * len(tail) {
		content := `{\rtf1\ansi a\par` + strings.Repeat("\n", window-len(tail)-pad) + tail
		got := written(t, content)
		if want == "" {
			want = got
			for _, part := range []string{"**bold**é€ x", "caféend", "y😀 z"} {
				if !strings.Contains(want, part) {
					t.Fatalf("%q is missing in %q", part, want)
				}
			}
		}
		if got != want {
			t.Fatalf("padding %d: %q, not %q", pad, got, want)
		}
	}
}

// written returns the Markdown of a file.
func written(t *testing.T, content string) string {
	t.Helper()
	registry, err := converters.NewRegistry(rtf.New(), page{})
	if err != nil {
		t.Fatal(err)
	}
	env := converters.NewEnv(registry, converters.Limits{}, converters.Options{})
	in := converters.Input{Name: "in.rtf", SectionReader: io.NewSectionReader(strings.NewReader(content), 0, int64(len(content)))}
	doc, err := registry.Convert(t.Context(), in, env)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := markdown.Write(&b, doc, markdown.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
