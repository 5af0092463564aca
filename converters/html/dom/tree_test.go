package dom

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/seed353dc258/backstory/converters"
)

// told are the elements whose nesting the comparison tells, since it decides
// what a document says.
const told = " p li ul ol dl dt dd blockquote pre h1 h2 h3 h4 h5 h6 td th tr table caption span sub div section button select option "

// styles are the formatting elements that it tells, in this order.
var styles = []Tag{TagB, TagStrong, TagI, TagEm, TagS, TagCode, TagA}

// ourTexts lists the words of a tree, each with what is around it.
func ourTexts(t *testing.T, src string) []string {
	t.Helper()
	env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
	tr, err := Grow(context.Background(), env, src, QuirksMode, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for id := int32(1); id < tr.Nodes.Len(); id++ {
		n := tr.Node(id)
		if !n.IsText {
			if LeftOut(n.Tag) || n.Tag == TagIframe {
				id = n.End - 1
			}
			continue
		}
		var path []string
		inCell := false
		for p := n.Parent; p != Root; p = tr.Node(p).Parent {
			name := tr.Name(p)
			switch tr.Node(p).Tag {
			case TagTd, TagTh, TagCaption:
				inCell = true
			case TagTable, TagTr:
				if !inCell {
					continue // the builder moves the text out
				}
				inCell = inCell && name == "tr"
			}
			if strings.Contains(told, " "+name+" ") {
				path = append(path, name)
			}
		}
		slices.Reverse(path)
		open := map[Tag]bool{}
		for f := n.Format; f != 0; f = tr.Formats.At(f).Outer {
			open[tr.Formats.At(f).Tag] = true
		}
		out = addWords(out, tr.Text(id), path, open)
	}
	return out
}

// theirTexts lists the same of x/net/html's tree.
func theirTexts(t *testing.T, src string) []string {
	t.Helper()
	doc, err := html.ParseWithOptions(strings.NewReader(src), html.ParseOptionEnableScripting(true))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	var walk func(n *html.Node, path []string, open map[Tag]bool)
	walk = func(n *html.Node, path []string, open map[Tag]bool) {
		switch n.Type {
		case html.TextNode:
			out = addWords(out, n.Data, path, open)
			return
		case html.ElementNode:
			own := tagOf(n.Data)
			switch {
			case own == TagHtml || own == TagBody:
			case n.DataAtom == atom.Head:
			case LeftOut(own) || own == TagIframe:
				return
			case slices.Contains(styles, own):
				inner := map[Tag]bool{own: true}
				for k := range open {
					inner[k] = true
				}
				open = inner
			case strings.Contains(told, " "+n.Data+" "):
				path = append(slices.Clone(path), n.Data)
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, path, open)
		}
	}
	walk(doc, nil, map[Tag]bool{})
	return out
}

func addWords(out []string, s string, path []string, open map[Tag]bool) []string {
	around := strings.Join(path, ">") + " "
	for _, f := range styles {
		if open[f] {
			around += f.String() + ","
		}
	}
	for w := range strings.FieldsSeq(s) {
		out = append(out, w+" in "+around)
	}
	return out
}

func TestTreeIsThatOfTheStandardOnTheCorpus(t *testing.T) {
	for _, src := range corpusPages(t) {
		if d := cmp.Diff(theirTexts(t, src), ourTexts(t, src)); d != "" {
			t.Errorf("-x/net/html +ours:\n%.3000s", d)
		}
	}
}

func TestTreeOfRandomMarkup(t *testing.T) {
	pieces := []string{
		"<p>", "</p>", "<b>", "</b>", "<i>", "</i>", "<b>", "</b>", "<div>", "</div>", "<span>", "</span>", "<ul>", "<li>", "</li>", "</ul>",
		"<h1>", "</h1>", "<h2>", "</h2>", "<a href=x>", "</a>", "<blockquote>", "</blockquote>", "<dl>", "<dt>", "<dd>", "</dl>",
		"<pre>", "</pre>", "<br>", "<hr>", "<code>", "</code>", "<section>", "</section>", "<x-y>", "</x-y>", "<ol>", "</ol>",
		"<button>", "</button>", "<sub>", "</sub>",
	}
	compareRandom(t, pieces, 8)
}

func TestTreeOfRandomTables(t *testing.T) {
	pieces := []string{
		"<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "<tbody>", "</tbody>", "<thead>", "<caption>", "</caption>",
		"<p>", "</p>", "<b>", "</b>", "<ul><li>", "</ul>", "<table><tr><td>", "</td></tr></table>", "<td>", "<tr><td>",
	}
	compareRandom(t, pieces, 16)
}

// compareRandom compares trees of random markup. Of a thousand, some may
// differ: the standard takes blocks out of the spans that a formatting
// element's end tag closes around them, and lists in tables out of the lists
// around. What is between cells is compared as the builder moves it, and
// so are the texts regardless of their order.
func compareRandom(t *testing.T, pieces []string, mayDiffer int) {
	t.Helper()
	const rounds = 20_000
	r := rand.New(rand.NewPCG(3, 4))
	differ, example := 0, ""
	for range rounds {
		var b strings.Builder
		for i := range r.IntN(14) {
			b.WriteString(pieces[r.IntN(len(pieces))])
			if r.IntN(2) == 0 {
				b.WriteString(" w" + string(rune('a'+i)) + " ")
			}
		}
		src := "<!doctype html>" + b.String()
		theirs, ours := theirTexts(t, src), ourTexts(t, src)
		slices.Sort(theirs)
		slices.Sort(ours)
		if d := cmp.Diff(theirs, ours); d != "" {
			differ++
			if example == "" || len(src) < len(example) {
				example = src + "\n" + d
			}
		}
	}
	t.Logf("%d of %d differ", differ, rounds)
	if differ*1000 > mayDiffer*rounds {
		t.Errorf("%d of %d differ, such as (-x/net/html +ours)\n%s", differ, rounds, example)
	}
}
