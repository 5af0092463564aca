package zipfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/zipfile"
)

// numbered returns a package with so many parts, each with its name in it.
func numbered(t testing.TB, n int, more ...pair) []byte {
	var parts []pair
	for i := range n {
		name := fmt.Sprintf("folder/Part%03d.xml", i*37%n)
		parts = append(parts, pair{name, name})
	}
	return pack(t, append(parts, more...)...)
}

// Few entries are found without an index and many with one, by the same rule.
func TestEntriesAreFoundHoweverManyThereAre(t *testing.T) {
	for _, n := range []int{1, 31, 32, 33, 200} {
		a := mustOpen(t, numbered(t, n), converters.Limits{})
		for i := range n {
			name := fmt.Sprintf("folder/Part%03d.xml", i)
			for _, asked := range []string{name, "/" + name, strings.ToUpper(name)} {
				if got, err := a.Read(asked); err != nil || string(got) != name {
					t.Fatalf("%d entries: %s gives %q, %v", n, asked, got, err)
				}
			}
		}
		if a.Has("folder/Part999.xml") || a.Has("") {
			t.Errorf("%d entries: one is found that is not there", n)
		}
		_, err := open(numbered(t, n, pair{"FOLDER/part000.XML", ""}), converters.Limits{})
		if !errors.Is(err, converters.ErrCorrupt) || !strings.Contains(err.Error(), "two entries") {
			t.Errorf("%d entries and one twice: %v", n, err)
		}
	}
}

func TestNamesAreListedWithoutOpening(t *testing.T) {
	for _, n := range []int{3, 300} {
		content := numbered(t, n)
		for _, c := range []struct {
			content []byte
			names   []string
			want    bool
		}{
			{content, []string{"folder/Part000.xml"}, true},
			{content, []string{"folder/Part000.xml", "folder/Part002.xml"}, true},
			{content, []string{"folder/Part000.xml", "folder/Part999.xml"}, false},
			{content, []string{"folder/part000.xml"}, false},
			{content[:len(content)-30], []string{"folder/Part000.xml"}, false},
			{content[:40], []string{"folder/Part000.xml"}, false},
			{nil, []string{"folder/Part000.xml"}, false},
		} {
			r := io.NewSectionReader(bytes.NewReader(c.content), 0, int64(len(c.content)))
			if got := zipfile.Lists(r, c.names...); got != c.want {
				t.Errorf("%d entries, %d bytes, %v: %t", n, len(c.content), c.names, got)
			}
		}
	}
}

// Entries that lie in the file in another order than the directory's.
func TestEntriesMayBeListedInAnyOrder(t *testing.T) {
	content := pack(t, pair{"a", "first"}, pair{"b", "second"})
	from := directory(content)
	size := 46 + 1
	swapped := bytes.Clone(content)
	copy(swapped[from:], content[from+size:from+2*size])
	copy(swapped[from+size:], content[from:from+size])
	a := mustOpen(t, swapped, converters.Limits{})
	for _, p := range []pair{{"a", "first"}, {"b", "second"}} {
		if got, err := a.Read(p.name); err != nil || string(got) != p.content {
			t.Errorf("%s: %q, %v", p.name, got, err)
		}
	}
	if a.Entries()[0].Name != "b" {
		t.Errorf("the order of the directory is lost: %v", a.Entries())
	}
}
