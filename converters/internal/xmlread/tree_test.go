package xmlread_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

func tree(t *testing.T, text string) *xmlread.Tree {
	t.Helper()
	tr, err := xmlread.ReadTree(context.Background(), env(converters.Limits{}), xmlread.Source{Text: text, Spaces: spaces()})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func TestTreeHoldsTheDocument(t *testing.T) {
	tr := tree(t, "<a xmlns='urn:a' b='1'>x<c/>\n<d e='&lt;'>y<![CDATA[z]]></d><!-- --><?p?></a>")
	if tr.All(xmlread.Root) != "x\nyz" || tr.Comments != 1 || tr.Instructions != 1 {
		t.Errorf("all %q, %d comments, %d instructions", tr.All(xmlread.Root), tr.Comments, tr.Instructions)
	}
	d := tr.Child(xmlread.Root, 1, "d")
	if d == 0 || tr.Parent(d) != xmlread.Root || tr.Attr(d, xmlread.None, "e") != "<" || tr.Pos(d) != document.LineSpan(2, 2) {
		t.Errorf("d: %v %v %q %v", d, tr.Name(d), tr.Attr(d, xmlread.None, "e"), tr.Pos(d))
	}
	if tr.Child(xmlread.Root, xmlread.None, "d") != 0 || tr.Attr(d, 1, "e") != "" {
		t.Error("a name of another namespace is found")
	}
	if name, value := tr.AttrAt(xmlread.Root, 0); tr.Attrs(xmlread.Root) != 1 || name.Local != "b" || value != "1" {
		t.Errorf("attribute %v %q", name, value)
	}
	if got := tr.Inner(d); got != "y<![CDATA[z]]>" {
		t.Errorf("inside of d: %q", got)
	}
	if got := tree(t, "<!DOCTYPE a PUBLIC 'b' 'c'><a/>").Doctype(); got != " a PUBLIC 'b' 'c'" {
		t.Errorf("document type: %q", got)
	}
	if y := tr.First(d); tr.Text(y) != "y" || tr.Text(tr.Next(y)) != "z" || tr.All(d) != "yz" {
		t.Errorf("%q", tr.All(d))
	}
	first := tr.First(xmlread.Root)
	if !tr.IsText(first) || tr.Text(first) != "x" || tr.Next(d) != 0 {
		t.Error("children out of order")
	}
}

func TestTreeIsBounded(t *testing.T) {
	text := "<a>" + strings.Repeat("<b/>", 100) + "</a>"
	_, err := xmlread.ReadTree(context.Background(), env(converters.Limits{Nodes: 50}), xmlread.Source{Text: text})
	var over *converters.LimitError
	if !errors.As(err, &over) || over.Limit != converters.LimitNodes {
		t.Errorf("got %v", err)
	}
}

func TestPartsAreDecoded(t *testing.T) {
	const want = `<?xml version="1.0" encoding="%s"?><a>é</a>`
	utf16 := func(text string, swap bool) string {
		b := []byte("\xff\xfe")
		for _, r := range text {
			b = append(b, byte(r), byte(r>>8))
		}
		if swap {
			for i := 0; i < len(b); i += 2 {
				b[i], b[i+1] = b[i+1], b[i]
			}
		}
		return string(b)
	}
	for _, c := range []struct{ encoding, content string }{
		{"UTF-8", want},
		{"UTF-8", "\xef\xbb\xbf" + want},
		{"UTF-16", utf16(want, false)},
		{"UTF-16", utf16(want, true)},
		{"UTF-16", utf16(want, true)[2:]},
		{"windows-1252", strings.ReplaceAll(want, "é", "\xe9")},
	} {
		got, err := xmlread.Decode("p.xml", []byte(strings.Replace(c.content, "%s", c.encoding, 1)))
		got = strings.Replace(got, c.encoding, "%s", 1)
		if err != nil || strings.TrimPrefix(strings.Replace(got, "%s", "", 1), "") != strings.Replace(want, "%s", "", 1) {
			t.Errorf("%s: %q, %v", c.encoding, got, err)
		}
	}
	if _, err := xmlread.Decode("p.xml", []byte("\x89PNG\r\n\x1a\n\x00\x00")); !errors.Is(err, converters.ErrCorrupt) {
		t.Errorf("an image: %v", err)
	}
}

func TestDeclaredEncodingIsRead(t *testing.T) {
	for head, want := range map[string]string{
		`<?xml version="1.0" encoding="koi8-r"?>`: "koi8-r", `<?xml version='1.0' encoding = 'x' ?>`: "x",
		`<?xml version="1.0"?>`: "", `<a encoding="x"/>`: "", `<?xml encoding=x?>`: "", ``: "", `<?xml encoding="x`: "",
	} {
		if got := xmlread.Declared([]byte(head)); string(got) != want {
			t.Errorf("%s: %q", head, got)
		}
	}
}

func TestAnElementIsReadAsATree(t *testing.T) {
	s := xmlread.New(context.Background(), env(converters.Limits{}), xmlread.Source{
		Text: "<a xmlns='urn:a'><b c='1'>x<d>y</d></b><e/></a>", Spaces: spaces(),
	})
	for range 2 {
		if _, err := s.Next(); err != nil {
			t.Fatal(err)
		}
	}
	tr, err := s.ReadElement(0)
	if err != nil {
		t.Fatal(err)
	}
	if tr.All(xmlread.Root) != "xy" || tr.Attr(xmlread.Root, xmlread.None, "c") != "1" || tr.Child(xmlread.Root, 1, "d") == 0 || tr.Parent(xmlread.Root) != 0 {
		t.Errorf("the tree of b: %q", tr.All(xmlread.Root))
	}
	if s.Local() != "b" || s.Depth() != 2 {
		t.Errorf("at %s, depth %d", s.Local(), s.Depth())
	}
	if kind, err := s.Next(); kind != xmlread.Start || s.Local() != "e" || err != nil {
		t.Errorf("behind it: %v %v", kind, err)
	}
}

func TestATreeLeavesOutWhatItsReaderDoesNotAskFor(t *testing.T) {
	env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
	tree, err := xmlread.ReadTree(context.Background(), env, xmlread.Source{
		Text: `<a><skip x="1"><b>1</b><skip/></skip><c>2</c><skip/>3</a>`,
		Omit: func(n xmlread.Name) bool { return n.Local == "skip" },
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := tree.All(xmlread.Root); got != "23" || tree.Size() != 4 {
		t.Errorf("%q, size %d", got, tree.Size())
	}
	_, err = xmlread.ReadTree(context.Background(), env, xmlread.Source{
		Text: `<a><skip><b></skip></a>`, Omit: func(n xmlread.Name) bool { return n.Local == "skip" },
	})
	if !errors.Is(err, converters.ErrCorrupt) {
		t.Errorf("what is left out was not checked: %v", err)
	}
}

func TestATreeKeepsTextsAndValuesAsTheyAre(t *testing.T) {
	tr := tree(t, "<a x='1' y='&lt;' z=\"a\nb\"><![CDATA[<c>]]>p&amp;q\r\nr<b/>end</a>")
	var texts []string
	for c := tr.First(xmlread.Root); c != 0; c = tr.Next(c) {
		if tr.IsText(c) {
			texts = append(texts, tr.Text(c))
		}
	}
	if got := strings.Join(texts, "|"); got != "<c>|p&q\nr|end" {
		t.Errorf("%q", got)
	}
	if got := tr.Inner(xmlread.Root); got != "<![CDATA[<c>]]>p&amp;q\r\nr<b/>end" {
		t.Errorf("%q", got)
	}
	values := tr.Attr(xmlread.Root, xmlread.None, "x") + tr.Attr(xmlread.Root, xmlread.None, "y") + tr.Attr(xmlread.Root, xmlread.None, "z")
	if values != "1<a b" {
		t.Errorf("%q", values)
	}
	long := strings.Repeat("n", 1<<16)
	for _, text := range []string{"<" + long + "/>", "<a " + long + "='1'/>"} {
		if _, err := xmlread.ReadTree(context.Background(), env(converters.Limits{}), xmlread.Source{Text: text}); !errors.Is(err, converters.ErrCorrupt) {
			t.Errorf("a name of 64 KiB: %v", err)
		}
	}
}
