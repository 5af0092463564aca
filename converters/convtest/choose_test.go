package convtest

import (
	"testing"

	"github.com/seed353dc258/backstory/converters"
)

// Every number that the search of FuzzParts has stands for options that may be
// given, and all that packages know are among them.
func TestOptionsOfAFuzzVary(t *testing.T) {
	var zero converters.Options
	for what, n := range map[string]struct {
		most int
		is   func(o converters.Options) bool
	}{
		"tables=html":       {256, func(o converters.Options) bool { return o.Tables == "html" && o.Hidden == "mark" }},
		"rows":              {256, func(o converters.Options) bool { return o.Rows > 0 && o.Tables == "html" }},
		"formulas=keep":     {256, func(o converters.Options) bool { return o.Formulas == "keep" && o.Hidden == "keep" }},
		"comments=off":      {256, func(o converters.Options) bool { return o.Comments == "off" }},
		"metadata=keep":     {256, func(o converters.Options) bool { return o.Metadata == "keep" }},
		"compat=coqui":      {1 << 10, func(o converters.Options) bool { return o.Compat == "coqui" }},
		"front-matter=keep": {1 << 10, func(o converters.Options) bool { return o.FrontMatter == "keep" }},
		"html=article":      {1 << 10, func(o converters.Options) bool { return o.HTML == "article" }},
		"nothing":           {1, func(o converters.Options) bool { return o == zero }},
	} {
		found := false
		for i := range n.most {
			o := chosen(i)
			if err := o.Validate(); err != nil {
				t.Fatal(err)
			}
			found = found || n.is(o)
		}
		if !found {
			t.Errorf("no number below %d gives %s", n.most, what)
		}
	}
}
