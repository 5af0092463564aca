package input

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestAPasteIsOneMessage(t *testing.T) {
	long := strings.Repeat("a line of the paste\r", 999) + "the last"
	in := "see " + pasteBegin + long + pasteEnd + " and " + pasteBegin + "one" + pasteEnd + "\x1b[A\r"
	for name, from := range map[string]io.Reader{"whole": strings.NewReader(in), "bytes": iotest.OneByteReader(strings.NewReader(in))} {
		p := &pastes{from: from}
		got, err := io.ReadAll(p)
		if err != nil || string(got) != "see [paste 1: 1000 lines] and one\x1b[A\r" {
			t.Fatalf("%s: %q, %v", name, got, err)
		}
		line, err := p.whole("see [paste 1: 1000 lines] and one")
		if want := "see " + strings.ReplaceAll(long, "\r", "\n") + " and one"; err != nil || line != want {
			t.Errorf("%s: %.80q, %v", name, line, err)
		}
		if line, err = p.whole("[paste 1: 1000 lines]"); err != nil || line != "[paste 1: 1000 lines]" {
			t.Errorf("a mark that nobody pasted: %q", line)
		}
	}
	p := &pastes{from: bytes.NewReader([]byte(pasteBegin + strings.Repeat("x\n", maxInput) + pasteEnd))}
	got, _ := io.ReadAll(p)
	if _, err := p.whole(string(got)); err == nil {
		t.Error("a paste that is too long is taken")
	}
}

// Each @ of a paste has a backslash: it names no file.
func TestAPasteNamesNoFile(t *testing.T) {
	p := &pastes{}
	p.text = []byte("see @notes/plan.md\nand \\@notes/plan.md and a@b.c")
	p.keep()
	got, err := p.whole("hello " + string(p.ready))
	if want := "hello see \\@notes/plan.md\nand \\\\@notes/plan.md and a@b.c"; err != nil || got != want {
		t.Errorf("%q, want %q; %v", got, want, err)
	}
}

// A file's name with blanks in it goes on behind its quote.
func TestANameWithBlanksIsCompleted(t *testing.T) {
	c := completer(func(string) []string { return []string{`@"notes/old plan.md"`, "@notes/"} })
	for line, want := range map[string]string{`see @"notes/old `: `plan.md" `, "see @no": "tes/"} {
		if rest, _ := c.Do([]rune(line), len([]rune(line))); len(rest) != 1 || string(rest[0]) != want {
			t.Errorf("%q: %q, want %q", line, rest, want)
		}
	}
}
