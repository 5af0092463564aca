package input

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInputIsRead(t *testing.T) {
	l := NewPipe(strings.NewReader("one\r\ntwo \\\nlines\n\"\"\"\na\n\nb\n\"\"\"\nlast"))
	var got []string
	for {
		text, err := Read(l, "> ")
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, text)
	}
	if diff := cmp.Diff([]string{"one", "two \nlines", "a\n\nb", "last"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestInputIsBounded(t *testing.T) {
	for name, in := range map[string]string{
		"a line":        strings.Repeat("x", maxInput+1) + "\nnext\n",
		"a block":       Quotes + "\n" + strings.Repeat(strings.Repeat("y", 1023)+"\n", 2000) + Quotes,
		"continuations": strings.Repeat(strings.Repeat("z", 1022)+"\\\n", 2000),
	} {
		if _, err := Read(NewPipe(strings.NewReader(in)), ""); err == nil || errors.Is(err, io.EOF) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCompletionKeepsTheWord(t *testing.T) {
	c := completer(func(string) []string { return []string{"caelum", "cara", "lyra"} })
	rest, n := c.Do([]rune("/profile ca and"), len("/profile ca"))
	var got []string
	for _, r := range rest {
		got = append(got, string(r))
	}
	if diff := cmp.Diff([]string{"elum ", "ra "}, got); diff != "" || n != 2 {
		t.Error(diff, n)
	}
}
