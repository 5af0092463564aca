package eml_test

import (
	"errors"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/csv"
	"github.com/seed353dc258/backstory/converters/eml"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/text"
)

// nested returns parts inside one another, each with a boundary that the one
// around it begins with.
func nested(n int) string {
	var b strings.Builder
	b.WriteString("Subject: a\n")
	for i := range n / 80 {
		mark := "b" + strconv.Itoa(i)
		b.WriteString("Content-Type: multipart/mixed; boundary=" + mark + "\n\n--" + mark + "\n")
	}
	return b.String() + "\na\n"
}

// BenchmarkHostile shows that no shape takes more than linear time: compare
// the MB/s of one shape at its sizes.
func BenchmarkHostile(b *testing.B) {
	registry, err := converters.NewRegistry(eml.New(), html.New(), text.New(), csv.New())
	if err != nil {
		b.Fatal(err)
	}
	grow := convtest.Growth{Registry: registry, Name: "in.eml", From: 1 << 16, Refused: []error{converters.ErrCorrupt, converters.ErrLimit}}
	for _, s := range shapes() {
		grow.Run(b, s.name, s.text)
	}
}

// TestWorkIsLinear measures the memory that shapes take in all: four times the
// size may not take much more than four times of it.
func TestWorkIsLinear(t *testing.T) {
	registry, err := converters.NewRegistry(eml.New(), html.New(), text.New(), csv.New())
	if err != nil {
		t.Fatal(err)
	}
	took := func(text string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := registry.Convert(t.Context(), converters.TextInput("in.eml", text), converters.NewEnv(registry, converters.Limits{}, converters.Options{}))
		if err != nil && !errors.Is(err, converters.ErrCorrupt) && !errors.Is(err, converters.ErrLimit) {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	const size = 16 << 10
	for _, s := range shapes() {
		took(s.text(size)) // what is made once
		small, large := took(s.text(size)), took(s.text(4*size))
		if large > 6*small+100_000 {
			t.Errorf("%s: %d bytes take %d, four times of them %d", s.name, size, small, large)
		}
	}
}

type shape struct {
	name string
	text func(n int) string
}

// shapes are messages of about a size that could take more than linear time.
func shapes() []shape {
	const head = "Subject: a\n"
	return []shape{
		{"parts inside parts", nested},
		{"messages inside messages", func(n int) string {
			return head + strings.Repeat("Content-Type: message/rfc822\n\nSubject: a\n", n/42) + "\na\n"
		}},
		{"parts", func(n int) string {
			return head + "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\n\na\n", n/7)
		}},
		{"almost boundaries", func(n int) string {
			return head + "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n" + strings.Repeat("--bb\n", n/5)
		}},
		{"headers", func(n int) string { return head + strings.Repeat("a: b\n", n/5) + "\na\n" }},
		{"lines of a header", func(n int) string { return head + strings.Repeat(" a\n", n/3) + "\na\n" }},
		{"encoded words", func(n int) string { return "Subject: " + strings.Repeat("=?utf-8?q?a?= ", n/14) + "\n\na\n" }},
		{"open words", func(n int) string { return "Subject: " + strings.Repeat("=?", n/2) + "\n\na\n" }},
		{"parameters", func(n int) string {
			return head + "Content-Type: text/plain" + strings.Repeat("; a=\"b\"", n/7) + "\n\na\n"
		}},
		{"quotations in turn", func(n int) string { return head + "\n" + strings.Repeat("> a\nb\n", n/6) }},
		{"deep quotations", func(n int) string { return head + "\n" + strings.Repeat(">", n) + "a\n" }},
		{"flowed lines", func(n int) string {
			return head + "Content-Type: text/plain; format=flowed\n\n" + strings.Repeat("a \n", n/3)
		}},
		{"base64", func(n int) string {
			return head + "Content-Transfer-Encoding: base64\n\n" + strings.Repeat("YQ==\n", n/5)
		}},
		{"quoted-printable", func(n int) string {
			return head + "Content-Transfer-Encoding: quoted-printable\n\n" + strings.Repeat("a=\n", n/3)
		}},
		{"messages of a mailbox", func(n int) string { return strings.Repeat("From a\nSubject: a\n\na\n\n", n/22) }},
		{"boundaries that are not declared", func(n int) string {
			return head + "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--a\na\n", n/6)
		}},
		{"NUL", func(n int) string { return head + "\n" + strings.Repeat("\x00", n) }},
	}
}
