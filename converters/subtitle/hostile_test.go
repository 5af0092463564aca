package subtitle_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/subtitle"
)

// BenchmarkHostile shows that no shape takes more than linear time: compare
// the MB/s of one shape at its sizes.
func BenchmarkHostile(b *testing.B) {
	registry, err := converters.NewRegistry(subtitle.New(), html.New())
	if err != nil {
		b.Fatal(err)
	}
	grow := convtest.Growth{Registry: registry, Name: "in.vtt", From: 1 << 16, Refused: []error{converters.ErrCorrupt, converters.ErrLimit}}
	for _, shape := range []struct {
		name string
		text func(n int) string
	}{
		{"cues", func(n int) string { return "WEBVTT\n\n" + strings.Repeat("00:01.000 --> 00:02.000\na\n\n", n/29) }},
		{"lines of a cue", func(n int) string { return "WEBVTT\n\n00:01.000 --> 00:02.000\n" + strings.Repeat("a\n", n/2) }},
		{"cues that repeat", func(n int) string {
			return "WEBVTT\n\n" + strings.Repeat("00:01.000 --> 00:02.000\nsame\nlines\n\n", n/38)
		}},
		{"open tags", func(n int) string { return "WEBVTT\n\n00:01.000 --> 00:02.000\n" + strings.Repeat("<", n) }},
		{"tags", func(n int) string { return "WEBVTT\n\n00:01.000 --> 00:02.000\n" + strings.Repeat("<v a>", n/5) }},
		{"references", func(n int) string { return "WEBVTT\n\n00:01.000 --> 00:02.000\n" + strings.Repeat("&amp", n/4) }},
		{"arrows", func(n int) string { return "WEBVTT\n\n" + strings.Repeat("--> ", n/4) }},
		{"digits", func(n int) string { return "WEBVTT\n\n" + strings.Repeat("1", n) + ":00.000 --> 00:02.000\na" }},
		{"cues with a style", func(n int) string {
			return "WEBVTT\n\nSTYLE\n::cue(.a){opacity:0}\n\n" + strings.Repeat("00:01.000 --> 00:02.000\n<c.a>a</c>b\n\n", n/36)
		}},
		{"blank lines", func(n int) string { return "WEBVTT\n" + strings.Repeat("\n", n) + "00:01.000 --> 00:02.000\na\n" }},
		{"notes", func(n int) string {
			return "WEBVTT\n\n" + strings.Repeat("NOTE a\n\n", n/8) + "00:01.000 --> 00:02.000\na\n"
		}},
	} {
		grow.Run(b, shape.name, shape.text)
	}
}
