package json_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/json"
)

// BenchmarkHostile shows that no shape takes more than linear time: compare
// the MB/s of one shape at its sizes.
func BenchmarkHostile(b *testing.B) {
	registry, err := converters.NewRegistry(json.New())
	if err != nil {
		b.Fatal(err)
	}
	grow := convtest.Growth{Registry: registry, Name: "in.json", From: 1 << 16, Refused: []error{converters.ErrCorrupt, converters.ErrLimit}}
	for _, shape := range []struct {
		name string
		text func(n int) string
	}{
		{"deep", func(n int) string { return strings.Repeat("[", n) }},
		{"escapes", func(n int) string { return `"` + strings.Repeat(`\u0041`, n/6) + `"` }},
		{"lone surrogates", func(n int) string { return `"` + strings.Repeat(`\ud800`, n/6) + `"` }},
		{"keys", func(n int) string { return "{" + strings.Repeat(`"a":1,`, n/6) + `"b":2}` }},
		{"digits", func(n int) string { return strings.Repeat("1", n) }},
		{"exponents", func(n int) string { return "[" + strings.Repeat("1e9,", n/4) + "0]" }},
		{"blank lines", func(n int) string { return strings.Repeat("\n", n) + "0" }},
		{"open strings", func(n int) string { return strings.Repeat(`"a`, n/2) }},
		{"fault at the end", func(n int) string { return "[" + strings.Repeat("1,\n", n/3) + "]" }},
		{"values", func(n int) string { return strings.Repeat("1\n", n/2) }},
	} {
		grow.Run(b, shape.name, shape.text)
	}
}
