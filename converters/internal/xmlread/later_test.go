package xmlread_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// shown returns a node and what is in it, as a text.
func shown(tr *xmlread.Tree, n xmlread.NodeID) string {
	if tr.IsText(n) {
		return fmt.Sprintf("%q", tr.Text(n))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(%d:%s", tr.Name(n).Space, tr.Name(n).Full)
	for i := range tr.Attrs(n) {
		name, value := tr.AttrAt(n, i)
		fmt.Fprintf(&b, " %d:%s=%q", name.Space, name.Local, value)
	}
	for c := tr.First(n); c != 0; c = tr.Next(c) {
		b.WriteString(shown(tr, c))
	}
	fmt.Fprintf(&b, "|%s)", tr.Pos(n))
	return b.String()
}

func isLater(name xmlread.Name) bool { return name.Local == "p" }

func TestContentThatIsReadLaterIsTheSame(t *testing.T) {
	for _, text := range []string{
		"<a><p>x</p><p/><p> <b c='&lt;'>y&amp;</b>\n<![CDATA[z]]><!-- --><?i?></p>t</a>",
		"<p><p>the root is read at once<p>inner</p></p></p>",
		"<a xmlns='urn:a' xmlns:q='urn:b'><s><q:p q:x='1'><q:b/><c/></q:p></s>\n<p xmlns='urn:b' y='&#65;'><c/><d xmlns='urn:a'/></p><c/></a>",
		"<a><s xmlns='urn:b'><p><c/></p></s><p><c/></p></a>",
		"<!DOCTYPE a><a><p>&nbsp;x</p></a>",
	} {
		source := xmlread.Source{Text: text, Spaces: spaces()}
		want := tree(t, text)
		source.Later = isLater
		got, err := xmlread.ReadTree(context.Background(), env(converters.Limits{}), source)
		if err != nil {
			t.Fatal(err)
		}
		size := got.Size()
		for range 2 {
			if diff := cmp.Diff(shown(want, xmlread.Root), shown(got, xmlread.Root)); diff != "" {
				t.Errorf("%s: %s", text, diff)
			}
			for c := got.First(xmlread.Root); c != 0; c = got.Next(c) {
				for d := got.First(c); d != 0; d = got.Next(d) {
					got.Forget(d)
				}
				got.Forget(c)
			}
		}
		if err := got.Err(); err != nil {
			t.Error(err)
		}
		if got.Comments != want.Comments || got.Instructions != want.Instructions || got.Size() != size {
			t.Errorf("%s: %d comments, %d instructions, size %d", text, got.Comments, got.Instructions, got.Size())
		}
	}
}

// What is in an element is checked even if it is never asked for.
func TestContentThatWaitsIsChecked(t *testing.T) {
	for _, inside := range []string{"<b>", "&nbsp;", "<b c='&nbsp;'/>", "<b c/>"} {
		source := xmlread.Source{Text: "<a><p>" + inside + "</p></a>", Later: isLater}
		if _, err := xmlread.ReadTree(context.Background(), env(converters.Limits{}), source); !errors.Is(err, converters.ErrCorrupt) {
			t.Errorf("%s: %v", inside, err)
		}
	}
}

// Only what is held counts as held, and too much of it is a limit.
func TestContentThatIsForgottenIsNotHeld(t *testing.T) {
	source := xmlread.Source{Text: "<a>" + strings.Repeat("<p><b/><b/></p>", 1000) + "</a>", Later: isLater}
	for forget, limit := range map[bool]int64{true: 1010, false: 1500} {
		tr, err := xmlread.ReadTree(context.Background(), env(converters.Limits{Nodes: limit}), source)
		if err != nil {
			t.Fatal(err)
		}
		for c := tr.First(xmlread.Root); c != 0; c = tr.Next(c) {
			if tr.First(c) == 0 && forget {
				t.Fatal("a paragraph without children")
			}
			if forget {
				tr.Forget(c)
			}
		}
		if over := errors.Is(tr.Err(), converters.ErrLimit); over == forget {
			t.Errorf("forget %v: %v", forget, tr.Err())
		}
	}
}
