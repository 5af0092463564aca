package prompt

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/profile"
)

// ErrNoSegment says that nothing has the id that was asked for: it never was
// one, or its source has changed since.
var ErrNoSegment = errors.New("no part has this id")

// ListRef is what a library is asked for its contents.
const ListRef = "list"

// Library is the backstory, the context files and the memory.md of a profile, to
// be read in parts, whether they are in a prompt or not. An id is made of a digest of
// the text that it is of: it holds as long as the text does, whatever is
// rebuilt around it. Several may read it at once.
type Library struct {
	cut      func() cut                 // of the backstory
	chapters func() []chapter           // which are cut when somebody reads first
	byID     func() map[string]*chapter // the first of each id
	cuts     sync.Map                   // the parts of each *chapter of which one was asked for
}

// cut is a backstory that was taken apart, with what there is to say of it.
type cut struct {
	backstory
	notes []Note
}

// parts returns the parts of a chapter.
func (l *Library) parts(c *chapter) []stretch {
	if cuts, ok := l.cuts.Load(c); ok {
		return cuts.([]stretch)
	}
	cuts := (&prose{text: c.text}).parts()
	l.cuts.Store(c, cuts)
	return cuts
}

// NewLibrary returns the library of a profile as it is now.
func NewLibrary(i *profile.Identity) *Library {
	l := &Library{cut: sync.OnceValue(func() cut {
		var c cleaner
		b := c.cutBackstory(i.Backstory, i.Manifest, i.Preferences.BackstoryLabel())
		return cut{b, c.notes}
	})}
	l.chapters = sync.OnceValue(func() []chapter {
		var c cleaner
		var list []chapter
		if i.Backstory.Found {
			list = slices.Clone(l.cut().chapters)
		}
		list = append(list, c.fileChapters(idContext, i.Own.Context)...)
		if f := i.Own.Memory; strings.TrimSpace(f.Text) != "" {
			list = append(list, memoryChapter(f, c.own(f.Path, f.Text).nest(labelLevel).text))
		}
		for _, f := range slices.Concat(i.Foreign.Files, i.Foreign.Notebook) {
			if one, ok := c.foreignChapter(f); ok {
				list = append(list, one)
			}
		}
		return list
	})
	l.byID = sync.OnceValue(func() map[string]*chapter {
		list := l.chapters()
		of := make(map[string]*chapter, len(list))
		for i := range slices.Backward(list) {
			of[list[i].id] = &list[i]
		}
		return of
	})
	return l
}

// Reading is a part of a library.
type Reading struct {
	Ref    string `json:"ref"`
	Path   string `json:"path,omitempty"`
	Title  string `json:"title,omitempty"`
	Text   string `json:"text"` // material: it is to be fenced ([Quote])
	Tokens int    `json:"tokens"`
	Next   string `json:"next,omitempty"` // what to ask for to read on; empty at the end

	Origin *Origin `json:"-"` // of a chapter of a generated backstory, of [Library.All]
}

// Read returns what an id stands for, of at most so many tokens: a chapter, a
// part of it ("id/2"), how it goes on ("id/2+4096"), or with [ListRef] what
// there is. A chapter that is longer gives the list of its parts instead. Only
// a line that is too long by itself is cut.
func (l *Library) Read(ref string, most int) (Reading, error) {
	ref = strings.TrimSpace(ref)
	base, from, err := cutOffset(ref)
	if err != nil {
		return Reading{}, fmt.Errorf("reading %q: %w", ref, err)
	}
	if base == ListRef {
		return page(Reading{Ref: base, Title: "what there is"}, l.list(), from, most)
	}
	id, number, isPart := strings.Cut(base, "/")
	c, ok := l.chapter(id)
	if !ok {
		return Reading{}, fmt.Errorf("reading %q: %w: read %q to see what there is", ref, ErrNoSegment, ListRef)
	}
	r := Reading{Ref: base, Path: c.path, Title: c.title}
	if !isPart {
		if from == 0 && estimate(c.text) > most {
			if cuts := l.parts(c); len(cuts) > 1 {
				return page(r, partList(c, cuts), 0, most)
			}
		}
		return page(r, c.text, from, most)
	}
	cuts := l.parts(c)
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(cuts) {
		return Reading{}, fmt.Errorf("reading %q: %w: it has %d parts", ref, ErrNoSegment, len(cuts))
	}
	s := cuts[n-1]
	r.Title = s.title
	return page(r, c.text[s.from:s.to], from, most)
}

// cutOffset takes "+offset" from the end of an id.
func cutOffset(ref string) (base string, from int, err error) {
	base, offset, ok := strings.Cut(ref, "+")
	if !ok {
		return base, 0, nil
	}
	if from, err = strconv.Atoi(offset); err != nil || from < 0 {
		return base, 0, ErrNoSegment
	}
	return base, from, nil
}

func (l *Library) chapter(id string) (*chapter, bool) {
	c, ok := l.byID()[id]
	return c, ok
}

// Find returns the ids of what a path holds now, in order.
func (l *Library) Find(path string) []string {
	var ids []string
	for i := range l.chapters() {
		if l.chapters()[i].path == path {
			ids = append(ids, l.chapters()[i].id)
		}
	}
	return ids
}

// All returns every chapter whole, in order: what there is to search in.
func (l *Library) All() []Reading {
	all := make([]Reading, len(l.chapters()))
	for i := range l.chapters() {
		c := &l.chapters()[i]
		all[i] = Reading{Ref: c.id, Path: c.path, Title: c.title, Text: c.text, Origin: c.origin}
	}
	return all
}

// Lacks returns what reports whether an offset of a chapter is in what a prompt
// left out.
func (l *Library) Lacks(left []Omission) func(id string, offset int) bool {
	out := map[string][]stretch{}
	for _, o := range left {
		id, number, isPart := strings.Cut(o.Ref, "/")
		c, ok := l.chapter(id)
		switch n, err := strconv.Atoi(number); {
		case !ok || o.Ref == "":
		case !isPart:
			out[id] = append(out[id], stretch{from: 0, to: len(c.text)})
		case err == nil:
			if cuts := l.parts(c); n >= 1 && n <= len(cuts) {
				out[id] = append(out[id], cuts[n-1])
			}
		}
	}
	return func(id string, offset int) bool {
		return slices.ContainsFunc(out[id], func(s stretch) bool { return s.from <= offset && offset < s.to })
	}
}

// list writes a line for each chapter.
func (l *Library) list() string {
	var b strings.Builder
	for i := range l.chapters() {
		c := &l.chapters()[i]
		name := c.path
		if name == "" {
			name = c.title
		}
		fmt.Fprintf(&b, "- `%s` %s, %d tokens\n", c.id, escapeLine(name), estimate(c.text))
	}
	return b.String()
}

// partList writes a line for each part of a chapter.
func partList(c *chapter, cuts []stretch) string {
	var b strings.Builder
	for i, s := range cuts {
		fmt.Fprintf(&b, "- `%s/%d` %s, %d tokens\n", c.id, i+1, escapeLine(s.title), estimate(c.text[s.from:s.to]))
	}
	return b.String()
}

// page completes a reading with whole lines of a text from an offset on.
func page(r Reading, text string, from, most int) (Reading, error) {
	if from > len(text) || from > 0 && !utf8.RuneStart(text[min(from, len(text)-1)]) {
		return r, fmt.Errorf("reading %q: %w: it has %d bytes", r.Ref, ErrNoSegment, len(text))
	}
	end := PageEnd(text[from:], most)
	rest := text[from:]
	r.Text = strings.TrimRight(rest[:end], "\n")
	r.Tokens = estimate(r.Text)
	if end < len(rest) {
		r.Next = r.Ref + "+" + strconv.Itoa(from+end)
	}
	return r, nil
}

// PageEnd returns where the first page of a text ends, in bytes: after as many
// whole lines as fit so many tokens. A line that is longer by itself is cut
// between characters. A text that is not empty has a page that is not empty.
func PageEnd(text string, most int) int {
	end := 0
	for used := 0; end < len(text); {
		n := strings.IndexByte(text[end:], '\n') + 1
		if n == 0 {
			n = len(text) - end
		}
		cost := estimate(text[end : end+n])
		if used+cost > most {
			if end == 0 {
				return fitting(text[:n], most)
			}
			break
		}
		used += cost
		end += n
	}
	return end
}

// fitting returns how much of a line fits so many tokens, at least one
// character.
func fitting(line string, most int) int {
	low, high := 0, len(line)
	for low < high {
		middle := (low + high + 1) / 2
		if estimate(line[:middle]) <= most {
			low = middle
		} else {
			high = middle - 1
		}
	}
	for low > 0 && low < len(line) && !utf8.RuneStart(line[low]) {
		low--
	}
	if low == 0 {
		_, low = utf8.DecodeRuneInString(line)
	}
	return low
}

// Quote fences text that somebody else wrote, such as what a tool returns, for
// a message: characters that nobody sees go, special tokens are broken.
func Quote(source, text string) string {
	var c cleaner
	return strings.TrimLeft(fence(source, "", (&prose{text: c.characters(source, text)}).close().text), "\n")
}

// Shorten returns the start of a message of so many tokens at most, to the end of
// a line, and says that it goes on. A fence that is open there is closed.
func Shorten(text string, most int) string {
	if estimate(text) <= most {
		return text
	}
	note := fmt.Sprintf("[cut: it has %d bytes, and the window has no room for more; ask for less at once]", len(text))
	room := most - estimate(note) - fenceCost
	kept, open, used := 0, "", 0
	for line := range strings.Lines(text) {
		cost := estimate(line)
		if used+cost > room {
			if kept == 0 && room > 0 {
				kept = fitting(line, room)
			}
			break
		}
		used += cost
		kept += len(line)
		switch line = strings.TrimRight(line, "\n"); {
		case open == "" && strings.HasPrefix(line, "<"+tagName) && strings.HasSuffix(line, ">"):
			open = line[1:]
		case open != "" && line == "</"+open:
			open = ""
		}
	}
	text = strings.TrimRight(text[:kept], "\n")
	if open != "" {
		text += "\n\n</" + open
	}
	return strings.TrimLeft(text+"\n\n"+note, "\n")
}
