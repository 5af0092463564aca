package convtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// fake is a converter for lines of text. Its knobs break one promise each.
type fake struct {
	format converters.Format
	knobs  knobs
}

type knobs struct {
	before func(ctx context.Context, in converters.Input, env *converters.Env) error
	line   func(env *converters.Env, number int, text string) (document.Block, error)
	deaf   bool // never looks at the budget
	late   int  // lines that it reads on after an error
}

func (f *fake) Format() converters.Format { return f.format }

func (f *fake) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	if f.knobs.before != nil {
		if err := f.knobs.before(ctx, in, env); err != nil {
			return nil, err
		}
	}
	content, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	if len(content) == 0 {
		return nil, converters.Corrupt(document.Pos{}, "empty")
	}
	doc := &document.Document{}
	var failed error
	for i, text := range strings.Split(strings.TrimSuffix(string(content), "\n"), "\n") {
		if err := f.spend(ctx, env, i+1, text); err != nil && failed == nil {
			failed = err
		}
		if failed != nil {
			if f.knobs.late--; f.knobs.late < 0 {
				return nil, failed
			}
			continue
		}
		b, err := f.block(env, i+1, text)
		if err != nil {
			return nil, err
		}
		doc.Blocks = append(doc.Blocks, b)
	}
	if failed != nil {
		return nil, failed
	}
	return doc, nil
}

func (f *fake) spend(ctx context.Context, env *converters.Env, number int, text string) error {
	if f.knobs.deaf {
		return nil
	}
	if err := env.Step(ctx, int64(len(text)+1), document.LineSpan(number, number)); err != nil {
		return err
	}
	return env.Spend(converters.LimitNodes, 1, document.LineSpan(number, number))
}

func (f *fake) block(env *converters.Env, number int, text string) (document.Block, error) {
	if f.knobs.line != nil {
		return f.knobs.line(env, number, text)
	}
	if strings.HasPrefix(text, "!") {
		env.Warn(document.Warning{Code: "fake-bang", Pos: document.LineSpan(number, number), Message: "a bang"})
	}
	return document.PlainParagraph(document.LineSpan(number, number), text), nil
}

func newFake(k knobs) *fake {
	return &fake{knobs: k, format: converters.Format{
		Name: "fake", Title: "Lines", Version: 1, Extensions: []string{"fake"},
		Limits:   []converters.Limit{converters.LimitNodes},
		Warnings: []converters.WarningInfo{{Code: "fake-bang", Title: "a bang"}},
	}}
}

// cases are what an honest fake passes.
func fakeCases() map[string]string {
	return map[string]string{
		"lines": "Each line is a paragraph.\n-- in.fake --\none\ntwo\n" +
			"-- want.dump --\nparagraph @line 1\n  text \"one\"\nparagraph @line 2\n  text \"two\"\n-- want.md --\none\n\ntwo\n",
		"bang":  "A bang is a warning.\n-- in.fake --\n!\n-- want.md --\n!\n-- want.warnings --\nfake-bang 1 (line 1) a bang\n",
		"empty": "Nothing is an error.\n-- in.fake --\n-- want.error --\ncorrupt: empty\n",
	}
}

// suiteOf makes a suite with cases on disk and an up-to-date version.txt.
func suiteOf(t *testing.T, c converters.Converter, cases map[string]string, options ...Option) *suite {
	t.Helper()
	dir := t.TempDir()
	for name, text := range cases {
		if err := os.WriteFile(filepath.Join(dir, name+".txtar"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	big := Big("big.fake", func() []byte { return []byte(strings.Repeat("a line of some length\n", 5000)) })
	s, err := newSuite(c, dir, append([]Option{big}, options...))
	if err != nil {
		t.Fatal(err)
	}
	s.update = true
	s.checkVersion()
	s.update = false
	return s
}

// problemsOf runs every check and returns what it says, by the check's name.
func problemsOf(s *suite) map[string]string {
	out := map[string]string{}
	for _, c := range checks() {
		if p := c.run(s); len(p) > 0 {
			out[c.name] = strings.Join(p, "\n")
		}
	}
	return out
}

func TestHonestConverterPasses(t *testing.T) {
	for name, p := range problemsOf(suiteOf(t, newFake(knobs{}), fakeCases())) {
		t.Errorf("%s: %s", name, p)
	}
}

// broken lists converters that break one promise, with the check that has to
// notice and a part of what it says.
func broken() []struct {
	name, check, says string
	knobs             knobs
} {
	calls := 0
	paragraph := func(n int, text string) document.Block {
		return document.PlainParagraph(document.LineSpan(n, n), text)
	}
	return []struct {
		name, check, says string
		knobs             knobs
	}{
		{"another text than the golden", "golden", "want.md differs", knobs{line: func(_ *converters.Env, n int, text string) (document.Block, error) {
			return paragraph(n, text+"."), nil
		}}},
		{"a panic", "truncated", "a panic: short", knobs{before: func(_ context.Context, in converters.Input, _ *converters.Env) error {
			if in.Size() == 1 {
				panic("short")
			}
			return nil
		}}},
		{"an error of no kind", "truncated", "no kind that a caller can act on", knobs{before: func(_ context.Context, in converters.Input, _ *converters.Env) error {
			if in.Size() == 1 {
				return errors.New("short")
			}
			return nil
		}}},
		{"state between sources", "repeatable", "a second conversion gives something else", knobs{line: func(_ *converters.Env, n int, text string) (document.Block, error) {
			calls++
			return paragraph(n, fmt.Sprint(text, calls)), nil
		}}},
		{"reading around the section", "repeatable", "begins in the middle of its reader", knobs{before: func(_ context.Context, in converters.Input, env *converters.Env) error {
			outer, offset, _ := in.Outer()
			head := make([]byte, 1)
			if _, err := outer.ReadAt(head, 0); err == nil && offset > 0 {
				env.Warn(document.Warning{Code: "fake-bang", Message: "begins with " + string(head)})
			}
			return nil
		}}},
		{"a goroutine", "repeatable", "goroutines were started", knobs{before: func(context.Context, converters.Input, *converters.Env) error {
			go func() { select {} }()
			return nil
		}}},
		{"an undeclared warning", "sound", `"fake-whimper" is not declared`, knobs{before: func(_ context.Context, _ converters.Input, env *converters.Env) error {
			env.Warn(document.Warning{Code: "fake-whimper", Message: "a whimper"})
			return nil
		}}},
		{"a warning that nobody expects", "golden", "gives warnings and does not state them", knobs{before: func(_ context.Context, _ converters.Input, env *converters.Env) error {
			env.Warn(document.Warning{Code: "fake-bang", Message: "a bang"})
			return nil
		}}},
		{"a block without place", "sound", "block 1 (*document.Paragraph) has no Pos", knobs{line: func(_ *converters.Env, _ int, text string) (document.Block, error) {
			return document.PlainParagraph(document.Pos{}, text), nil
		}}},
		{"no budget", "cancel", "without a look at the context", knobs{deaf: true}},
		{"no budget for steps", "limits", "no case passes the limit steps", knobs{deaf: true}},
		{"no budget for nodes", "limits", "no case passes the limit nodes", knobs{deaf: true}},
		{"going on after the end", "cancel", "times more before it returns", knobs{late: 1 << 30}},
		{"another error than the context's", "cancel", "the error is not the context's", knobs{before: func(ctx context.Context, _ converters.Input, _ *converters.Env) error {
			if ctx.Err() != nil {
				return converters.Corrupt(document.Pos{}, "interrupted")
			}
			return nil
		}}},
		{"an undeclared limit", "undeclared limits", "the limit depth changes the outcome", knobs{before: func(_ context.Context, _ converters.Input, env *converters.Env) error {
			return env.Check(converters.LimitDepth, 2, document.Pos{})
		}}},
		{"a limit that is not said to be one", "limits", "the error is not a LimitError of one of them", knobs{before: func(_ context.Context, _ converters.Input, env *converters.Env) error {
			if env.Limits.Nodes == 1 {
				return converters.Corrupt(document.Pos{}, "too much")
			}
			return nil
		}}},
	}
}

func TestEachBrokenPromiseIsNoticed(t *testing.T) {
	for _, b := range broken() {
		t.Run(b.name, func(t *testing.T) {
			problems := problemsOf(suiteOf(t, newFake(b.knobs), fakeCases()))
			if !strings.Contains(problems[b.check], b.says) {
				t.Errorf("the check %q does not say %q: it says\n%s\nall: %v", b.check, b.says, problems[b.check], problems)
			}
		})
	}
}

func TestStreamedRowsAreHeldToTheSame(t *testing.T) {
	f := newFake(knobs{line: func(_ *converters.Env, n int, text string) (document.Block, error) {
		return &document.Table{Pos: document.LineSpan(n, n), Columns: 1, Source: &dirtyRows{}}, nil
	}})
	problems := problemsOf(suiteOf(t, f, fakeCases()))
	if !strings.Contains(problems["repeatable"], "second time") {
		t.Errorf("rows that differ when they are read again are not noticed: %v", problems)
	}
}

// dirtyRows gives other rows each time.
type dirtyRows struct{ times int }

func (d *dirtyRows) Rows() iter.Seq2[document.Row, error] {
	return func(yield func(document.Row, error) bool) {
		d.times++
		yield(document.Row{Cells: []document.Cell{{Text: fmt.Sprint(d.times)}}}, nil)
	}
}

func TestVersionHasToRiseWithTheOutcome(t *testing.T) {
	s := suiteOf(t, newFake(knobs{}), fakeCases())
	s.format.Version = 0
	if got := s.checkVersion(); len(got) > 0 {
		t.Errorf("a format that is being written: %v", got)
	}
	s.format.Version = 1
	changed := newFake(knobs{line: func(_ *converters.Env, n int, text string) (document.Block, error) {
		return document.PlainParagraph(document.LineSpan(n, n), text+"."), nil
	}})
	for _, update := range []bool{false, true} {
		s.converter, s.update = changed, update
		s.registry, _ = converters.NewRegistry(changed)
		got := strings.Join(s.checkVersion(), "\n")
		if !strings.Contains(got, "lines: the same input gives another document than before") || !strings.Contains(got, "raise Format.Version to 2") {
			t.Errorf("update %v: %s", update, got)
		}
	}
	s.format.Version, s.update = 2, false
	if got := s.checkVersion(); len(got) != 1 || !strings.Contains(got[0], "out of date") {
		t.Errorf("version raised, not written: %v", got)
	}
	s.update = true
	if got := s.checkVersion(); len(got) > 0 {
		t.Errorf("version raised, written: %v", got)
	}
	s.format.Version = 1
	if got := s.checkVersion(); len(got) != 1 || !strings.Contains(got[0], "only ever rises") {
		t.Errorf("version lowered: %v", got)
	}
}

func TestNewCaseNeedsNoNewVersion(t *testing.T) {
	s := suiteOf(t, newFake(knobs{}), fakeCases())
	c, err := parseCase("new.txtar", []byte("New.\n-- in.fake --\nnew\n-- want.md --\nnew\n"))
	if err != nil {
		t.Fatal(err)
	}
	s.cases = append(s.cases, c)
	if got := s.checkVersion(); len(got) != 1 || !strings.Contains(got[0], "out of date") {
		t.Errorf("without -update: %v", got)
	}
	s.update = true
	if got := s.checkVersion(); len(got) > 0 {
		t.Errorf("with -update: %v", got)
	}
}

func TestUpdateFillsSectionsAndAddsNone(t *testing.T) {
	s := suiteOf(t, newFake(knobs{}), map[string]string{
		"fill": "Filled.\n-- in.fake --\n!\n-- want.md --\n",
		"bad":  "An error is not made a golden.\n-- in.fake --\n-- want.md --\n",
	})
	s.update = true
	got := strings.Join(s.checkGoldens(), "\n")
	if got != "bad: error: empty" {
		t.Errorf("problems: %s", got)
	}
	data, err := os.ReadFile(filepath.Join(s.dir, "fill.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	want := "Filled.\n-- in.fake --\n!\n-- want.md --\n!\n-- want.warnings --\nfake-bang 1 (line 1) a bang\n"
	if string(data) != want {
		t.Errorf("got:\n%s\nwant:\n%s", data, want)
	}
	s.update = false
	if got := s.checkGoldens(); len(got) != 1 {
		t.Errorf("after the update: %v", got)
	}
}

func TestCasesAreRefusedThatSayTooLittle(t *testing.T) {
	for text, says := range map[string]string{
		"":                                      "first line",
		"\n-- in.fake --\n-- want.md --\n":      "first line",
		"T\n-- want.md --\n":                    "no input",
		"T\n-- in.fake --\nx\n":                 "nothing of an outcome",
		"T\n-- in.fake --\n-- inn --\n":         "no section has this name",
		"T\n-- in.a --\n-- in.b --\n":           "one input",
		"T\n-- in.a --\n-- in.a/b --\n":         "one input",
		"T\n-- in.a --\n-- in.a --\n":           "two sections",
		"T\n-- in.a.hex --\nfg\n":               "hex member",
		"T\n-- in.a --\n-- options.json --\n{x": "options.json",
		"T\n-- in.a --\n-- want.md --\n-- limits.json --\n{\"dpth\": 1}\n":        "unknown field",
		"T\n-- in.a --\n-- want.md --\n-- options.json --\n{\"tables\": \"x\"}\n": "tables",
		"T\n-- in.a --\n-- want.md --\n-- want.error --\n":                        "both an error and a document",
	} {
		_, err := parseCase("case.txtar", []byte(text))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}

func TestInputsAreDecodedAndPacked(t *testing.T) {
	for text, want := range map[string]input{
		"T\n-- in.a --\nx\n-- want.md --\n":                              {"in.a", []byte("x\n")},
		"T\n-- in.a.hex --\n# c\nff FE00\"a\\n\"0a # d\n-- want.md --\n": {"in.a", []byte("\xff\xfe\x00a\n\n")},
		"T\n-- in.a.base64 --\naGVs\nbG8=\n-- want.md --\n":              {"in.a", []byte("hello")},
		"T\n-- in/Makefile --\nall:\n-- want.md --\n":                    {"Makefile", []byte("all:\n")},
		"T\n-- in/Makefile.hex --\n61\n-- want.md --\n":                  {"Makefile", []byte("a")},
		"T\n-- in.a --\n-- want.md --\n":                                 {"in.a", []byte("")},
	} {
		c, err := parseCase("case.txtar", []byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if c.input.name != want.name || string(c.input.content) != string(want.content) {
			t.Errorf("%q: got %s %q", text, c.input.name, c.input.content)
		}
	}
	const odt = "T\n-- in.odt/mimetype --\nm\n-- in.odt/a/b.xml --\n<b/>\n-- in.odt/c.bin.hex --\n00\n-- want.md --\n"
	first, err := parseCase("case.txtar", []byte(odt))
	if err != nil {
		t.Fatal(err)
	}
	again, _ := parseCase("case.txtar", txtar.Format(first.archive))
	if string(first.input.content) != string(again.input.content) || !strings.HasPrefix(string(first.input.content), "PK\x03\x04") {
		t.Error("parts are not packed to the same bytes each time")
	}
	if !strings.Contains(string(first.input.content[:60]), "mimetypem") {
		t.Errorf("mimetype is not first and stored: %q", first.input.content[:60])
	}
}

func TestUnsoundOutcomesAreNoticed(t *testing.T) {
	s := suiteOf(t, newFake(knobs{}), fakeCases())
	for _, c := range []struct {
		name, says string
		spoil      func(*outcome)
	}{
		{"a heading that nobody meant", "does not read as the model means", func(o *outcome) { o.markdown = "# one\n\ntwo\n" }},
		{"a lost paragraph", "does not read as the model means", func(o *outcome) { o.markdown = "one\n" }},
		{"a control character", "the character U+001B", func(o *outcome) { o.markdown = "\x1b" }},
		{"an override", "the character U+202E", func(o *outcome) { o.markdown = "\u202e" }},
		{"a noncharacter", "the character U+FFFE", func(o *outcome) { o.markdown = "\ufffe" }},
		{"bytes that are not UTF-8", "not UTF-8", func(o *outcome) { o.markdown = "\xff" }},
		{"text that went around the gate", "holds what the gate removes: U09", func(o *outcome) {
			o.doc.Blocks[0].(*document.Paragraph).Inlines[0].(*document.Text).Value = "\u202eevil"
		}},
		{"an error of several lines", "several lines", func(o *outcome) { o.err = converters.Corrupt(document.Pos{}, "a\nb") }},
		{"a warning without count", "has to have a count", func(o *outcome) {
			o.warnings = []document.Warning{{Code: "fake-bang", Message: "m"}}
		}},
	} {
		o := s.convert(context.Background(), of(s.cases[2]))
		if problems := s.sound(o); len(problems) > 0 {
			t.Fatalf("%s: %v", s.cases[2].name, problems)
		}
		c.spoil(&o)
		if got := strings.Join(s.sound(o), "\n"); !strings.Contains(got, c.says) {
			t.Errorf("%s: %q, want %q", c.name, got, c.says)
		}
	}
}

func TestFuzzingLooksAtWhatTheSuiteLooksAt(t *testing.T) {
	calls := 0
	for says, k := range map[string]knobs{
		"a panic: boom": {before: func(context.Context, converters.Input, *converters.Env) error { panic("boom") }},
		"a second conversion": {line: func(_ *converters.Env, n int, text string) (document.Block, error) {
			calls++
			return document.PlainParagraph(document.LineSpan(n, n), fmt.Sprint(text, calls)), nil
		}},
	} {
		s := suiteOf(t, newFake(k), fakeCases())
		if got := strings.Join(s.fuzzed(job{input: input{"in.fake", []byte("a")}, limits: fuzzLimits()}), "\n"); !strings.Contains(got, says) {
			t.Errorf("%q, want %q", got, says)
		}
	}
	s := suiteOf(t, newFake(knobs{}), fakeCases())
	if got := s.fuzzed(job{input: input{"in.fake", []byte("*a\x00\n\xff\n# b\n")}, limits: fuzzLimits()}); len(got) > 0 {
		t.Errorf("an honest converter: %v", got)
	}
}

func TestFormatsAreHeldToTheirDescription(t *testing.T) {
	for says, spoil := range map[string]func(*converters.Format){
		"Format.Title":               func(f *converters.Format) { f.Title = "" },
		"Format.Version is 0":        func(f *converters.Format) { f.Version = 0 },
		"has files, which is":        func(f *converters.Format) { f.Limits = append(f.Limits, converters.LimitFiles) },
		`has "Not a code"`:           func(f *converters.Format) { f.Warnings[0].Code = "Not a code" },
		"convtest.With(other.New())": func(f *converters.Format) { f.Calls = []string{"other"} },
	} {
		f := newFake(knobs{})
		s := suiteOf(t, f, fakeCases())
		spoil(&f.format)
		s.format = f.format
		if got := strings.Join(s.checkFormat(), "\n"); !strings.Contains(got, says) {
			t.Errorf("%q, want %q", got, says)
		}
	}
}
