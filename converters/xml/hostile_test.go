package xml_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/xml"
)

// BenchmarkHostile shows that no shape takes more than linear time: compare
// the MB/s of one shape at its sizes.
func BenchmarkHostile(b *testing.B) {
	inside := func(unit string) func(int) string {
		return func(n int) string { return "<a>" + strings.Repeat(unit, n/len(unit)) + "</a>" }
	}
	registry, err := converters.NewRegistry(xml.New())
	if err != nil {
		b.Fatal(err)
	}
	grow := convtest.Growth{Registry: registry, Name: "in.xml", From: 1 << 18}
	for _, shape := range []struct {
		name string
		text func(n int) string
	}{
		{"CDATA", inside("<![CDATA[x]]>")},
		{"text between comments", inside("x<!---->")},
		{"lines", inside("x\n")},
		{"references", inside("&#10;")},
		{"elements", inside("<b/>")},
		{"blank", inside(" ")},
		{"blank lines around", func(n int) string { return strings.Repeat("\n", n/2) + "<a/>" + strings.Repeat("\n", n/2) }},
		{"attribute", func(n int) string { return "<a b='" + strings.Repeat("&lt; ", n/5) + "'/>" }},
	} {
		grow.Run(b, shape.name, shape.text)
	}
}
