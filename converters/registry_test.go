package converters_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// fake is a converter that does what a test says.
type fake struct {
	format  converters.Format
	sniff   string // what its content begins with; empty is no sniffer
	convert func(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error)
}

func (f fake) Format() converters.Format { return f.format }

func (f fake) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	if f.convert == nil {
		content, err := io.ReadAll(in)
		return &document.Document{Blocks: []document.Block{document.PlainParagraph(document.Pos{}, f.format.Name+" "+string(content))}}, err
	}
	return f.convert(ctx, in, env)
}

// sniffing is a fake that can tell its format.
type sniffing struct{ fake }

func (s sniffing) Sniff(content *io.SectionReader) bool {
	head := make([]byte, len(s.sniff))
	n, _ := content.ReadAt(head, 0)
	return string(head[:n]) == s.sniff
}

func named(name string, extensions ...string) fake {
	return fake{format: converters.Format{Name: name, Version: 1, Extensions: extensions}}
}

func input(name, content string) converters.Input {
	return converters.Input{Name: name, SectionReader: io.NewSectionReader(bytes.NewReader([]byte(content)), 0, int64(len(content)))}
}

func registry(t *testing.T, cs ...converters.Converter) *converters.Registry {
	t.Helper()
	r, err := converters.NewRegistry(cs...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// convert runs one input and returns the text of the first paragraph.
func convert(r *converters.Registry, in converters.Input, env *converters.Env) (string, error) {
	d, err := r.Convert(context.Background(), in, env)
	if err != nil {
		return "", err
	}
	return document.InlineText(d.Blocks[0].(*document.Paragraph).Inlines), nil
}

func env(r *converters.Registry) *converters.Env {
	return converters.NewEnv(r, converters.Limits{}, converters.Options{})
}

// coqui: 114, 115
func TestARegistryHoldsWhatItIsGiven(t *testing.T) {
	r := registry(t, named("hook", "hook"))
	if got, err := convert(r, input("a.hook", "x"), env(r)); err != nil || got != "hook x" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, ok := registry(t).ForName("a.hook"); ok {
		t.Error("an empty registry reads a file")
	}
}

func TestTwoClaimsAreAnErrorThatNamesBoth(t *testing.T) {
	for _, second := range []fake{
		named("two", "x"),
		named("one", "y"),
		{format: converters.Format{Name: "three", Filenames: []string{"Makefile"}}},
	} {
		first := named("one", "x")
		first.format.Filenames = []string{"Makefile"}
		_, err := converters.NewRegistry(first, second)
		if err == nil || !strings.Contains(err.Error(), "one and "+second.format.Name) {
			t.Errorf("%s: %v", second.format.Name, err)
		}
	}
	if _, err := converters.NewRegistry(named("upper", "TXT")); err == nil {
		t.Error("an extension in upper case passes")
	}
}

func TestTheNameDecidesWhetherAFileIsRead(t *testing.T) {
	f := named("text", "txt")
	f.format.Filenames = []string{"Makefile"}
	r := registry(t, f)
	for name, want := range map[string]bool{
		"a.txt": true, "A.TXT": true, "a.b.txt": true, "Makefile": true,
		"makefile": false, "txt": false, "a.txt ": false, "a.": false, "a.exe": false,
	} {
		if _, ok := r.ForName(name); ok != want {
			t.Errorf("%s: %v, want %v", name, ok, want)
		}
	}
	for name, reason := range map[string]string{
		"a.exe": "Unsupported extension: .exe", "README": "Unsupported file without an extension", "trail.": "Unsupported file without an extension",
	} {
		_, err := convert(r, input(name, "x"), env(r))
		if !errors.Is(err, converters.ErrUnsupported) || err.Error() != reason {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestContentDecidesHowAContainerIsRead(t *testing.T) {
	a, b := sniffing{named("a", "a")}, sniffing{named("b", "b")}
	a.sniff, b.sniff = "AA", "BB"
	r := registry(t, a, b, named("text", "txt"))
	e := env(r)
	if got, err := convert(r, input("x.a", "BB!"), e); err != nil || got != "b BB!" {
		t.Errorf("got %q, %v", got, err)
	}
	if w := e.Warnings(); len(w) != 1 || w[0].Code != converters.WarnContentDiffers {
		t.Errorf("warnings: %v", w)
	}
	for name, want := range map[string]string{"x.a": "a ??", "x.txt": "text ??"} {
		if got, _ := convert(r, input(name, "??"), env(r)); got != want {
			t.Errorf("%s: got %q", name, got)
		}
	}
	if got, _ := convert(r, input("x.txt", "BB"), env(r)); got != "text BB" {
		t.Errorf("a text became %q", got)
	}
}

func TestAPanicIsAnError(t *testing.T) {
	f := named("bad", "bad")
	f.convert = func(context.Context, converters.Input, *converters.Env) (*document.Document, error) { panic("boom") }
	r := registry(t, f)
	_, err := convert(r, input("x.bad", "x"), env(r))
	var panicked *converters.PanicError
	if !errors.Is(err, converters.ErrPanic) || !errors.As(err, &panicked) || panicked.Value != "boom" || panicked.Stack == "" {
		t.Errorf("got %v", err)
	}
	f.convert = func(context.Context, converters.Input, *converters.Env) (*document.Document, error) { return nil, nil }
	r = registry(t, f)
	if _, err := convert(r, input("x.bad", "x"), env(r)); err == nil {
		t.Error("no document and no error passes")
	}
}

// A converter that says nothing of budgets ends at the limit all the same.
func TestNodesAreChargedWhereTheyAreMade(t *testing.T) {
	lines := strings.Repeat("a\n", 1<<20)
	cards := func(text string, e *converters.Env) *document.Document {
		d := &document.Document{}
		for line := range strings.Lines(text) {
			d.Blocks = append(d.Blocks, e.PlainParagraph(document.Pos{}, line))
		}
		return d
	}
	styled := func(text string, e *converters.Env) *document.Document {
		runs, p := e.Runs(), converters.Make(e, &document.Paragraph{})
		for i := range len(text) {
			runs.Text(text[i:i+1], document.Styles(0).With(document.Emphasis+document.Style(i%2)))
		}
		p.Inlines = runs.Inlines()
		return &document.Document{Blocks: []document.Block{p}}
	}
	for _, read := range []func(string, *converters.Env) *document.Document{cards, styled} {
		made := 0
		f := named("toy", "toy")
		f.convert = func(_ context.Context, in converters.Input, e *converters.Env) (*document.Document, error) {
			d := read(lines, e)
			made = len(d.Blocks)
			return d, nil
		}
		r := registry(t, f)
		e := converters.NewEnv(r, converters.Limits{Nodes: 1 << 18}, converters.Options{})
		_, err := r.Convert(context.Background(), converters.Input{Name: "x.toy", SectionReader: io.NewSectionReader(strings.NewReader(lines), 0, int64(len(lines)))}, e)
		var over *converters.LimitError
		if !errors.As(err, &over) || over.Limit != converters.LimitNodes || over.Value > over.Max+100 || made > 0 {
			t.Errorf("%v, and %d blocks", err, made)
		}
	}
}

func TestWhatAConverterReturnsIsCleaned(t *testing.T) {
	r := registry(t, named("text", "txt"))
	e := env(r)
	if got, err := convert(r, input("x.txt", "a\u202eb\x1b[31mc"), e); err != nil || got != "text abc" {
		t.Errorf("got %q, %v", got, err)
	}
	var codes []string
	for _, w := range e.Warnings() {
		codes = append(codes, w.Code)
	}
	if strings.Join(codes, " ") != "char-u02 char-u09" {
		t.Errorf("warnings: %v", codes)
	}
}

func TestInputOverItsLimitIsNotRead(t *testing.T) {
	r := registry(t, named("text", "txt"))
	e := converters.NewEnv(r, converters.Limits{Input: 3}, converters.Options{})
	_, err := convert(r, input("x.txt", "four"), e)
	var limit *converters.LimitError
	if !errors.As(err, &limit) || limit.Limit != converters.LimitInput || limit.Value != 4 || limit.Max != 3 {
		t.Errorf("got %v", err)
	}
	want := "size of one source: 4 bytes is over the limit of 3: raise limits.input in backstory/.backstory.json, or --limit input=N"
	if err == nil || err.Error() != want {
		t.Errorf("message: %v", err)
	}
}

func TestASourceInsideASourceSharesTheBudget(t *testing.T) {
	outer := named("outer", "outer")
	outer.convert = func(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
		if err := env.Spend(converters.LimitCells, 1, document.Pos{}); err != nil {
			return nil, err
		}
		return env.Convert(ctx, input("x.outer", ""))
	}
	r := registry(t, outer)
	_, err := convert(r, input("x.outer", ""), env(r))
	var limit *converters.LimitError
	if !errors.As(err, &limit) || limit.Limit != converters.LimitNesting || limit.Value != 5 {
		t.Errorf("nesting: %v", err)
	}
	e := converters.NewEnv(r, converters.Limits{Cells: 1, Nesting: 9}, converters.Options{})
	if _, err := convert(r, input("x.outer", ""), e); !errors.As(err, &limit) || limit.Limit != converters.LimitCells {
		t.Errorf("cells: %v", err)
	}
}

type greeter interface{ Greet() string }

type hello struct{}

func (hello) Greet() string { return "hello" }

func TestAServiceIsFoundByItsType(t *testing.T) {
	e := converters.NewEnv(registry(t), converters.Limits{}, converters.Options{}, 7, hello{})
	if g, ok := converters.Service[greeter](e); !ok || g.Greet() != "hello" {
		t.Error("the service is not found")
	}
	if _, ok := converters.Service[io.Reader](e); ok {
		t.Error("a service that is not there is found")
	}
}

func TestWarningsAreCountedByCodeAndMessage(t *testing.T) {
	e := env(registry(t))
	for i := range 300 {
		e.Warn(document.Warning{Code: "a", Message: strings.Repeat("x", i%250), Pos: document.LineSpan(i+1, i+1)})
	}
	e.Warn(document.Warning{Code: "b", Message: "once", Count: 3})
	total, kinds := 0, 0
	for _, w := range e.Warnings() {
		kinds++
		total += w.Count
	}
	if total != 303 || kinds != 201 {
		t.Errorf("%d warnings of %d kinds; want 303 of 201", total, kinds)
	}
	if w := e.Warnings()[0]; w.Pos.Lines.First != 1 {
		t.Errorf("the first place is lost: %v", w)
	}
}

// countingContext is cancelled at its nth look.
type countingContext struct {
	context.Context
	looks, after int
}

func (c *countingContext) Err() error {
	if c.looks++; c.looks > c.after {
		return context.Canceled
	}
	return nil
}

func TestCancellingIsSeenAfterSomeSteps(t *testing.T) {
	e := env(registry(t))
	ctx := &countingContext{Context: context.Background(), after: 2}
	steps := 0
	for ; steps < 1_000_000; steps++ {
		if err := e.Step(ctx, 1, document.Pos{}); err != nil {
			if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			break
		}
	}
	if steps < 8_000 || steps > 20_000 {
		t.Errorf("seen after %d steps", steps)
	}
}

func TestStepsAreALimit(t *testing.T) {
	e := converters.NewEnv(registry(t), converters.Limits{Steps: 10_000}, converters.Options{})
	var err error
	for range 20_000 {
		if err = e.Step(context.Background(), 1, document.Pos{}); err != nil {
			break
		}
	}
	if !errors.Is(err, converters.ErrLimit) {
		t.Errorf("got %v", err)
	}
}
