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

// shown returns a node and what is in it, as a text. What follows a child is
// asked for by next.
func shown(tr *xmlread.Tree, n xmlread.NodeID, next func(xmlread.NodeID) xmlread.NodeID) string {
	if tr.IsText(n) {
		return fmt.Sprintf("%q", tr.Text(n))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(%d:%s", tr.Name(n).Space, tr.Name(n).Full)
	for i := range tr.Attrs(n) {
		name, value := tr.AttrAt(n, i)
		fmt.Fprintf(&b, " %d:%s=%q", name.Space, name.Local, value)
	}
	for c := tr.First(n); c != 0; c = next(c) {
		if tr.Parent(c) != n {
			fmt.Fprintf(&b, "the parent of %d is %d", c, tr.Parent(c))
		}
		b.WriteString(shown(tr, c, next))
	}
	fmt.Fprintf(&b, "|%s)", tr.Pos(n))
	return b.String()
}

func folded(t *testing.T, text string, fold xmlread.Fold) *xmlread.Tree {
	t.Helper()
	tr, err := xmlread.ReadTree(context.Background(), env(converters.Limits{}), xmlread.Source{Text: text, Spaces: spaces(), Fold: fold})
	if err != nil {
		t.Fatalf("%.80s: %v", text, err)
	}
	return tr
}

func TestAFoldedTreeIsTheSame(t *testing.T) {
	many := func(unit string) string { return strings.Repeat(unit, 9) }
	for _, text := range []string{
		"<a>" + many("<p>x</p><p/><p> <b c='&lt;'>y&amp;</b>\n<![CDATA[z]]><!-- --><?i?></p>t") + "</a>",
		"<a>" + many("<b>"+many("<c><d/>"+many("x<e/>")+"</c>")+"</b>\n") + "</a>",
		"<a>" + many("<b/>") + "<big>" + many("<c>long enough to be on its own</c>") + "</big>" + many("<b/>x<!-- -->") + "</a>",
		"<a xmlns='urn:a' xmlns:q='urn:b'>" + many("<s><q:p q:x='1'><q:b/><c/></q:p></s>\n<p xmlns='urn:b' y='&#65;'><c/><d xmlns='urn:a'/></p><c/>") + "</a>",
		"<a>" + many("<s xmlns='urn:b'>"+many("<p><c/></p>")+"</s>") + "</a>",
		"<!DOCTYPE a><a>" + many("<p>&nbsp;x</p>") + "</a>",
		"<a>" + many(many("x<!-- -->y&lt;<![CDATA[<z>]]><?i?>")+many("<![CDATA[]]><!-- -->")) + "<b>q</b>" + many("w<!-- -->") + "</a>",
		"<a>" + many("<b/>") + many(many("<!-- -->x<![CDATA[]]>")+"<c>"+many(many("y<!-- -->"))+"</c>") + "</a>",
	} {
		want := folded(t, text, xmlread.Fold{})
		for _, fold := range []xmlread.Fold{{Keep: 1, Bytes: 1}, {Keep: 2, Bytes: 16}, {Keep: 0, Bytes: 40}, {Keep: 64, Bytes: 1 << 10}} {
			got := folded(t, text, fold)
			size := got.Size()
			for range 2 {
				if diff := cmp.Diff(shown(want, xmlread.Root, want.Next), shown(got, xmlread.Root, got.Pass)); diff != "" {
					t.Errorf("%s, %v: %s", text, fold, diff)
				}
			}
			if got.Size() != size {
				t.Errorf("%s, %v: %d nodes after it was read, %d before", text, fold, got.Size(), size)
			}
			if all := got.All(xmlread.Root); all != want.All(xmlread.Root) || got.Size() != size {
				t.Errorf("%s, %v: all is %q", text, fold, all)
			}
			if diff := cmp.Diff(shown(want, xmlread.Root, want.Next), shown(got, xmlread.Root, got.Next)); diff != "" {
				t.Errorf("%s, %v: unfolded: %s", text, fold, diff)
			}
			if err := got.Err(); err != nil || got.Comments != want.Comments || got.Instructions != want.Instructions {
				t.Errorf("%s: %v, %d comments, %d instructions", text, err, got.Comments, got.Instructions)
			}
		}
	}
}

// What is in a run is checked even if it is never asked for.
func TestWhatIsFoldedIsChecked(t *testing.T) {
	for _, inside := range []string{"<b>", "&nbsp;", "<b c='&nbsp;'/>", "<b c/>"} {
		text := "<a>" + strings.Repeat("<p/>", 10) + "<p>" + inside + "</p><p/></a>"
		source := xmlread.Source{Text: text, Fold: xmlread.Fold{Keep: 1, Bytes: 1}}
		if _, err := xmlread.ReadTree(context.Background(), env(converters.Limits{}), source); !errors.Is(err, converters.ErrCorrupt) {
			t.Errorf("%s: %v", inside, err)
		}
	}
}

// Only what is held counts as held, and too much of it is a limit.
func TestWhatIsFoldedIsNotHeld(t *testing.T) {
	source := xmlread.Source{Text: "<a>" + strings.Repeat("<p><b/><b/></p>", 1000) + "</a>", Fold: xmlread.Fold{Keep: 4, Bytes: 100}}
	for pass, limit := range map[bool]int64{true: 200, false: 1500} {
		tr, err := xmlread.ReadTree(context.Background(), env(converters.Limits{Nodes: limit}), source)
		if err != nil {
			t.Fatal(err)
		}
		next := tr.Next
		if pass {
			next = tr.Pass
		}
		children := 0
		for c := tr.First(xmlread.Root); c != 0; c = next(c) {
			children++
		}
		if over := errors.Is(tr.Err(), converters.ErrLimit); over == pass || pass != (children == 1000) {
			t.Errorf("pass %v: %d children, %v", pass, children, tr.Err())
		}
	}
}

func TestAPinnedNodeStays(t *testing.T) {
	tr := folded(t, "<a>"+strings.Repeat("<p n='1'>x<b/></p>", 20)+"<p n='2'>y</p>"+strings.Repeat("<p>z</p>", 20)+"</a>", xmlread.Fold{Keep: 1, Bytes: 1})
	var pinned xmlread.NodeID
	for c := tr.First(xmlread.Root); c != 0; c = tr.Pass(c) {
		if tr.Attr(c, xmlread.None, "n") == "2" {
			tr.Pin(c)
			pinned = c
		}
	}
	if pinned == 0 || tr.All(pinned) != "y" || tr.Attr(pinned, xmlread.None, "n") != "2" {
		t.Errorf("the node is %q", tr.All(pinned))
	}
}
