package dom

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed353dc258/backstory/converters/convtest"
	"golang.org/x/net/html"
)

// ourTokens lists the tokens of a source, with the attributes that we keep.
func ourTokens(src string) []string {
	var out []string
	z := NewScanner(src, nil)
	for {
		t := z.Next()
		switch t.Kind {
		case EndOfInput:
			return out
		case TextToken:
			s := t.Text
			if !t.Raw {
				s = Unescape(s)
			}
			out = addText(out, s)
		case StartToken:
			s := "<" + strings.ToLower(t.Name)
			for _, a := range t.Attrs {
				s += fmt.Sprintf(" %s=%q", Attrs[a.Key], UnescapeValue(a.Value))
			}
			out = append(out, s)
		case EndToken:
			out = append(out, "</"+strings.ToLower(t.Name))
		}
	}
}

// theirTokens lists the same from x/net/html's tokenizer.
func theirTokens(src string) []string {
	var out []string
	z := html.NewTokenizer(strings.NewReader(src))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return out
		case html.TextToken:
			out = addText(out, string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			s := "<" + t.Data
			for _, a := range t.Attr {
				if AttrOf(a.Key) != AttrNone {
					s += fmt.Sprintf(" %s=%q", a.Key, a.Val)
				}
			}
			out = append(out, s)
		case html.EndTagToken:
			out = append(out, "</"+z.Token().Data)
		}
	}
}

// addText adds a text, to the one before it if that is one: comments between
// them are not listed.
func addText(out []string, s string) []string {
	if s == "" {
		return out
	}
	if n := len(out); n > 0 && strings.HasPrefix(out[n-1], "“") {
		out[n-1] += s
		return out
	}
	return append(out, "“"+s)
}

func TestTokensAreThoseOfTheStandardsTokenizer(t *testing.T) {
	for _, src := range corpusPages(t) {
		src = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(src)
		if d := cmp.Diff(theirTokens(src), ourTokens(src)); d != "" {
			t.Errorf("-x/net/html +ours:\n%.2000s", d)
		}
	}
}

func TestTokensOfRandomMarkup(t *testing.T) {
	pieces := []string{
		"<", ">", "</", "/>", "<p", "<b>", "</b>", "</p>", " id=", "\"", "'", "=", "x", " ", "&amp;", "&lt", "&#x41;", "&copy=", "&notit;",
		"<!--", "-->", "--!>", "<!-->", "<!doctype html>", "<!", "<?x?>", "<script>", "</script>", "<style>", "</style>",
		"class=a", "<title>t</title>", "<textarea>y</textarea>", "<x:y/>", "<a href=u title='&amp;v'>", "\n", "é", "\t",
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var b strings.Builder
		for range r.IntN(12) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		src := b.String()
		if departs(src) {
			continue
		}
		if d := cmp.Diff(theirTokens(src), ourTokens(src)); d != "" {
			t.Fatalf("%q: -x/net/html +ours:\n%s", src, d)
		}
	}
}

// departs reports whether we read a source otherwise on purpose: a quote that
// nothing closes.
func departs(src string) bool {
	z := NewScanner(src, nil)
	for {
		switch t := z.Next(); {
		case t.cut:
			return true
		case t.Kind == EndOfInput:
			return false
		}
	}
}

// corpusPages returns the pages of the corpus.
func corpusPages(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, f := range convtest.CorpusFiles(t, "html/*.html") {
		out = append(out, strings.ToValidUTF8(string(f.Content), "?"))
	}
	return out
}
