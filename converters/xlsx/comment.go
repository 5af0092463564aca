package xlsx

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/xlsx/sml"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// comment is a comment on a cell.
type comment struct {
	at       sheet.Place
	author   string
	date     string
	text     string
	resolved bool
	thread   bool
}

// comments returns the comments of a sheet by row. A thread is in the
// package a second time, as a comment for old versions of Excel.
func (sh *worksheet) comments() ([]document.Block, error) {
	var all []comment
	for _, r := range sh.rels.All {
		if r.External || !sh.book.packed.pkg.Has(r.Target) {
			continue
		}
		var err error
		switch r.Kind {
		case "comments":
			all, err = sh.book.readComments(r.Target, all)
		case "threadedComment":
			all, err = sh.book.readThreads(r.Target, all)
		}
		if err != nil {
			return nil, err
		}
	}
	threads := map[sheet.Place]bool{}
	for _, c := range all {
		threads[c.at] = threads[c.at] || c.thread
	}
	all = slices.DeleteFunc(all, func(c comment) bool { return !c.thread && threads[c.at] || c.text == "" })
	slices.SortStableFunc(all, func(a, b comment) int { return cmp.Or(a.at.Row-b.at.Row, a.at.Col-b.at.Col) })
	var out []document.Block
	for _, c := range all {
		pos := sh.grid.At(c.at)
		out = append(out, converters.Make(sh.book.env, &document.Annotation{
			Pos: pos, Author: c.author, Date: c.date, Resolved: c.resolved,
			Blocks: []document.Block{sh.book.env.PlainParagraph(pos, sh.grid.About(c.at)+": "+c.text)},
		}))
	}
	return out, nil
}

// readComments reads a part with comments (ECMA-376 part 1, 18.7).
func (b *book) readComments(part string, all []comment) ([]comment, error) {
	t, err := b.packed.tree(part, spaces)
	if err != nil {
		return nil, err
	}
	var authors []string
	for n := range elements(t, xmlread.Root) {
		switch t.Name(n).Local {
		case "authors":
			for a := range elements(t, n) {
				authors = append(authors, strings.TrimSpace(t.All(a)))
			}
		case "commentList":
			for c := range elements(t, n) {
				p, ok := sheet.ReadPlace(t.Attr(c, xmlread.None, "ref"))
				if !ok {
					continue
				}
				found := comment{at: p, text: strings.TrimSpace(runsText(t, c))}
				if i, ok := sml.Digits([]byte(t.Attr(c, xmlread.None, "authorId"))); ok && i < len(authors) {
					found.author = authors[i]
				}
				found.text = withoutAuthor(found.text, found.author)
				all = append(all, found)
			}
		}
	}
	return all, b.env.Spend(converters.LimitNodes, commentNodes*int64(len(all)), document.Pos{Part: part})
}

// commentNodes is how many nodes of 32 bytes a comment counts as, with the
// blocks that are made of it.
const commentNodes = 20

// withoutAuthor drops the name that Excel sets in front of a comment.
func withoutAuthor(text, author string) string {
	if rest, ok := strings.CutPrefix(text, author+":"); ok && author != "" {
		return strings.TrimSpace(rest)
	}
	return text
}

// runsText returns the text of a comment, without phonetic readings.
func runsText(t *xmlread.Tree, n xmlread.NodeID) string {
	var b []byte
	for c := range elements(t, n) {
		switch t.Name(c).Local {
		case "t":
			b = sml.Decode(b, []byte(strings.ReplaceAll(t.All(c), "&", "&amp;")))
		case "text", "r":
			b = append(b, runsText(t, c)...)
		}
	}
	return string(b)
}

// elements yields the child elements of a node.
func elements(t *xmlread.Tree, n xmlread.NodeID) func(func(xmlread.NodeID) bool) {
	return func(yield func(xmlread.NodeID) bool) {
		for c := t.First(n); c != 0; c = t.Next(c) {
			if !t.IsText(c) && !yield(c) {
				return
			}
		}
	}
}

// readThreads reads a part with comments in threads (MS-XLSX 2.6.204).
func (b *book) readThreads(part string, all []comment) ([]comment, error) {
	t, err := b.packed.tree(part, nil)
	if err != nil {
		return nil, err
	}
	persons, err := b.people()
	if err != nil {
		return nil, err
	}
	for n := range elements(t, xmlread.Root) {
		p, ok := sheet.ReadPlace(t.Attr(n, xmlread.None, "ref"))
		if !ok {
			continue
		}
		found := comment{at: p, thread: true}
		found.author = persons[t.Attr(n, xmlread.None, "personId")]
		found.date, _, _ = strings.Cut(t.Attr(n, xmlread.None, "dT"), "T")
		found.resolved = sml.Bool(t.Attr(n, xmlread.None, "done"))
		for c := range elements(t, n) {
			if t.Name(c).Local == "text" {
				found.text = strings.TrimSpace(t.All(c))
			}
		}
		all = append(all, found)
	}
	return all, b.env.Spend(converters.LimitNodes, commentNodes*int64(len(all)), document.Pos{Part: part})
}

// people returns who writes in threads, by ID.
func (b *book) people() (map[string]string, error) {
	if b.persons != nil {
		return b.persons, nil
	}
	b.persons = map[string]string{}
	part := b.packed.pkg.Part(b.packed.parts, "person")
	if part == "" {
		return b.persons, nil
	}
	t, err := b.packed.tree(part, nil)
	if err != nil {
		return nil, err
	}
	for n := range elements(t, xmlread.Root) {
		b.persons[t.Attr(n, xmlread.None, "id")] = t.Attr(n, xmlread.None, "displayName")
	}
	return b.persons, nil
}
