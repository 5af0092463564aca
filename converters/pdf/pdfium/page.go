package pdfium

// Page is what a page shows.
type Page struct {
	Number        int // from 1
	Width, Height float64
	Chars         []Char
	Runs          []Run
	Objects       Objects
	Links         []Link
	Fields        []Field
	Comments      []Comment
	Files         []Attachment // that are pinned to the page
	Unread        int          // annotations behind the first 5,000
	Tree          []*Element   // empty where the page has no structure
	Bad           bool         // the page could not be read
	Frame         Frame
}

// Read reads a page, which is numbered from 1. A page that PDFium cannot read is Bad,
// without an error.
func (d *Document) Read(number int) (*Page, error) {
	p := d.open(number)
	out := &Page{Number: number, Frame: p.frame, Bad: p.handle == 0}
	out.Width, out.Height = p.frame.size()
	if out.Bad {
		return out, d.err
	}
	var err error
	if out.Objects, err = p.readObjects(d.file.mayLayer, d.file.mayOff); err != nil {
		return nil, err
	}
	if out.Chars, out.Runs, err = p.readText(out.Objects.texts); err != nil {
		return nil, err
	}
	p.countSilent(&out.Objects, out.Chars, out.Runs)
	if out.Links, err = p.readLinks(); err != nil {
		return nil, err
	}
	notes, err := p.readAnnotations(d.forms)
	if err != nil {
		return nil, err
	}
	out.Fields, out.Comments, out.Files, out.Unread = notes.fields, notes.comments, notes.files, notes.unread
	out.Objects.Blobs = append(out.Objects.Blobs, notes.blobs...)
	if d.ok(fnIsTagged, p.document) {
		if out.Tree, err = p.readTree(); err != nil {
			return nil, err
		}
	}
	return out, d.err
}
