package web

import (
	"strings"
	"testing"
)

// drawn is a view of blocks for tests: Q for a line of a quote, H for its heading, T for text.
func drawn(pieces ...piece) string {
	var b strings.Builder
	for _, one := range blocks(pieces) {
		for _, l := range one.Lines {
			kind := "T"
			if one.Quote {
				kind = "Q"
			}
			if l.Heading {
				kind = "H"
			}
			b.WriteString(kind + " ")
			for _, p := range l.Pieces {
				b.WriteString(p.Text)
				if p.Mark > 0 && !p.Inner {
					b.WriteString("[m]")
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func TestQuotesAreDrawn(t *testing.T) {
	for _, one := range []struct {
		pieces []piece
		want   string
	}{
		{[]piece{{Text: "From a.md:\n\n> #### Lamps\n>\n> "}, {Text: "It burns.", Mark: 1}, {Text: "\n\nAnd on."}}, "T From a.md:\nT \nH Lamps\nQ \nQ It burns.[m]\nT \nT And on.\n"},
		{[]piece{{Text: "> "}, {Text: "one\\\n> two", Mark: 2}}, "Q one\nQ two[m]\n"},
		{[]piece{{Text: "a > b # c \\"}}, "T a > b # c \\\n"},
		{[]piece{{Text: "#1 is best"}}, "T #1 is best\n"},
		{nil, "T \n"},
		{[]piece{{Text: ">", Mark: 1}}, "Q [m]\n"},
	} {
		if got := drawn(one.pieces...); got != one.want {
			t.Errorf("%v:\n%s\nwant\n%s", one.pieces, got, one.want)
		}
	}
}

func TestLinesOfAParagraphAreJoined(t *testing.T) {
	all := blocks([]piece{{Text: "> # Head\n> one\n> two\n>\n> three\n> |a|b|\n> |-|-|\n> - x\n> y"}})
	var got []string
	for _, p := range all[0].paragraphs() {
		var b strings.Builder
		for _, one := range p.Pieces {
			b.WriteString(one.Text)
		}
		got = append(got, b.String())
	}
	if want := "Head; one two; three; |a|b|; |-|-|; - x y"; strings.Join(got, "; ") != want {
		t.Errorf("%q, want %s", got, want)
	}
}
