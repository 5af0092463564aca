package pdfium

const (
	maxBookmarks   = 20_000
	bookmarksDepth = 32
)

// Bookmark is an entry of the document's outline.
type Bookmark struct {
	Title string
	Level int // from 1
	Place
}

// Bookmarks returns the outline in reading order. An entry that is met again
// ends its branch.
func (d *Document) Bookmarks() ([]Bookmark, error) {
	o := outline{d: d, seen: map[uint64]bool{}}
	if err := o.branch(0, 1); err != nil {
		return nil, err
	}
	return o.out, d.err
}

type outline struct {
	d    *Document
	seen map[uint64]bool
	out  []Bookmark
}

// branch reads the entries below one.
func (o *outline) branch(parent uint64, level int) error {
	d := o.d
	for b := d.ptr(fnBookmarkChild, d.handle, parent); b != 0; b = d.ptr(fnBookmarkNext, d.handle, b) {
		if o.seen[b] || len(o.out) >= maxBookmarks || d.err != nil {
			return d.err
		}
		o.seen[b] = true
		if err := d.step(1); err != nil {
			return err
		}
		entry := Bookmark{Title: d.text(fnBookmarkTitle, b), Level: level}
		dest := d.ptr(fnBookmarkDest, d.handle, b)
		if dest == 0 {
			if action := d.ptr(fnBookmarkAction, b); action != 0 {
				dest = d.ptr(fnActionDest, d.handle, action)
			}
		}
		entry.Place = d.place(dest)
		o.out = append(o.out, entry)
		if level < bookmarksDepth {
			if err := o.branch(b, level+1); err != nil {
				return err
			}
		}
	}
	return d.err
}

// Place is where a destination leads.
type Place struct {
	Page       int     // from 1; 0 where it leads nowhere in the document
	X, Y       float64 // on the page, in the file's coordinates; see [Frame.Point]
	HasX, HasY bool    // false where it leads to the page as a whole
}

// The ways in which a destination shows its page (fpdf_doc.h).
const (
	viewXYZ   = 1
	viewFitH  = 3
	viewFitR  = 5
	viewFitBH = 7
)

// place returns where a destination leads (PDF 32000-1, 12.3.2.2).
func (d *Document) place(dest uint64) Place {
	if dest == 0 {
		return Place{}
	}
	out := Place{Page: max(d.int(fnDestPage, d.handle, dest)+1, 0)}
	switch d.int(fnDestView, dest, d.at(0), d.at(4)) {
	case viewXYZ:
		if d.ok(fnDestPlace, dest, d.at(0), d.at(4), d.at(8), d.at(12), d.at(16), d.at(20)) {
			out.HasX, out.HasY = d.i32(0) != 0, d.i32(4) != 0
			out.X, out.Y = d.f32(12), d.f32(16)
		}
	case viewFitH, viewFitBH:
		if d.i32(0) > 0 {
			out.HasY, out.Y = true, d.f32(4)
		}
	case viewFitR:
		if d.i32(0) == 4 {
			out.HasX, out.HasY, out.X, out.Y = true, true, d.f32(4), d.f32(16)
		}
	}
	return out
}
