package model

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func events(t testing.TB, r io.Reader) ([]message, error) {
	t.Helper()
	s := newStream(r)
	var all []message
	for {
		m, err := s.next()
		if err != nil {
			return all, err
		}
		all = append(all, m)
	}
}

func TestEventsAreRead(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []message
	}{
		"data alone":             {"data: a\n\n", []message{{"", "a"}}},
		"a type":                 {"event: x\ndata: a\n\n", []message{{"x", "a"}}},
		"several lines":          {"data: a\ndata:b\ndata:  c\n\n", []message{{"", "a\nb\n c"}}},
		"CRLF":                   {"event: x\r\ndata: a\r\n\r\ndata: b\r\n\r\n", []message{{"x", "a"}, {"", "b"}}},
		"CR":                     {"data: a\r\rdata: b\r\r", []message{{"", "a"}, {"", "b"}}},
		"comments and others":    {": ping\n\nid: 1\nretry: 2\ndata: a\n\n", []message{{"", "a"}}},
		"a byte order mark":      {"\xef\xbb\xbfdata: a\n\n", []message{{"", "a"}}},
		"an event without data":  {"event: x\n\ndata: a\n\n", []message{{"", "a"}}},
		"blank events":           {"data\n\ndata: \n\n\n\ndata:a\n\n", []message{{"", "a"}}},
		"a type alone":           {"event: x\ndata:\n\n", []message{{"x", ""}}},
		"no blank line":          {"data: a\n\ndata: b\n", []message{{"", "a"}, {"", "b"}}},
		"no end of the line":     {"data: a\n\ndata: {\"b\":1}", []message{{"", "a"}, {"", `{"b":1}`}}},
		"half a value":           {"data: a\n\ndata: {\"b\":", []message{{"", "a"}}},
		"lines of JSON":          {"{\"a\":1}\n{\"b\":2}\n", []message{{"", `{"a":1}`}, {"", `{"b":2}`}}},
		"an end without a break": {"data: a\n\ndata: b", []message{{"", "a"}}},
	} {
		for how, r := range map[string]io.Reader{
			"whole":   strings.NewReader(c.text),
			"by byte": iotest.OneByteReader(strings.NewReader(c.text)),
		} {
			got, err := events(t, r)
			if err != io.EOF {
				t.Errorf("%s, %s: %v", name, how, err)
			}
			if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(message{})); diff != "" {
				t.Errorf("%s, %s:\n%s", name, how, diff)
			}
		}
	}
}

func TestLongLinesAreRefused(t *testing.T) {
	_, err := events(t, strings.NewReader("data: "+strings.Repeat("a", maxLine+1)+"\n\n"))
	if !errors.Is(err, errLongLine) {
		t.Errorf("%v", err)
	}
}

func TestLongAnswersAreRefused(t *testing.T) {
	line := "data: " + strings.Repeat("a", maxLine/2) + "\n\n"
	_, err := events(t, strings.NewReader(strings.Repeat(line, 2*maxAnswer/maxLine+1)))
	if !errors.Is(err, errLongAnswer) {
		t.Errorf("%v", err)
	}
}

func FuzzEvents(f *testing.F) {
	f.Add("event: x\r\ndata: a\r\ndata: b\n\n: c\rdata")
	f.Fuzz(func(t *testing.T, text string) {
		whole, _ := events(t, strings.NewReader(text))
		pieces, _ := events(t, iotest.OneByteReader(strings.NewReader(text)))
		if diff := cmp.Diff(whole, pieces, cmp.AllowUnexported(message{})); diff != "" {
			t.Errorf("in pieces:\n%s", diff)
		}
	})
}
