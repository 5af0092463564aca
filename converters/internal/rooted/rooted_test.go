package rooted_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/internal/rooted"
)

func TestRootIsAsFarUpAsAddressesLead(t *testing.T) {
	for _, c := range []struct{ urls, want string }{
		{"", ""},
		{"https://example.com/a", ""},
		{"../../guide", "../../"},
		{"../../guide ../../plan.ods", "../../"},
		{"../../guide ../../../b", "../../../"},
		{"../../guide ../../../plan.ods", ""},
		{"../../plan.ods", ""},
		{"../guide", ""},
		{"../../", ""},
		{"../../#place", ""},
	} {
		var w rooted.Ways
		for url := range strings.FieldsSeq(c.urls) {
			w.Add(url)
		}
		if got := w.Root(2); got != c.want {
			t.Errorf("root of %q = %q, want %q", c.urls, got, c.want)
		}
	}
}

func TestSiteIsFoundAtTheRoot(t *testing.T) {
	for _, c := range []struct {
		url, root, want string
		ok              bool
	}{
		{"../../guide", "../../", "/guide", true},
		{"../../guide/a/#b.c", "../../", "/guide/a/#b.c", true},
		{"../../script%3Ffoo=1.5&bar=2", "../../", "/script?foo=1.5&bar=2", true},
		{"../../plan.ods", "../../", "../../plan.ods", false},
		{"../../../guide", "../../", "../../../guide", false},
		{"guide", "", "guide", false},
	} {
		if got, ok := rooted.Site(c.url, c.root); got != c.want || ok != c.ok {
			t.Errorf("site of %q = %q, %v; want %q, %v", c.url, got, ok, c.want, c.ok)
		}
	}
}

func TestWayThroughADocumentIsSeenFromIt(t *testing.T) {
	for _, c := range []struct {
		url, want string
		ok        bool
	}{
		{"../texts/plan.odt/a.md", "a.md", true},
		{"../texts/plan.odt", "../texts/plan.odt", false},
		{"../texts/plan.odt/", "../texts/plan.odt/", false},
		{"https://example.com/plan.odt/a.md", "https://example.com/plan.odt/a.md", false},
	} {
		if got, ok := rooted.Inside(c.url); got != c.want || ok != c.ok {
			t.Errorf("%q inside = %q, %v; want %q, %v", c.url, got, ok, c.want, c.ok)
		}
	}
}
