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
	for b := d.ptr(fnBookmarkChild, d.file.handle, parent); b != 0; b = d.ptr(fnBookmarkNext, d.file.handle, b) {
		if o.seen[b] || len(o.out) >= maxBookmarks || d.err != nil {
			return d.err
		}
		o.seen[b] = true
		if err := d.step(1); err != nil {
			return err
		}
		entry := Bookmark{Title: d.text(fnBookmarkTitle, b), Level: level}
		dest := d.ptr(fnBookmarkDest, d.file.handle, b)
		if dest == 0 {
			if action := d.ptr(fnBookmarkAction, b); action != 0 {
				dest = d.ptr(fnActionDest, d.file.handle, action)
			}
		}
		entry.Place = d.place(d.file.handle, dest)
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

// place returns where a destination in a document leads (PDF 32000-1, 12.3.2.2).
func (c *machine) place(document, dest uint64) Place {
	if dest == 0 {
		return Place{}
	}
	out := Place{Page: max(c.int(fnDestPage, document, dest)+1, 0)}
	switch c.int(fnDestView, dest, c.at(0), c.at(4)) {
	case viewXYZ:
		if c.ok(fnDestPlace, dest, c.at(0), c.at(4), c.at(8), c.at(12), c.at(16), c.at(20)) {
			out.HasX, out.HasY = c.i32(0) != 0, c.i32(4) != 0
			out.X, out.Y = c.f32(12), c.f32(16)
		}
	case viewFitH, viewFitBH:
		if c.i32(0) > 0 {
			out.HasY, out.Y = true, c.f32(4)
		}
	case viewFitR:
		if c.i32(0) == 4 {
			out.HasX, out.HasY, out.X, out.Y = true, true, c.f32(4), c.f32(16)
		}
	}
	return out
}
