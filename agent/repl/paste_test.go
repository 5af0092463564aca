package repl

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
