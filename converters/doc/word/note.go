package word

import (
	"encoding/binary"
	"fmt"

	"github.com/seed353dc258/backstory/converters/internal/cfb"
)

// Note is a text that belongs to a place of the body: a note or a comment.
type Note struct {
	Ref      Place
	From, To Place  // its text
	Author   string // of a comment
	Date     string
}

// Notes returns the footnotes or endnotes, in the order of the text (2.8.20, 2.8.21).
func (f *File) Notes(story Story) ([]Note, error) {
	refs, texts := partNoteRefs, partNotes
	if story == Endnotes {
		refs, texts = partEndRefs, partEnds
	}
	return f.notes(refs, texts, 2, story, nil)
}

// Comments returns the comments (2.8.5, 2.8.6).
func (f *File) Comments() ([]Note, error) {
	size := 30
	if f.in.old {
		size = 20
	}
	authors, dates := f.authors(), f.in.part(partCommentDates)
	return f.notes(partCommentRefs, partComments, size, Comments, func(n *Note, i int, d []byte) {
		at := 20 // 2.9.8: initials, then the number of the author
		if f.in.old {
			at = 10
			n.Author = string(cut(d, 1, int64(min(d[0], 9))))
		} else {
			n.Author = cfb.Wide(cut(d, 2, 2*int64(min(binary.LittleEndian.Uint16(d), 9))))
		}
		if k := int(binary.LittleEndian.Uint16(d[at:])); k < len(authors) {
			n.Author = authors[k]
		}
		if b := cut(dates, int64(18*i), 18); len(b) == 18 {
			n.Date = Date(binary.LittleEndian.Uint32(b))
		}
	})
}

// notes returns what is at the places of a plex, whose texts another one has.
func (f *File) notes(refs, texts part, size int, story Story, more func(*Note, int, []byte)) ([]Note, error) {
	r, t := plexOf(f.in.part(refs), size), plexOf(f.in.part(texts), 0)
	from, to := f.Texts.Range(story)
	n := min(r.count(), t.count())
	if err := f.in.spend(4 * n); err != nil {
		return nil, err
	}
	out := make([]Note, n)
	last := from // texts do not overlap
	for i := range out {
		out[i] = Note{Ref: r.place(i), From: max(last, inside(from, t.place(i), to)), To: inside(from, t.place(i+1), to)}
		last = max(last, out[i].To)
		if more != nil {
			more(&out[i], i, r.data(i))
		}
	}
	return out, nil
}

// inside returns a place of a story in the text of all stories.
func inside(from, at, to Place) Place {
	return Place(min(max(int64(from)+int64(at), int64(from)), int64(to)))
}

// authors returns who wrote comments (2.9.92).
func (f *File) authors() []string {
	var out []string
	for b := f.in.part(partAuthors); len(b) >= 2; {
		n, size := 2*int(binary.LittleEndian.Uint16(b)), 2
		if f.in.old {
			n, size = int(b[0]), 1
		}
		name := cut(b, int64(size), int64(n))
		if f.in.old {
			out = append(out, string(name))
		} else {
			out = append(out, cfb.Wide(name))
		}
		b = b[size+len(name):]
	}
	return out
}

// Date returns a date as the document has it (2.9.67), or "".
func Date(v uint32) string {
	minute, hour, day, month, year := v&63, v>>6&31, v>>11&31, v>>16&15, v>>20&511
	if v == 0 || day == 0 || month == 0 || month > 12 || hour > 23 || minute > 59 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02dT%02d:%02d", year+1900, month, day, hour, minute)
}

// Furniture is a header or a footer.
type Furniture struct {
	Footer   bool
	From, To Place
}

// The first texts of headers are what is between the body and notes; then each section
// has six: two headers, two footers, and those of its first page (2.3.3).
const (
	separators = 6
	perSection = 6
)

// Headers returns the headers and footers that there are.
func (f *File) Headers() ([]Furniture, error) {
	p := plexOf(f.in.part(partHeaders), 0)
	from, to := f.Texts.Range(Headers)
	if err := f.in.spend(p.count()); err != nil {
		return nil, err
	}
	var out []Furniture
	last := from
	for i := separators; i < p.count(); i++ {
		h := Furniture{From: max(last, inside(from, p.place(i), to)), To: inside(from, p.place(i+1), to)}
		last = max(last, h.To)
		switch (i - separators) % perSection {
		case 2, 3, 5:
			h.Footer = true
		}
		if h.To > h.From {
			out = append(out, h)
		}
	}
	return out, nil
}

// Bookmark is a name for a place.
type Bookmark struct {
	At   Place
	Name string
}

// Bookmarks returns the bookmarks, by where they begin (2.8.10, 2.9.286).
func (f *File) Bookmarks() ([]Bookmark, error) {
	p, b := plexOf(f.in.part(partBookStarts), 4), f.in.part(partBookmarks)
	var names []string
	if f.in.old {
		for b = cut(b, 2, int64(len(b))); len(b) > 0; b = b[min(1+int(b[0]), len(b)):] {
			names = append(names, string(cut(b, 1, int64(b[0]))))
		}
	} else {
		for b = cut(b, 6, int64(len(b))); len(b) >= 2; {
			n := cut(b, 2, 2*int64(binary.LittleEndian.Uint16(b)))
			names = append(names, cfb.Wide(n))
			b = b[2+len(n):]
		}
	}
	n := min(p.count(), len(names))
	if err := f.in.spend(2 * n); err != nil {
		return nil, err
	}
	out := make([]Bookmark, n)
	for i := range out {
		out[i] = Bookmark{p.place(i), names[i]}
	}
	return out, nil
}
