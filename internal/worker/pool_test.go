package worker_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/worker"
	"github.com/seed353dc258/backstory/internal/worker/workertest"
)

// asChild, asReader, asPair and asDoomed are the arguments with which the test
// program is a child: for scripts, for PDF, one that is ready once there are two, or
// one that is killed when it gets a source.
const (
	asChild  = "be-a-child"
	asDoomed = "be-doomed"
	asOpen   = "be-open"    // a child that cannot be confined
	asAll    = "be-for-all" // formats
	asReader = "be-a-reader"
	asPair   = "be-one-of-two"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == asDoomed {
		os.Stdout.WriteString("R\x00\x00\x00\x00\x00\x00\x00\x00")
		_, _ = io.ReadFull(os.Stdin, make([]byte, 10)) // how to begin, and the first byte of a source
		die()
	}
	if len(os.Args) > 1 && (os.Args[1] == asChild || os.Args[1] == asReader || os.Args[1] == asPair || os.Args[1] == asOpen || os.Args[1] == asAll) {
		r, cache := registry(), ""
		switch os.Args[1] {
		case asReader:
			r, cache = readers(), os.Args[2]
		case asAll:
			r = small()
		case asOpen:
			workertest.RefuseSeccomp()
		case asPair:
			waitForAnother(os.Args[2])
		}
		if err := worker.Serve(context.Background(), r, cache, os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// waitForAnother says that there is nothing to compile, and waits until two
// have said so in a folder.
func waitForAnother(folder string) {
	os.Stdout.WriteString("L\x00\x00\x00\x00\x00\x00\x00\x00")
	if f, err := os.CreateTemp(folder, "here"); err == nil {
		f.Close()
	}
	for {
		if here, err := os.ReadDir(folder); err != nil || len(here) > 1 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func registry() *converters.Registry {
	r, err := converters.NewRegistry(script{})
	if err != nil {
		panic(err)
	}
	return r
}

// script is a format whose text says what the converter does.
type script struct{}

func (script) Format() converters.Format {
	return converters.Format{Name: "script", Title: "Scripts", Version: 1, Extensions: []string{"script"}, Isolated: true}
}

func (script) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	what := string(text)
	if every, ok := strings.CutPrefix(what, "pages "); ok {
		return pages(env, every)
	}
	switch what {
	case "engine":
		s, _ := converters.Service[pdf.Engine](env)
		if _, err := s.PDFium(ctx); err != nil {
			return nil, err
		}
	case "hang":
		for {
			runtime.Gosched()
		}
	case "crash":
		os.Exit(7)
	case "panic":
		panic("a bug")
	case "die":
		die()
	case "starve":
		os.Stderr.WriteString("fatal error: runtime: out of memory\n")
		os.Exit(2)
	case "eat":
		var held [][]byte
		for range 4096 {
			b := make([]byte, 1<<20)
			for i := range b {
				b[i] = 1
			}
			held = append(held, b)
			time.Sleep(time.Millisecond)
		}
		what = fmt.Sprint(len(held))
	case "slow":
		time.Sleep(20 * time.Millisecond)
	case "show", "show twice":
		return show(ctx, env, what)
	case "corrupt":
		return nil, converters.Corrupt(document.Pos{Page: 3}, "broken")
	case "limit":
		return nil, env.Check(converters.LimitCells, 1<<40, document.Pos{})
	case "world":
		what = world()
	}
	env.Warn(document.Warning{Code: "seen", Message: "it was seen"})
	return &document.Document{Blocks: []document.Block{document.PlainParagraph(document.Pos{Page: 1}, what)}}, nil
}

// pages tells of three pages, each of which takes so long.
func pages(env *converters.Env, every string) (*document.Document, error) {
	takes, err := time.ParseDuration(every)
	if err != nil {
		return nil, err
	}
	tell, _ := converters.Service[converters.Progress](env)
	for i := range 3 {
		tell(i+1, 3)
		time.Sleep(takes)
	}
	return &document.Document{Blocks: []document.Block{document.PlainParagraph(document.Pos{Page: 1}, "three pages")}}, nil
}

// world says what a converter can reach.
func world() string {
	var reached []string
	if f, err := os.Open("/etc/passwd"); err == nil {
		f.Close()
		reached = append(reached, "files")
	}
	if f, err := os.CreateTemp("", "worker"); err == nil {
		f.Close()
		reached = append(reached, "new files")
	}
	if l, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
		l.Close()
		reached = append(reached, "network")
	}
	if err := exec.Command("/bin/true").Run(); err == nil {
		reached = append(reached, "programs")
	}
	if env := os.Environ(); len(env) > 0 {
		reached = append(reached, "environment")
	}
	reached = append(reached, worldOfSystem()...)
	return "reached: " + strings.Join(reached, ", ")
}

// pool returns a pool whose children are this program.
func pool(t *testing.T) *worker.Pool {
	t.Helper()
	p := &worker.Pool{Arguments: []string{asChild}}
	t.Cleanup(p.Close)
	return p
}

func job(text string) ingest.Job {
	return ingest.Job{Name: "a.script", Content: io.NewSectionReader(strings.NewReader(text), 0, int64(len(text)))}
}

func TestChildGivesTheChapterOfThisProcess(t *testing.T) {
	p := pool(t)
	for _, text := range []string{
		"Hello.", "Once more, by the same child.",
		strings.Repeat("é", 3_000_000), // on one line
		strings.Repeat("A line with 👨‍👩‍👧 and שלום.\n", 200_000),
	} {
		want, err := ingest.Run(context.Background(), registry(), job(text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Convert(context.Background(), job(text))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got, cmpopts.IgnoreFields(ingest.Chapter{}, "Long")); d != "" {
			t.Errorf("the chapter differs (-here +child):\n%s", d)
		}
		if long := len(text) > 4<<20; long != (got.Long != nil) || long && !sameText(t, want.Long, got.Long) {
			t.Errorf("the text of %d bytes differs", len(text))
		}
	}
}

func sameText(t *testing.T, a, b *ingest.LongText) bool {
	t.Helper()
	var sums [2][sha256.Size]byte
	for i, text := range []*ingest.LongText{a, b} {
		sum := sha256.New()
		if _, err := io.Copy(sum, text.Reader()); err != nil {
			t.Fatal(err)
		}
		sum.Sum(sums[i][:0])
		text.Close()
	}
	return sums[0] == sums[1] && a.Size() == b.Size()
}

func TestErrorsKeepTheirKind(t *testing.T) {
	p := pool(t)
	for text, want := range map[string]error{"corrupt": converters.ErrCorrupt, "limit": converters.ErrLimit, "panic": converters.ErrPanic} {
		_, here := ingest.Run(context.Background(), registry(), job(text))
		_, err := p.Convert(context.Background(), job(text))
		if !errors.Is(err, want) || err.Error() != here.Error() {
			t.Errorf("%s: the error is %v, want %v", text, err, here)
		}
	}
}

// TestBadSourceCostsItselfAlone lets sources hang, crash and eat memory, and
// converts a good one after each.
func TestBadSourceCostsItselfAlone(t *testing.T) {
	p := pool(t)
	p.Memory = 300 << 20
	p.Deadline = func(size int64, _ int) time.Duration {
		if size == int64(len("hang")) {
			return 300 * time.Millisecond
		}
		return time.Minute
	}
	for _, c := range []struct {
		text string
		want error
	}{{"hang", ingest.ErrTimeout}, {"crash", converters.ErrPanic}, {"eat", converters.ErrCorrupt}} {
		if c.text == "eat" && runtime.GOOS != "linux" {
			continue
		}
		if _, err := p.Convert(context.Background(), job(c.text)); !errors.Is(err, c.want) {
			t.Errorf("%s: the error is %v, want %v", c.text, err, c.want)
		}
		if got, err := p.Convert(context.Background(), job("Good.")); err != nil || got.Text != "Good." {
			t.Errorf("after %s: %v, %v", c.text, got, err)
		}
	}
}

func TestCancelledSourceEndsItsChild(t *testing.T) {
	p := pool(t)
	if _, err := p.Convert(context.Background(), job("hang!")); err != nil {
		t.Fatalf("a text that is not a command: %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if _, err := p.Convert(ctx, job("hang")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the error is %v, want that of the context", err)
	}
}

func TestChildReachesNothing(t *testing.T) {
	p := pool(t)
	var lacks string
	p.Note = func(what string) { lacks = what }
	got, err := p.Convert(context.Background(), job("world"))
	if err != nil {
		t.Fatal(err)
	}
	// Either of Landlock and seccomp does without the other, but for what is no
	// file, which is of seccomp alone.
	if strings.Contains(lacks, "seccomp") || strings.Contains(lacks, "privileges") || runtime.GOOS != "linux" {
		t.Skipf("this system does not offer all: %s; %s", lacks, got.Text)
	}
	if got.Text != "reached:" {
		t.Errorf("a child %s", got.Text)
	}
}

func TestChildrenStartBesideOneAnotherOnceThereIsNothingToCompile(t *testing.T) {
	p := &worker.Pool{Arguments: []string{asPair, t.TempDir()}}
	t.Cleanup(p.Close)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var group sync.WaitGroup
	for i := range 2 {
		group.Go(func() {
			text := fmt.Sprintf("%%PDF- %d.", i) // what needs the engine
			if got, err := p.Convert(ctx, job(text)); err != nil || got.Text != text {
				t.Errorf("%s: %v, %v", text, got, err)
			}
		})
	}
	group.Wait()
}

func TestManySourcesAtOnce(t *testing.T) {
	p := pool(t)
	var group sync.WaitGroup
	for i := range 12 {
		group.Go(func() {
			text := fmt.Sprintf("Text %d.", i)
			if i%4 == 3 {
				if _, err := p.Convert(context.Background(), job("crash")); !errors.Is(err, converters.ErrPanic) {
					t.Errorf("crash: %v", err)
				}
				return
			}
			if got, err := p.Convert(context.Background(), job(text)); err != nil || got.Text != text {
				t.Errorf("%s: %v, %v", text, got, err)
			}
		})
	}
	group.Wait()
}

func TestChildThatCannotStartIsAnError(t *testing.T) {
	p := &worker.Pool{Program: "/nowhere/at/all"}
	if _, err := p.Convert(context.Background(), job("Hello.")); err == nil {
		t.Error("a program that does not exist gives no error")
	}
}

func TestOnlyWhatIsAskedForIsIsolated(t *testing.T) {
	plain, asks, pdf := converters.Format{Name: "a"}, converters.Format{Name: "b", Isolated: true}, converters.Format{Name: "pdf", Isolated: true}
	for which, want := range map[string][3]bool{
		"": {false, true, true}, "binary": {false, true, true}, "reduced": {false, true, true}, "pdf": {false, false, true}, "all": {true, true, true}, "none": {},
	} {
		p := &worker.Pool{Which: which}
		if got := [3]bool{p.Isolates(plain), p.Isolates(asks), p.Isolates(pdf)}; got != want || worker.ValidWhich(which) != nil {
			t.Errorf("%q: %v, want %v", which, got, want)
		}
	}
	if worker.ValidWhich("some") == nil {
		t.Error(`"some" is taken`)
	}
}

// patience is how long a test waits for what must come: it ends one that would
// hang, and says nothing of how fast a machine is.
const patience = 5 * time.Minute

func TestPagesAreToldAndGiveTime(t *testing.T) {
	p := pool(t)
	var told []string
	p.Progress = func(name string, page, pages int) { told = append(told, fmt.Sprint(name, " ", page, "/", pages)) }
	for usual := 400 * time.Millisecond; ; usual *= 2 {
		p.Deadline = func(_ int64, pages int) time.Duration {
			if pages == 3 {
				return patience
			}
			return usual
		}
		// The pages take longer than is usual, and the first is told at once.
		_, err := p.Convert(context.Background(), job("pages "+(usual/2).String()))
		if errors.Is(err, ingest.ErrTimeout) && len(told) == 0 && usual < patience {
			continue // this machine was too busy to
		}
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	if d := cmp.Diff([]string{"a.script 1/3", "a.script 2/3", "a.script 3/3"}, told); d != "" {
		t.Errorf("the progress (-want +got):\n%s", d)
	}
}

func TestDeadlineGrowsWithSizeAndPages(t *testing.T) {
	for _, c := range []struct {
		size  int64
		pages int
		want  time.Duration
	}{
		{0, 0, worker.DeadlineSmall},
		{1 << 50, 0, worker.DeadlineBig},
		{0, 60, time.Minute},
		{0, 540, worker.DeadlineBig}, // as docs/pdf.md says
		{32 << 20, 0, worker.DeadlineBig},
		{0, 1 << 30, worker.DeadlineBig},
		{16 << 20, 0, (worker.DeadlineSmall + worker.DeadlineBig) / 2},
	} {
		if got := worker.Deadline(c.size, c.pages); got != c.want {
			t.Errorf("%d bytes, %d pages: %s, want %s", c.size, c.pages, got, c.want)
		}
	}
}
