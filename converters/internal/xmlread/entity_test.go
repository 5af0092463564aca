package xmlread_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

func expand(text string) (string, error) {
	return xmlread.Expand(converters.NewEnv(nil, converters.Limits{}, converters.Options{}), text)
}

func TestEntitiesOfTheInternalSubsetArePutIn(t *testing.T) {
	for _, c := range []struct{ what, in, want string }{
		{"no document type", "<a>&b;</a>", "<a>&b;</a>"},
		{"no subset", `<!DOCTYPE a SYSTEM "a[1].dtd"><a/>`, `<!DOCTYPE a SYSTEM "a[1].dtd"><a/>`},
		{"elements and attributes alone", "<!DOCTYPE a [<!ELEMENT a (#PCDATA)>\n<!ATTLIST a b CDATA ']'>]><a/>", "<!DOCTYPE a \n><a/>"},
		{"a text", `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;d&amp;</a>`, `<!DOCTYPE a ><a>cd&amp;</a>`},
		{"one in another, used before", `<!DOCTYPE a [<!ENTITY b "(&c;)"><!ENTITY c "&#38;lt;">]><a>&b;</a>`, `<!DOCTYPE a ><a>(&lt;)</a>`},
		{"the first of two counts", `<!DOCTYPE a [<!ENTITY b "1"><!ENTITY b "2">]><a>&b;</a>`, `<!DOCTYPE a ><a>1</a>`},
		{"elements in an entity", `<!DOCTYPE a [<!ENTITY b "<i>x</i>">]><a>&b;</a>`, `<!DOCTYPE a ><a><i>x</i></a>`},
		{"an attribute", `<!DOCTYPE a [<!ENTITY b 'say "x"'>]><a b="&b;"/>`, `<!DOCTYPE a ><a b="say &quot;x&quot;"/>`},
		{"an external one stays", `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`, `<!DOCTYPE a ><a>&b;</a>`},
		{"a parameter entity", `<!DOCTYPE a [<!ENTITY % d "<!ENTITY b 'x'>"> %d; ]><a>&b;</a>`, `<!DOCTYPE a ><a>x</a>`},
		{"comments, data, instructions", `<!DOCTYPE a [<!-- <!ENTITY b "no"> ]> --><!ENTITY b "c">]><a><!--&b;--><![CDATA[&b;]]><?p &b;?>&b;</a>`, `<!DOCTYPE a ><a><!--&b;--><![CDATA[&b;]]><?p &b;?>c</a>`},
	} {
		got, err := expand(c.in)
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.what, got, err, c.want)
		}
	}
}

func TestEntitiesAreBounded(t *testing.T) {
	var laughs strings.Builder
	laughs.WriteString(`<!DOCTYPE a [<!ENTITY l0 "lol">`)
	for i := range 12 {
		laughs.WriteString(`<!ENTITY l` + string(rune('a'+i)) + ` "`)
		before := "l0"
		if i > 0 {
			before = "l" + string(rune('a'+i-1))
		}
		laughs.WriteString(strings.Repeat("&"+before+";", 10) + `">`)
	}
	laughs.WriteString(`]><a>&ll;</a>`)
	for what, in := range map[string]string{
		"laughs":               laughs.String(),
		"itself":               `<!DOCTYPE a [<!ENTITY b "&b;">]><a>&b;</a>`,
		"itself in a value":    `<!DOCTYPE a [<!ENTITY b "&b;">]><a b="&b;"/>`,
		"a parameter, itself":  `<!DOCTYPE a [<!ENTITY % b "%b;"> %b; ]><a/>`,
		"many uses":            `<!DOCTYPE a [<!ENTITY b "">]><a>` + strings.Repeat("&b;", 10_001) + `</a>`,
		"a subset without end": `<!DOCTYPE a [<!ENTITY b "`,
	} {
		if _, err := expand(in); !errors.Is(err, converters.ErrCorrupt) {
			t.Errorf("%s: %v", what, err)
		}
	}
	big := `<!DOCTYPE a [<!ENTITY b "` + strings.Repeat("x", 1<<20) + `">]><a>` + strings.Repeat("&b;", 200) + `</a>`
	if _, err := expand(big); !errors.Is(err, converters.ErrLimit) {
		t.Errorf("much text: %v", err)
	}
}

func TestPrefixesOfKnownNamespacesAreTakenAway(t *testing.T) {
	const ns = "http://www.w3.org/1999/xhtml"
	for in, want := range map[string]string{
		`<h:p xmlns:h="` + ns + `">a<h:b>c</h:b></h:p>`: `<p xmlns:h="` + ns + `">a<b>c</b></p>`,
		`<p xmlns="` + ns + `"><m:x xmlns:m="other"/>`:  `<p xmlns="` + ns + `"><m:x xmlns:m="other"/>`,
		`<p xmlns:h`: `<p xmlns:h`,
	} {
		if got := xmlread.Unprefixed(in, ns); got != want {
			t.Errorf("%s: %s", in, got)
		}
	}
}

func FuzzExpand(f *testing.F) {
	f.Add(`<?xml version="1.0"?><!DOCTYPE a PUBLIC "x" 'y' [<!ENTITY % p "<!ENTITY b '&#38;c;'>">%p;<!ENTITY c "<i d='&b;'/>">]><a b="&c;">&b;&c;</a>`)
	f.Fuzz(func(t *testing.T, text string) {
		if out, err := expand(text); err == nil {
			xmlread.Unprefixed(out, "x")
		}
	})
}
