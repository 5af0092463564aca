// Package judge says whether Markdown means what the model means. It reads
// Markdown with goldmark (GitHub's extensions and footnotes) or cmark-gfm,
// lays the model out by docs/markdown.md, and compares the two. It is for
// tests only.
//
//   - markdownit.go: what markdown-it reads
//   - judge.go: comparing
//   - cmark.go: what cmark-gfm reads
//   - token.go: special tokens of language models
//   - model.go, cell.go, inline.go: what the model says
//   - read.go: what goldmark reads
//   - page.go: what all of them return
package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// Check reports the first difference between what a reader sees of the
// Markdown and what the model means.
func Check(doc *document.Document, opts markdown.WriteOptions, md string) error {
	return Compare(Model(doc, opts), Read(md))
}

// CheckCMark is [Check] with cmark-gfm as the reader.
func CheckCMark(doc *document.Document, opts markdown.WriteOptions, md string) error {
	got, err := CMark(md)
	if err != nil {
		return err
	}
	return Compare(forget(Model(doc, opts)), forget(got))
}

// Outline returns the headings of a page.
func (p *Page) Outline() []Heading {
	var out []Heading
	for _, l := range p.Leaves {
		if len(l.Kind) == 2 && l.Kind[0] == 'h' {
			out = append(out, Heading{int(l.Kind[1] - '0'), l.Text})
		}
	}
	return out
}

// Compare reports the first difference between two pages.
func Compare(want, got *Page) error {
	if want.Math {
		want, got = plainMath(want), plainMath(got)
	}
	for i := 0; i < len(want.Leaves) || i < len(got.Leaves); i++ {
		w, g := leafAt(want.Leaves, i), leafAt(got.Leaves, i)
		if w != g {
			return fmt.Errorf("leaf %d:\nmeant %q\nread  %q", i, w, g)
		}
	}
	return nil
}

func leafAt(leaves []Leaf, i int) Leaf {
	if i < len(leaves) {
		return leaves[i]
	}
	return Leaf{Kind: "none"}
}

// plainMath takes out what mathematics has or has not between its readers.
func plainMath(p *Page) *Page {
	out := &Page{}
	r := strings.NewReplacer(`\Vert`, "|", "$", "", "`", "", `\`, "")
	for _, l := range p.Leaves {
		if l.Kind == "code math" {
			l.Kind = "p"
		}
		l.Text = strings.Join(strings.Fields(r.Replace(l.Text)), "")
		out.Leaves = append(out.Leaves, l)
	}
	return out
}

// WithoutTables returns a page without its tables, for those that were cut or
// written as HTML.
func WithoutTables(p *Page) *Page {
	out := &Page{Math: p.Math}
	for _, l := range p.Leaves {
		switch l.Kind {
		case "table", "row", "cell", "html":
		default:
			out.Leaves = append(out.Leaves, l)
		}
	}
	return out
}

// WithoutUnread returns what is meant without the notes whose only marks a reader
// does not see as such, because they are in HTML: it drops these.
func WithoutUnread(want, got *Page) *Page {
	read, inHTML := map[string]bool{}, ""
	for _, l := range got.Leaves {
		switch l.Kind {
		case "note":
			read[l.Text] = true
		case "html":
			inHTML += l.Text + "\n"
		}
	}
	out, unread := &Page{Math: want.Math}, ""
	for _, l := range want.Leaves {
		if l.Kind == "note" {
			unread = ""
			if !read[l.Text] && strings.Contains(inHTML, "[^"+l.Text+"]") {
				unread = l.Path
			}
		}
		if unread == "" || !strings.HasPrefix(l.Path, unread) {
			out.Leaves = append(out.Leaves, l)
		}
	}
	return out
}

// NotesLast returns a page with its notes at the end, in the order of their
// labels: readers number the notes of several chapters as one sequence.
func NotesLast(p *Page) *Page {
	out := &Page{Math: p.Math}
	var notes [][]Leaf
	for _, l := range p.Leaves {
		switch {
		case !strings.HasPrefix(l.Path, "^"):
			out.Leaves = append(out.Leaves, l)
		case l.Kind == "note":
			notes = append(notes, []Leaf{l})
		default:
			notes[len(notes)-1] = append(notes[len(notes)-1], l)
		}
	}
	slices.SortStableFunc(notes, func(a, b []Leaf) int { return strings.Compare(a[0].Text, b[0].Text) })
	for _, n := range notes {
		out.Leaves = append(out.Leaves, n...)
	}
	return out
}
