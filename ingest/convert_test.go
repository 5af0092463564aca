package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/ingest"
)

// scripted is a converter whose source's text says what it does.
type scripted struct {
	version int
	calls   []string
	release chan struct{} // closed to let "hang" end
	touch   string        // a file that "touch" writes to
}

func (s scripted) Format() converters.Format {
	return converters.Format{Name: "scripted", Version: max(s.version, 1), Extensions: []string{"s"}, Calls: s.calls}
}

func (s scripted) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	content := make([]byte, in.Size())
	if _, err := in.ReadAt(content, 0); err != nil && in.Size() > 0 {
		return nil, err
	}
	switch text := string(content); text {
	case "panic":
		panic("boom")
	case "hang":
		<-s.release
		return &document.Document{}, nil
	case "steps":
		for {
			if err := env.Step(ctx, 1, document.Pos{}); err != nil {
				return nil, err
			}
		}
	case "corrupt":
		return nil, converters.Corrupt(document.LineSpan(3, 3), "no good")
	case "touch":
		err := os.WriteFile(s.touch, []byte("after"), 0o644)
		return &document.Document{}, err
	default:
		if options := env.Options; options.Tables == "html" {
			text += " html"
		}
		return &document.Document{Blocks: []document.Block{document.PlainParagraph(document.LineSpan(1, 1), text)}}, nil
	}
}

// part is a format of files inside others.
type part struct{ scripted }

func (p part) Format() converters.Format {
	return converters.Format{Name: "part", Version: max(p.version, 1), Extensions: []string{"part"}}
}

// folder writes sources and returns them in order.
func folder(t *testing.T, contents ...string) []ingest.Source {
	t.Helper()
	dir := t.TempDir()
	var out []ingest.Source
	for i, content := range contents {
		name := fmt.Sprintf("%03d.s", i)
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		out = append(out, ingest.Source{Path: name, Open: func() (*os.File, error) { return os.Open(path) }})
	}
	return out
}

func settings(t *testing.T, c ...converters.Converter) ingest.Settings {
	t.Helper()
	r, err := converters.NewRegistry(c...)
	if err != nil {
		t.Fatal(err)
	}
	return ingest.Settings{Registry: r, Base: 3}
}

func TestOutcomesStandInTheSourcesOrder(t *testing.T) {
	var contents []string
	for i := range 200 {
		contents = append(contents, fmt.Sprintf("text %d", i))
	}
	s := settings(t, scripted{})
	for _, jobs := range []int{1, 2, 8} {
		s.Jobs = jobs
		outcomes, err := ingest.Convert(context.Background(), folder(t, contents...), s)
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range outcomes {
			if o.Err != nil || strings.TrimSpace(o.Chapter.Text) != contents[i] {
				t.Fatalf("jobs %d, source %d: %v, %v", jobs, i, o.Chapter, o.Err)
			}
		}
	}
}

func TestABadSourceCostsItselfAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // whose clock goes on when all wait
		release := make(chan struct{})
		defer close(release)
		s := settings(t, scripted{release: release})
		s.Watchdog = 2 * time.Second
		s.Jobs = 2
		sources := folder(t, "good", "panic", "corrupt", "hang", "steps", "good")
		sources[4].Terms = &ingest.Terms{Limits: converters.Limits{Steps: 100_000}}
		outcomes, err := ingest.Convert(context.Background(), sources, s)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []error{nil, converters.ErrPanic, converters.ErrCorrupt, ingest.ErrTimeout, converters.ErrLimit, nil} {
			if got := outcomes[i].Err; !errors.Is(got, want) || (want == nil) != (outcomes[i].Chapter != nil) {
				t.Errorf("source %d: %v, want %v", i, got, want)
			}
			if i != 3 && (len(outcomes[i].Digest) != 64 || outcomes[i].Size == 0) {
				t.Errorf("source %d has no digest: %+v", i, outcomes[i])
			}
		}
	})
}

func TestASourceThatNobodyClaimsIsHashedOnly(t *testing.T) {
	sources := folder(t, "hello")
	sources[0].Path, sources[0].HashOnly = "x.exe", true
	outcomes, err := ingest.Convert(context.Background(), sources, settings(t, scripted{}))
	o := outcomes[0]
	if err != nil || o.Err != nil || o.Chapter != nil || o.Size != 5 ||
		o.Digest != "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824" {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestASourceOverItsLimitStillHasADigest(t *testing.T) {
	sources := folder(t, strings.Repeat("x", 5<<20))
	sources[0].Terms = &ingest.Terms{Limits: converters.Limits{Input: 10}}
	outcomes, _ := ingest.Convert(context.Background(), sources, settings(t, scripted{}))
	if o := outcomes[0]; !errors.Is(o.Err, converters.ErrLimit) || len(o.Digest) != 64 || o.Size != 5<<20 {
		t.Errorf("%+v", o)
	}
}

func TestASourceThatChangesWhileItIsReadIsReadAgain(t *testing.T) {
	sources := folder(t, "touch")
	f, err := sources[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	outcomes, err := ingest.Convert(context.Background(), sources, settings(t, scripted{touch: f.Name()}))
	if err != nil || outcomes[0].Err != nil || strings.TrimSpace(outcomes[0].Chapter.Text) != "after" {
		t.Errorf("%+v, %v", outcomes[0], err)
	}
}

func TestCancellingStopsTheRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := settings(t, scripted{})
	s.Jobs = 1
	s.Progress = func(done, _ int) {
		if done == 2 {
			cancel()
		}
	}
	if _, err := ingest.Convert(ctx, folder(t, "a", "b", "steps", "d"), s); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// memory is a cache in memory.
type memory struct {
	mu       sync.Mutex
	chapters map[ingest.Key]*ingest.Chapter
	puts     int
}

func (m *memory) Get(k ingest.Key) (*ingest.Chapter, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.chapters[k]
	return c, ok
}

func (m *memory) Put(k ingest.Key, c *ingest.Chapter) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.puts++
	if m.chapters == nil {
		m.chapters = map[ingest.Key]*ingest.Chapter{}
	}
	m.chapters[k] = c
}

func TestAChapterComesFromTheCacheUnlessSomethingItDependsOnChanged(t *testing.T) {
	cache := &memory{}
	run := func(s ingest.Settings, change func(*ingest.Source)) ingest.Outcome {
		t.Helper()
		s.Cache = cache
		sources := folder(t, "text")
		if change != nil {
			change(&sources[0])
		}
		outcomes, err := ingest.Convert(context.Background(), sources, s)
		if err != nil || outcomes[0].Err != nil {
			t.Fatal(err, outcomes[0].Err)
		}
		return outcomes[0]
	}
	s := settings(t, scripted{})
	first := run(s, nil)
	if first.Cached || !run(s, nil).Cached || cache.puts != 1 {
		t.Error("the second run does not come from the cache")
	}
	for name, change := range map[string]func(*ingest.Source){
		"options":              func(src *ingest.Source) { src.Terms = &ingest.Terms{Options: converters.Options{Tables: "html"}} },
		"limits":               func(src *ingest.Source) { src.Terms = &ingest.Terms{Limits: converters.Limits{Cells: 5}} },
		"the default, in full": func(src *ingest.Source) { src.Terms = &ingest.Terms{Options: converters.Options{Tables: "pipe"}} },
		"another folder":       func(src *ingest.Source) { src.Path = "deep/other.s" },
	} {
		hit := name == "the default, in full" || name == "another folder"
		if got := run(s, change); got.Cached != hit {
			t.Errorf("%s: cached %v", name, got.Cached)
		}
	}
	raised := settings(t, scripted{version: 2})
	tenant := s
	tenant.Namespace = "other"
	deeper := s
	deeper.Base = 4
	for name, s := range map[string]ingest.Settings{"version": raised, "namespace": tenant, "base": deeper} {
		if run(s, nil).Cached {
			t.Errorf("%s: the chapter of another key is taken", name)
		}
	}
}

// A chapter is kept by the versions of all formats that had a part in it.
func TestAChapterDependsOnTheFormatsOfFilesInside(t *testing.T) {
	for name, c := range map[string]struct {
		calls []string
		hit   bool
	}{"none": {nil, true}, "one": {[]string{"part"}, false}, "every": {[]string{converters.EveryFormat}, false}} {
		s := settings(t, scripted{calls: c.calls}, part{})
		s.Cache = &memory{}
		again := settings(t, scripted{calls: c.calls}, part{scripted{version: 2}})
		again.Cache = s.Cache
		sources := folder(t, "text")
		if _, err := ingest.Convert(context.Background(), sources, s); err != nil {
			t.Fatal(err)
		}
		outcomes, err := ingest.Convert(context.Background(), sources, again)
		if err != nil || outcomes[0].Cached != c.hit {
			t.Errorf("%s: cached %v, %v", name, outcomes[0].Cached, err)
		}
	}
}

func TestFailuresAreNotCached(t *testing.T) {
	cache := &memory{}
	s := settings(t, scripted{})
	s.Cache = cache
	ingest.Convert(context.Background(), folder(t, "panic", "corrupt"), s)
	if cache.puts != 0 {
		t.Errorf("%d failures were cached", cache.puts)
	}
}

func TestDigestsKnowTheKeyWithoutConverting(t *testing.T) {
	s := settings(t, scripted{})
	sources := folder(t, "text", "panic")
	full, err := ingest.Convert(context.Background(), sources, s)
	if err != nil {
		t.Fatal(err)
	}
	quick, err := ingest.Digests(context.Background(), sources, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range full {
		if full[i].Digest != quick[i].Digest || full[i].Key != quick[i].Key || quick[i].Chapter != nil || quick[i].Err != nil {
			t.Errorf("source %d: %+v and %+v", i, full[i], quick[i])
		}
	}
}

// A source that is no file gives what a file with its content does; the contents of files
// are given to who asks for them.
func TestContentThatIsHeld(t *testing.T) {
	s := settings(t, scripted{})
	texts := []string{"text", "two\r\nlines", "corrupt", strings.Repeat("long\r\n", 800_000)}
	files := folder(t, texts...)
	held := folder(t, texts...)
	for i, text := range texts {
		held[i].Open, held[i].Held = nil, io.NewSectionReader(strings.NewReader(text), 0, int64(len(text)))
	}
	want, err := ingest.Convert(t.Context(), files, s)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ingest.Convert(t.Context(), held, s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if want[i].Digest != got[i].Digest || want[i].Key != got[i].Key || fmt.Sprint(want[i].Err) != fmt.Sprint(got[i].Err) ||
			want[i].Err == nil && want[i].Chapter.Digest != got[i].Chapter.Digest {
			t.Errorf("source %d: %+v and %+v", i, want[i], got[i])
		}
	}
	var given sync.Map
	outcomes, err := ingest.Digests(t.Context(), files, s, func(i int, o *ingest.Outcome, content *io.SectionReader) {
		text, err := io.ReadAll(content)
		if err != nil || o.Digest != want[i].Digest {
			t.Errorf("source %d: %v, %s", i, err, o.Digest)
		}
		given.Store(i, string(text))
	})
	if err != nil || len(outcomes) != len(texts) {
		t.Fatal(len(outcomes), err)
	}
	for i, text := range texts {
		if got, _ := given.Load(i); got != text {
			t.Errorf("of source %d other content was given", i)
		}
	}
}
