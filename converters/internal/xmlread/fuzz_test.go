package xmlread_test

import (
	"context"
	stdxml "encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// ours lists elements, attributes and texts as this package reads them.
func ours(text string, limits converters.Limits) ([]string, error) {
	s := xmlread.New(context.Background(), env(limits), xmlread.Source{Text: text})
	var out []string
	for {
		kind, err := s.Next()
		if err != nil {
			return out, err
		}
		switch kind {
		case xmlread.EOF:
			return out, nil
		case xmlread.Start:
			out = append(out, "<"+s.Name().Full)
			for i := range s.Attrs() {
				value, err := s.AttrValue(i)
				if err != nil {
					return out, err
				}
				out = append(out, s.AttrName(i).Full+"="+value)
			}
		case xmlread.End:
			out = append(out, ">"+s.Name().Full)
		case xmlread.Text:
			value, err := s.Text()
			if err != nil {
				return out, err
			}
			out = said(out, value)
		}
	}
}

// said adds a text, to the one before it where there is one.
func said(out []string, text string) []string {
	if text == "" {
		return out
	}
	if n := len(out); n > 0 && strings.HasPrefix(out[n-1], "\"") {
		out[n-1] += text
		return out
	}
	return append(out, "\""+text)
}

// theirs lists the same as the standard library reads it.
func theirs(text string) ([]string, error) {
	d := stdxml.NewDecoder(strings.NewReader(text))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	full := func(n stdxml.Name) string {
		if n.Space != "" {
			return n.Space + ":" + n.Local
		}
		return n.Local
	}
	var out, open []string
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) && len(open) == 0 {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		switch token := token.(type) {
		case stdxml.StartElement:
			out = append(out, "<"+full(token.Name))
			open = append(open, full(token.Name))
			for _, a := range token.Attr {
				if name := full(a.Name); name != "xmlns" && !strings.HasPrefix(name, "xmlns:") {
					out = append(out, name+"="+strings.NewReplacer("\n", " ", "\t", " ").Replace(a.Value))
				}
			}
		case stdxml.EndElement:
			if len(open) == 0 || open[len(open)-1] != full(token.Name) {
				return out, fmt.Errorf("unexpected end of %s", full(token.Name))
			}
			open = open[:len(open)-1]
			out = append(out, ">"+full(token.Name))
		case stdxml.CharData:
			if len(open) > 0 {
				out = said(out, string(token))
			}
		}
	}
}

// alike reports whether a text has nothing that the two readers are known to
// read apart: a document type, numbers of white space in values, which only one
// tells from white space, and names with colons at odd places.
func alike(text string) bool {
	return utf8.ValidString(text) && !strings.Contains(text, "<!DOCTYPE") && !strings.Contains(text, "&#") && !strings.Contains(text, "\r")
}

// FuzzScan holds what the scanner reads to what the standard library does, and
// a folded tree to one that is not.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{
		"<a/>", "<a b='1' c=\"&lt;2\">x<b/>y&amp;z</a>", "<?xml version='1.0'?><a><!-- c --><?p i?><![CDATA[<x>]]>t</a>",
		"<a xmlns='u' xmlns:p='v'><p:b p:c='1'/><c xmlns=''/></a>", "<a>" + strings.Repeat("<b>x<c/></b>\n", 20) + "</a>",
		"<!DOCTYPE a><a>&x;</a>", "<a>&#65;&#x42;</a>", "<a>\r\n<b\n/></a\t>", "<a><b></a></b>", "<a b='<'/>", "<a:b:c/>", "<a>]]></a>",
		"<a><b>" + strings.Repeat("<c d='e'>f</c>", 9) + "</b>" + strings.Repeat("<c/>t", 9) + "</a>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		const steps = 1 << 20
		if len(text) > 64<<10 {
			t.Skip("longer than it is worth")
		}
		got, err := ours(text, converters.Limits{Steps: steps, Depth: 64})
		var limit *converters.LimitError
		if errors.As(err, &limit) && limit.Limit == converters.LimitSteps {
			t.Fatalf("%d bytes took more than %d steps", len(text), steps)
		}
		if want, other := theirs(text); err == nil && other == nil && alike(text) {
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q: %s", text, diff)
			}
		}
	})
}
