package pdfium

import (
	"math"
	"strings"
)

const maxAnnotations = 5_000 // of a page

// Link is a place on a page that leads somewhere.
type Link struct {
	Box
	URL string // "" for a link into the document
	To  Place  // for such a link
}

// Field is a field of a form, with its value.
type Field struct {
	Box
	Kind    FieldKind
	Name    string
	Value   string
	Checked bool // of a box or a button
}

// FieldKind is a kind of fields, as fpdf_formfill.h numbers them.
type FieldKind int

// The kinds of fields.
const (
	UnknownField FieldKind = iota
	PushField
	CheckField
	RadioField
	ComboField
	ListField
	TextField
	SignatureField
)

// Comment is a note that somebody made on the page.
type Comment struct {
	Box
	Kind   int
	Author string
	Date   string
	Text   string
}

// The kinds of annotations (fpdf_annot.h).
const (
	annotText      = 1
	annotLink      = 2
	annotFreeText  = 3
	annotHighlight = 9
	annotStrikeOut = 12
	annotStamp     = 13
	annotPopup     = 16
	annotFile      = 17 // pinned to the page
	annotWidget    = 20
)

// The flags of annotations that do not show (PDF 32000-1, table 165).
const (
	annotHidden = 1 << 1
	annotNoView = 1 << 5
)

const actionURI = 3

// readLinks reads the links of the page.
func (p *openPage) readLinks() ([]Link, error) {
	var out []Link
	p.put(0, 0)
	for range maxAnnotations {
		if !p.ok(fnLinkNext, p.handle, p.at(0), p.at(4)) {
			break
		}
		next, link := uint32(p.i32(0)), uint64(uint32(p.i32(4)))
		if err := p.step(1); err != nil {
			return nil, err
		}
		if p.ok(fnLinkRect, link, p.at(16)) {
			l := Link{Box: p.frame.box(p.f32(16), p.f32(20), p.f32(24), p.f32(28))}
			p.target(link, &l)
			if l.URL != "" || l.To.Page > 0 {
				out = append(out, l)
			}
		}
		p.put(0, next)
	}
	return out, p.err
}

// target reads where a link leads.
func (p *openPage) target(link uint64, l *Link) {
	dest := p.ptr(fnLinkDest, p.document, link)
	action := p.ptr(fnLinkAction, link)
	if action != 0 && p.int(fnActionType, action) == actionURI {
		l.URL = p.plain(fnActionURI, p.document, action)
		return
	}
	if dest == 0 && action != 0 {
		dest = p.ptr(fnActionDest, p.document, action)
	}
	l.To = p.place(p.document, dest)
}

// annotations are the annotations of a page.
type annotations struct {
	*machine
	frame    *Frame
	forms    func() uint64
	fields   []Field
	comments []Comment
	files    []Attachment
	blobs    []Blob // that they cover
	unread   int
}

// readAnnotations reads fields, comments and files. Forms returns what fields are read with.
func (p *openPage) readAnnotations(forms func() uint64) (*annotations, error) {
	r := &annotations{machine: p.machine, frame: &p.frame, forms: forms}
	all := max(p.int(fnAnnotCount, p.handle), 0)
	count := min(all, maxAnnotations)
	r.unread = int(all - count)
	for i := range uint64(count) {
		a := p.ptr(fnAnnot, p.handle, i)
		if a == 0 {
			continue
		}
		if err := p.step(4); err != nil {
			return nil, err
		}
		r.pinned(a)
		if p.int(fnAnnotFlags, a)&(annotHidden|annotNoView) == 0 {
			r.annotation(a)
		}
		p.call(fnAnnotClose, a)
	}
	return r, p.err
}

// pinned keeps the file that an annotation pins to the page, if it does.
func (r *annotations) pinned(annotation uint64) {
	if r.int(fnAnnotType, annotation) != annotFile {
		return
	}
	if a := r.attachment(r.ptr(fnAnnotFile, annotation)); r.err == nil && a.handle != 0 {
		r.files = append(r.files, a)
	}
}

// annotation reads a field or a comment.
func (r *annotations) annotation(a uint64) {
	kind := r.int(fnAnnotType, a)
	if kind == annotPopup || !r.ok(fnAnnotRect, a, r.at(0)) {
		return
	}
	b := r.frame.box(r.f32(0), r.f32(4), r.f32(8), r.f32(12))
	if kind != annotText && (kind != annotLink || r.ok(fnAnnotHas, a, r.key("AP"))) {
		r.blobs = append(r.blobs, Blob{b, math.MaxInt}) // painted after all others
	}
	if kind != annotWidget && (kind < annotText || kind > annotStamp) || kind == annotLink {
		return
	}
	if kind == annotWidget {
		r.field(a, b)
		return
	}
	get := func(key string) string { return r.text(fnAnnotString, a, r.key(key)) }
	if text := get("Contents"); text != "" {
		r.comments = append(r.comments, Comment{b, kind, get("T"), get("M"), text})
	}
}

// field reads a field. The value of a password is left where it is.
func (r *annotations) field(a uint64, b Box) {
	form := r.forms()
	if form == 0 {
		return
	}
	const password = 1 << 13
	f := Field{Box: b, Kind: FieldKind(r.int(fnFieldType, form, a)), Name: r.text(fnFieldName, form, a)}
	get := func(key string) string { return r.text(fnAnnotString, a, r.key(key)) }
	switch f.Kind {
	case CheckField, RadioField:
		state := get("AS")
		f.Checked = r.ok(fnFieldChecked, form, a) || state != "" && state != "Off"
	case ComboField, ListField:
		f.Value = r.selected(form, a)
	case TextField:
		if r.int(fnFieldFlags, form, a)&password == 0 {
			f.Value = r.text(fnFieldValue, form, a)
		}
	case PushField, SignatureField:
	default: // the form of the document does not name it
		f.Name = get("T")
		if kind := get("FT"); kind == "Tx" || kind == "Ch" {
			f.Value = get("V")
		}
	}
	r.fields = append(r.fields, f)
}

// selected returns the options that are chosen, or the value where none is.
func (r *annotations) selected(form, a uint64) string {
	const most = 500
	var chosen []string
	for i := range uint64(min(max(r.int(fnFieldOptions, form, a), 0), most)) {
		if r.ok(fnFieldSelected, form, a, i) {
			chosen = append(chosen, r.text(fnFieldOption, form, a, i))
		}
	}
	if len(chosen) == 0 {
		return r.text(fnFieldValue, form, a)
	}
	return strings.Join(chosen, ", ")
}

// forms returns what fields are read with. Scripts do not run: the module has
// none, and nothing calls back.
func (d *Document) forms() uint64 {
	if d.form == 0 && d.err == nil {
		const size, version = 512, 2
		info := d.alloc(size)
		if zero, ok := d.memory.Read(info, size); ok {
			clear(zero)
		}
		d.memory.WriteUint32Le(info, version)
		d.form = d.ptr(fnFormInit, d.file.handle, uint64(info))
	}
	return d.form
}
