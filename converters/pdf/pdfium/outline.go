package pdfium

const (
	bookmarksMost  = 20_000
	bookmarksDepth = 32
)

// Bookmark is an entry of the document's outline.
type Bookmark struct {
	Title string
	Level int     // from 1
	Page  int     // from 1; 0 where it leads nowhere in the document
	Top   float64 // where on the page, in points from its bottom; 0 where it does not say
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
		if o.seen[b] || len(o.out) >= bookmarksMost || d.err != nil {
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
		entry.Page, entry.Top = d.place(dest)
		o.out = append(o.out, entry)
		if level < bookmarksDepth {
			if err := o.branch(b, level+1); err != nil {
				return err
			}
		}
	}
	return d.err
}

// place returns the page, from 1, and the height on it that a destination
// names.
func (d *Document) place(dest uint64) (page int, top float64) {
	if dest == 0 {
		return 0, 0
	}
	page = d.int(fnDestPage, d.handle, dest) + 1
	if d.ok(fnDestPlace, dest, d.at(0), d.at(4), d.at(8), d.at(12), d.at(16), d.at(20)) && d.i32(4) != 0 {
		top = d.f32(16)
	}
	return max(page, 0), top
}
