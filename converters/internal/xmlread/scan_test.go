package xmlread_test

import (
	"context"
	stdxml "encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

func spaces() *xmlread.Spaces {
	return xmlread.NewSpaces([]string{"urn:a", "urn:A"}, []string{"urn:b"})
}

func env(limits converters.Limits) *converters.Env {
	return converters.NewEnv(nil, limits, converters.Options{})
}

// events lists what a scanner makes of a text, one word an event.
func events(text string) (string, error) {
	s := xmlread.New(context.Background(), env(converters.Limits{}), xmlread.Source{Text: text, Spaces: spaces()})
	var b strings.Builder
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.EOF {
			return b.String(), err
		}
		if err := event(&b, s, kind); err != nil {
			return b.String(), err
		}
	}
}

func event(b *strings.Builder, s *xmlread.Scanner, kind xmlread.Kind) error {
	switch kind {
	case xmlread.Start:
		fmt.Fprintf(b, "<%d:%s", s.Name().Space, s.Name().Local)
		for i := range s.Attrs() {
			v, err := s.AttrValue(i)
			if err != nil {
				return err
			}
			fmt.Fprintf(b, " %d:%s=%q", s.AttrName(i).Space, s.AttrName(i).Local, v)
		}
		b.WriteString(">")
	case xmlread.End:
		fmt.Fprintf(b, "</%d:%s>", s.Name().Space, s.Name().Local)
	case xmlread.Text:
		t, err := s.Text()
		if err != nil {
			return err
		}
		appended, err := s.AppendText(nil)
		if err != nil || string(appended) != t {
			return fmt.Errorf("Text %q, AppendText %q, %v", t, appended, err)
		}
		fmt.Fprintf(b, "%q", t)
	case xmlread.Comment:
		fmt.Fprintf(b, "!%q", s.Raw())
	case xmlread.ProcInst:
		fmt.Fprintf(b, "?%q", s.Raw())
	}
	return nil
}

func TestEvents(t *testing.T) {
	for text, want := range map[string]string{
		`<a/>`: `<0:a></0:a>`,
		"<?xml version='1.0'?>\n<a b='1' c=\"2\"></a>\n":                          `<0:a 0:b="1" 0:c="2"></0:a>`,
		`<a xmlns="urn:a"><b xmlns=""/><c/></a>`:                                  `<1:a><0:b></0:b><1:c></1:c></1:a>`,
		`<p:a xmlns:p="urn:A" p:x="1" x="2"/>`:                                    `<1:a 1:x="1" 0:x="2"></1:a>`,
		`<p:a xmlns:p="urn:b"><p:b xmlns:p="urn:a"/><p:c xmlns:p="urn:z"/></p:a>`: `<2:a><1:b></1:b><-1:c></-1:c></2:a>`,
		`<q:a xml:lang="de"/>`:                                                    `<-1:a -2:lang="de"></-1:a>`,
		`<a>x &lt;&amp;&gt;&quot;&apos;&#65;&#x1F600; y</a>`:                      `<0:a>"x <&>\"'A😀 y"</0:a>`,
		"<a>1\r\n2\r3</a>":                                                        `<0:a>"1\n2\n3"</0:a>`,
		"<a b='1\r\n2\t3&#10;4'/>":                                                `<0:a 0:b="1 2 3\n4"></0:a>`,
		`<a><![CDATA[<b>&amp;]]]]><![CDATA[>]]></a>`:                              `<0:a>"<b>&amp;]]"">"</0:a>`,
		`<!-- c --><a><?p i?><!--d--></a><?q?>`:                                   `!" c "<0:a>?"p i"!"d"</0:a>?"q"`,
		`<!DOCTYPE a SYSTEM "x>[.dtd"><a>&nbsp;&lt;</a>`:                          `<0:a>"\u00a0<"</0:a>`,
		`<größe ä="ß"/>`:                                                          `<0:größe 0:ä="ß"></0:größe>`,
		"<a\n b = '1'\n/>":                                                        `<0:a 0:b="1"></0:a>`,
		`<a></a >`:                                                                `<0:a></0:a>`,
	} {
		got, err := events(text)
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("%s: %v\n%s", text, err, d)
		}
	}
}

func TestWhatIsNotWellFormedIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		``:                             "there is no element",
		`x`:                            "text before the first element",
		`<a>`:                          "the text ends inside of <a>",
		`<a`:                           "the text ends inside a tag",
		`<a><`:                         "the text ends inside a tag",
		`<a><b></a>`:                   "</a> where </b> is expected",
		`<a></ab>`:                     "</ab> where </a> is expected",
		`</a>`:                         "an end tag </a> without its start",
		`<a/><b/>`:                     "a second root element, <b>",
		`<a/>x`:                        "text after the end of the document",
		`<a/>&#65;`:                    "text after the end of the document",
		`<a b/>`:                       `the attribute "b" has no value`,
		`<a b=1/>`:                     `the value of the attribute "b" is not in quotes`,
		`<a b="1" b="2"/>`:             `the attribute "b" occurs twice in the tag <a>`,
		`<a b="1" c="" b='1'/>`:        `the attribute "b" occurs twice in the tag <a>`,
		`<a xmlns="u" xmlns="u"/>`:     `the attribute "xmlns" occurs twice in the tag <a>`,
		`<a xmlns:p="u" xmlns:p=""/>`:  `the attribute "xmlns:p" occurs twice in the tag <a>`,
		`<a b="1/>`:                    `the value of the attribute "b" does not end`,
		`<a b="<"/>`:                   `a "<" in the value of the attribute "b"`,
		`<a b="1"c="2"/>`:              "a blank is missing between the attributes of <a>",
		`<a / >`:                       `a "/" inside a tag`,
		`<a ="1"/>`:                    "a character that begins no attribute in the tag <a>",
		`<a>1 < 2</a>`:                 `a "<" that begins no tag`,
		`<1/>`:                         `a "<" that begins no tag`,
		`<a>&nbsp;</a>`:                `the reference "&nbsp;" means nothing`,
		`<a>&</a>`:                     `the reference "&" means nothing`,
		`<a>x & y</a>`:                 `the reference "&" means nothing`,
		`<a>&#0;</a>`:                  `the reference "&#0;" means nothing`,
		`<a>&#xD800;</a>`:              `the reference "&#xD800;" means nothing`,
		`<a>&#99999999;</a>`:           `the reference "&#99999999;" means nothing`,
		`<a b="&x;"/>`:                 `the reference "&x;" means nothing`,
		`<a><!-- </a>`:                 "a comment does not end",
		`<a><![CDATA[ </a>`:            "a CDATA section does not end",
		`<a><? </a>`:                   "a processing instruction does not end",
		`<a/><?xml version="1.0"?>`:    "an XML declaration that is not at the start",
		`<!DOCTYPE a`:                  "the document type declaration does not end",
		`<!DOCTYPE a "`:                "the document type declaration does not end",
		`<!DOCTYPE a><!DOCTYPE a><a/>`: "a document type declaration where none is allowed",
		`<!ENTITY a "b"><a/>`:          "a declaration where none is allowed",
		`<![CDATA[x]]><a/>`:            "text before the first element",
		`<!DOCTYPE a [ %b; ]><a/>`:     "the document type has an internal subset, which could declare entities and is not read: take the part in [ ] out of the DOCTYPE",
		`<!DOCTYPE a [`:                "the document type has an internal subset, which could declare entities and is not read: take the part in [ ] out of the DOCTYPE",
		`<!DOCTYPE a [ ] b`:            "the document type declaration does not end",
		`<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`: "the document type has an internal subset, which could declare entities and is not read: take the part in [ ] out of the DOCTYPE",
	} {
		_, err := events(text)
		if !errors.Is(err, converters.ErrCorrupt) || err.Error() != "line 1: Invalid XML document: "+want {
			t.Errorf("%s:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	if _, err := events("<a>\n<b/>\n\n<c></a>"); err == nil || !strings.HasPrefix(err.Error(), "line 4: ") {
		t.Errorf("got %v", err)
	}
}

func TestDepthIsLimited(t *testing.T) {
	if _, err := events(strings.Repeat("<a>", 256) + strings.Repeat("</a>", 256)); err != nil {
		t.Errorf("256 levels: %v", err)
	}
	var over *converters.LimitError
	if _, err := events(strings.Repeat("<a>", 1_000_000)); !errors.As(err, &over) || over.Limit != converters.LimitDepth || over.Value != 257 {
		t.Errorf("1,000,000 levels: %v", err)
	}
}

func TestEveryByteIsAStep(t *testing.T) {
	text := "<a>" + strings.Repeat("<b c='d'>text</b>", 20_000) + "</a>"
	read := func(steps int) error {
		s := xmlread.New(context.Background(), env(converters.Limits{Steps: int64(steps)}), xmlread.Source{Text: text})
		for {
			if kind, err := s.Next(); err != nil || kind == xmlread.EOF {
				return err
			}
		}
	}
	if err := read(len(text)); err != nil {
		t.Errorf("enough steps: %v", err)
	}
	if err := read(len(text) - 1); !errors.Is(err, converters.ErrLimit) {
		t.Errorf("a step too few: %v", err)
	}
}

func TestSkipGoesToTheEndOfTheElement(t *testing.T) {
	s := xmlread.New(context.Background(), env(converters.Limits{}), xmlread.Source{Text: "<a><b><c/><b/>x</b><d/></a>"})
	for range 2 {
		if _, err := s.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Skip(); err != nil || s.Name().Local != "b" || s.Depth() != 2 {
		t.Errorf("skipped to %v, %v", s.Name(), err)
	}
	if kind, err := s.Next(); kind != xmlread.Start || s.Name().Local != "d" || err != nil {
		t.Errorf("then %v %v, %v", kind, s.Name(), err)
	}
}

// standard lists what encoding/xml makes of a text: local names, text.
func standard(text string) (string, error) {
	d := stdxml.NewDecoder(strings.NewReader(text))
	var b strings.Builder
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return b.String(), nil
		}
		if err != nil {
			return b.String(), err
		}
		switch token := token.(type) {
		case stdxml.StartElement:
			fmt.Fprintf(&b, "<%s>", token.Name.Local)
		case stdxml.EndElement:
			fmt.Fprintf(&b, "</%s>", token.Name.Local)
		case stdxml.CharData:
			b.Write(token)
		}
	}
}

// plain lists the same by this package.
func plain(text string) (string, error) {
	s := xmlread.New(context.Background(), env(converters.Limits{}), xmlread.Source{Text: text})
	var b strings.Builder
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.EOF {
			return b.String(), err
		}
		switch kind {
		case xmlread.Start:
			fmt.Fprintf(&b, "<%s>", s.Name().Local)
		case xmlread.End:
			fmt.Fprintf(&b, "</%s>", s.Name().Local)
		case xmlread.Text:
			text, err := s.Text()
			if err != nil {
				return b.String(), err
			}
			b.WriteString(text)
		}
	}
}

// TestAgreesWithTheStandardLibrary mixes pieces of XML. Where both readers
// take a text, they read the same; what the standard library refuses inside
// of the root, this one refuses, too.
func TestAgreesWithTheStandardLibrary(t *testing.T) {
	pieces := []string{
		"<a>", "</a>", "<b c='d'>", "</b>", "<e/>", "x", " ", "&lt;", "&#65;", "&x;", "&", "<", ">", "<![CDATA[<&]]>", "<!-- c -->",
		"<?p i?>", "\r\n", "\r", "<f g=\"h\" i='&amp;'>", "</f>", "é", "<j", "='k'", "/>",
	}
	r := rand.New(rand.NewPCG(1, 2))
	both := 0
	for range 200_000 {
		var b strings.Builder
		b.WriteString("<r>")
		for range r.IntN(7) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		b.WriteString("</r>")
		text := b.String()
		theirs, theirErr := standard(text)
		ours, ourErr := plain(text)
		switch {
		case theirErr == nil && ourErr == nil:
			both++
			if theirs != ours {
				t.Errorf("%q: theirs %q, ours %q", text, theirs, ours)
			}
		case theirErr != nil && ourErr == nil:
			t.Errorf("%q: theirs %v, ours none", text, theirErr)
		case ourErr != nil && theirErr == nil && !strings.Contains(ourErr.Error(), "root") && !strings.Contains(ourErr.Error(), "after the end"):
			t.Errorf("%q: ours %v, theirs none", text, ourErr)
		}
		if t.Failed() {
			return
		}
	}
	if both < 5_000 {
		t.Errorf("only %d texts were well-formed", both)
	}
}

func TestElementsArePassedOverAndComeBackTo(t *testing.T) {
	const text = `<p:a xmlns:p='urn:a'><p:s n='1'><p:x/><p:style></p:style>one</p:s><p:s n='2'/><p:s n='3' xmlns='urn:b'>three<p:style/></p:s ></p:a>`
	s := xmlread.New(context.Background(), env(converters.Limits{}), xmlread.Source{Text: text, Spaces: spaces()})
	var mark xmlread.Mark
	var offsets []int
	for {
		kind, err := s.Next()
		if err != nil {
			t.Fatal(err)
		}
		if kind == xmlread.EOF {
			break
		}
		if kind == xmlread.Start && s.Local() == "s" {
			if len(offsets) == 0 {
				mark = s.Mark()
			}
			offsets = append(offsets, s.Offset())
			if err := s.SkipFast(); err != nil || s.Local() != "s" || s.Depth() != 2 {
				t.Fatalf("passed to %s, depth %d, %v", s.Local(), s.Depth(), err)
			}
		}
	}
	if len(offsets) != 3 {
		t.Fatalf("%d elements", len(offsets))
	}
	for _, i := range []int{2, 0, 1, 0} {
		if err := s.Return(mark, offsets[i]); err != nil {
			t.Fatal(err)
		}
		n, _ := s.Attr(xmlread.None, "n")
		if n != string(rune('1'+i)) || !s.Name().Is(1, "s") || s.Depth() != 2 {
			t.Errorf("came back to %s %s, depth %d", s.Name().Full, n, s.Depth())
		}
		tr, err := s.ReadElement(0)
		if err != nil || tr.All(xmlread.Root) != []string{"one", "", "three"}[i] {
			t.Errorf("element %s: %v", n, err)
		}
	}
	s = xmlread.New(context.Background(), env(converters.Limits{}), xmlread.Source{Text: "<a><s>x</a>"})
	for range 2 {
		if _, err := s.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SkipFast(); !errors.Is(err, converters.ErrCorrupt) {
		t.Errorf("an element without an end: %v", err)
	}
}

func TestManyAttributesAreKnownByTheirNames(t *testing.T) {
	for n := range 40 {
		tag := "<a"
		for i := range n {
			tag += fmt.Sprintf(" b%d=''", i)
		}
		if _, err := events(tag + "/>" + ""); err != nil {
			t.Errorf("%d attributes: %v", n, err)
		}
		for i := range n {
			text := tag + fmt.Sprintf(" b%d=''/>", i)
			if _, err := events("<r>" + tag + "/>" + text + "</r>"); err == nil {
				t.Errorf("attribute %d of %d may stand twice", i, n)
			}
		}
	}
}
