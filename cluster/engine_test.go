//go:build unix

package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/cluster"
)

// engine is where the sources of profiles are converted: on one machine, or by workers. It
// returns what the build of the profiles writes.
type engine func(t *testing.T, ctx context.Context, dirs []string) (map[string]string, error)

// engines are all there are. Each has to behave as the others do.
func engines(t *testing.T) map[string]engine {
	p := newPlace(t)
	p.work(t)
	return map[string]engine{
		"one machine": func(t *testing.T, ctx context.Context, dirs []string) (map[string]string, error) {
			return buildWith(t, ctx, p.registry, dirs, nil)
		},
		"workers": func(t *testing.T, ctx context.Context, dirs []string) (map[string]string, error) {
			s, err := p.submit(t, ctx, dirs, func(s *cluster.Submission) {
				s.Say = func(format string, args ...any) { t.Errorf(format, args...) }
			})
			if err != nil {
				return nil, err
			}
			from := &counted{Submission: s}
			written, err := buildWith(t, ctx, p.registry, dirs, from)
			if n := from.made.Load(); n > 0 {
				t.Errorf("%d chapters were made by the build", n)
			}
			return written, err
		},
	}
}

// behaviours are what an engine does: each changes profiles of its own and says what has to be
// in their files, and what must not.
var behaviours = []struct {
	name     string
	change   func(in func(name, text string))
	has, not string // in the files of the first profile
}{
	{name: "a source that is damaged costs itself alone", has: "Lamp 0"},
	{name: "what fails is named", has: `"bad.json"`, not: "{0"},
	{name: "a source that is mended is converted", change: func(in func(name, text string)) { in("bad.json", `{"mended": 1}`) }, has: "mended"},
	{name: "a source that goes is left out", change: func(in func(name, text string)) { in("same.txt", "") }, not: "The same in all"},
	{name: "a source that changes is converted", change: func(in func(name, text string)) { in("a.md", "# Sun\n") }, has: "# Sun", not: "Since 0"},
	{name: "the name says what a text is", change: func(in func(name, text string)) { in("d.md", "*x*\n"); in("d.txt", "*x*\n") }, has: "\\*x\\*"},
	{name: "ends of lines of Windows are no other text", change: func(in func(name, text string)) { in("e.txt", "one\r\ntwo\r\n") }, has: "one\ntwo"},
	{name: "a source without text", change: func(in func(name, text string)) { in("empty.txt", "\n") }, has: "empty.txt"},
	{name: "options are held to", change: func(in func(name, text string)) {
		in("b.csv", "name,n\nlamp,1\nsun,2\n")
		in(".backstory.json", `{"sources": [{"match": "b.csv", "options": {"rows": 1}}]}`)
	}, has: "|lamp", not: "|sun"},
	{name: "sources of several chunks keep their order", change: func(in func(name, text string)) {
		for i := range 150 {
			in(fmt.Sprintf("many/%d.txt", i), fmt.Sprintf("number %d\n", i))
		}
	}, has: "number 149"},
	{name: "a source that is large", change: func(in func(name, text string)) { in("long.txt", strings.Repeat("a line\n", 200_000)) }, has: "a line\na line"},
}

func TestEnginesBehaveAlike(t *testing.T) {
	all := engines(t)
	for _, b := range behaviours {
		t.Run(b.name, func(t *testing.T) {
			dirs := profiles(t, 2)
			if b.change != nil {
				b.change(func(name, text string) {
					name = filepath.Join(dirs[0], "backstory", filepath.FromSlash(name))
					err := os.MkdirAll(filepath.Dir(name), 0o755)
					if text == "" {
						err = os.Remove(name)
					} else if err == nil {
						err = os.WriteFile(name, []byte(text), 0o644)
					}
					if err != nil {
						t.Fatal(err)
					}
				})
			}
			want, err := all["one machine"](t, t.Context(), dirs)
			if err != nil {
				t.Fatal(err)
			}
			files := want["p00000/backstory.md"] + want["p00000/.backstory-manifest.json"]
			if !strings.Contains(files, b.has) || b.not != "" && strings.Contains(files, b.not) {
				t.Errorf("%q has to be there, %q must not:\n%.2000s", b.has, b.not, files)
			}
			for name, convert := range all {
				for range 2 { // the second time all is known
					got, err := convert(t, t.Context(), dirs)
					if diff := cmp.Diff(want, got); diff != "" || err != nil {
						t.Errorf("%s: %v (-want +got):\n%.2000s", name, err, diff)
					}
				}
			}
		})
	}
}

func TestEnginesThatAreInterrupted(t *testing.T) {
	for name, convert := range engines(t) {
		dirs := profiles(t, 2)
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := convert(t, ended, dirs); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		for _, dir := range dirs {
			if _, err := os.Stat(filepath.Join(dir, "backstory.md")); err == nil {
				t.Errorf("%s: something was written", name)
			}
		}
		if got, err := convert(t, t.Context(), dirs); err != nil || !strings.Contains(got["p00001/backstory.md"], "Lamp 1") {
			t.Errorf("%s: then %v, %q", name, err, got)
		}
	}
}
