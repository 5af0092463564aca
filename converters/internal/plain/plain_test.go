package plain_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

func open(content string) converters.Input {
	return converters.Input{Name: "in.txt", SectionReader: io.NewSectionReader(strings.NewReader(content), 0, int64(len(content)))}
}

func env(limits converters.Limits) *converters.Env {
	return converters.NewEnv(nil, limits, converters.Options{})
}

func TestTextIsDecodedAndGated(t *testing.T) {
	for content, want := range map[string]string{
		"plain":                             "plain",
		"\xef\xbb\xbfa\r\nb\rc":             "a\nb\nc",
		"\xff\xfeH\x00i\x00":                "Hi",
		"page one\fpage two":                "page one\fpage two",
		"\x1b[31mred\x1b[0m and \u202Eevil": "red and evil",
		"caf\xe9 au lait, s'il vous pla\xeet, et un d\xe9jeuner": "café au lait, s'il vous plaît, et un déjeuner",
	} {
		got, err := plain.Lines(context.Background(), open(content), env(converters.Limits{}))
		if err != nil || got != want {
			t.Errorf("Text(%q) = %q, %v; want %q", content, got, err, want)
		}
	}
}

func TestCodeShowsWhatTurnsItAround(t *testing.T) {
	got, err := plain.Code(context.Background(), open("a = \u202E1"), env(converters.Limits{}))
	if want := `a = \u{202E}1`; err != nil || got != want {
		t.Errorf("Code = %q, %v; want %q", got, err, want)
	}
}

// coqui: 59
func TestBlankIsAnError(t *testing.T) {
	for _, content := range []string{"", " \r\n\t", "\xef\xbb\xbf", "\u200B\u2060"} {
		_, err := plain.Lines(context.Background(), open(content), env(converters.Limits{}))
		if !errors.Is(err, converters.ErrCorrupt) || err.Error() != "File is empty" {
			t.Errorf("Text(%q): %v", content, err)
		}
	}
}

func TestWhatIsNotTextIsNamed(t *testing.T) {
	for content, want := range map[string]string{
		"\x89PNG\r\n\x1a\n\x00\x00":          "the file is a PNG image, not text: rename it, or leave it out",
		"\x1b$)C\x0e0!3*\x0f and \x0e;g\x0f": "the file is ISO-2022-KR text, an encoding that is not read: save it as UTF-8",
	} {
		_, err := plain.Lines(context.Background(), open(content), env(converters.Limits{}))
		if !errors.Is(err, converters.ErrCorrupt) || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestDoubtsBecomeWarnings(t *testing.T) {
	e := env(converters.Limits{})
	if _, err := plain.Lines(context.Background(), open("Grüße aus Köln, \xff und noch ein Satz dazu.\n"), e); err != nil {
		t.Fatal(err)
	}
	codes := map[string]int{}
	for _, w := range e.Warnings() {
		codes[w.Code] += w.Count
	}
	if codes[converters.WarnEncodingReplaced]+codes[converters.WarnEncodingUncertain] != 1 {
		t.Errorf("one bad byte gives %v", e.Warnings())
	}
}

func TestLimitsHold(t *testing.T) {
	for _, limit := range []converters.Limit{converters.LimitInput, converters.LimitSteps} {
		_, err := plain.Lines(context.Background(), open(strings.Repeat("a", 10_000)), env(converters.Limits{}.With(limit, 1)))
		var over *converters.LimitError
		if !errors.As(err, &over) || over.Limit != limit {
			t.Errorf("%s at 1: %v", limit, err)
		}
	}
}

func TestShortReaderIsAnError(t *testing.T) {
	in := converters.Input{Name: "in.txt", SectionReader: io.NewSectionReader(bytes.NewReader([]byte("abc")), 0, 10)}
	if _, err := plain.Lines(context.Background(), in, env(converters.Limits{})); err == nil || !strings.Contains(err.Error(), "shorter") {
		t.Errorf("got %v", err)
	}
}

func TestPlaceCountsEveryLineEndOnce(t *testing.T) {
	const text = "a\nbc\r\nd\reé!"
	for _, c := range []struct {
		at           string
		line, column int
	}{{"a", 1, 1}, {"b", 2, 1}, {"c", 2, 2}, {"d", 3, 1}, {"e", 4, 1}, {"!", 4, 3}} {
		line, column := plain.Place(text, strings.Index(text, c.at))
		if line != c.line || column != c.column {
			t.Errorf("%q is at %d:%d, want %d:%d", c.at, line, column, c.line, c.column)
		}
	}
	if line, column := plain.Place("a\n", 99); line != 2 || column != 1 {
		t.Errorf("behind the end: %d:%d", line, column)
	}
}

func TestBlockKeepsWhatStandsBefore(t *testing.T) {
	got := plain.Block(converters.NewEnv(nil, converters.Limits{}, converters.Options{}), "\n  a\n\tb \u00a0\n\n", "go")
	want := &document.CodeBlock{Pos: document.LineSpan(1, 3), Lang: "go", Text: "\n  a\n\tb"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
