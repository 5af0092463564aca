package xlsx_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/xlsx"
	"github.com/seed353dc258/backstory/document/markdown"
)

// shelf is a scratch in memory.
type shelf struct{ b []byte }

func (s *shelf) Room(size int) int64 {
	at := len(s.b)
	s.b = append(s.b, make([]byte, size)...)
	return int64(at)
}
func (s *shelf) Write(at int64, p []byte) { copy(s.b[at:], p) }
func (s *shelf) Read(at int64, p []byte)  { copy(p, s.b[at:]) }

// What leaves memory comes back as it was.
func TestALargeSheetIsTheSameWithAScratch(t *testing.T) {
	content := numbers(70_000, 10, 0)
	convert := func(services ...any) []byte {
		registry, err := converters.NewRegistry(xlsx.New())
		if err != nil {
			t.Fatal(err)
		}
		env := converters.NewEnv(registry, converters.Limits{Text: 1 << 30, Ratio: 1 << 20}, converters.Options{}, services...)
		in := converters.Input{Name: "in.xlsx", SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
		doc, err := registry.Convert(t.Context(), in, env)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if _, err := markdown.Write(&out, doc, markdown.WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	scratch := &shelf{}
	if want, got := convert(), convert(scratch); !bytes.Equal(want, got) {
		t.Error("the text differs")
	}
	if len(scratch.b) < 1<<20 {
		t.Errorf("%d bytes left memory", len(scratch.b))
	}
}
