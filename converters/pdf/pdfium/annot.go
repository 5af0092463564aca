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
	annotWidget    = 20
)

// The flags of annotations that do not show (PDF 32000-1, table 165).
const (
	annotHidden = 1 << 1
	annotNoView = 1 << 5
)

const actionURI = 3

// readLinks reads the links of the page.
func (p *openPage) readLinks() error {
	p.put(0, 0)
	for range maxAnnotations {
		if !p.ok(fnLinkNext, p.page, p.at(0), p.at(4)) {
			break
		}
		next, link := uint32(p.i32(0)), uint64(uint32(p.i32(4)))
		if err := p.step(1); err != nil {
			return err
		}
		if p.ok(fnLinkRect, link, p.at(16)) {
			l := Link{Box: p.box(p.f32(16), p.f32(20), p.f32(24), p.f32(28))}
			p.target(link, &l)
			if l.URL != "" || l.To.Page > 0 {
				p.out.Links = append(p.out.Links, l)
			}
		}
		p.put(0, next)
	}
	return p.err
}

// target reads where a link leads.
func (p *openPage) target(link uint64, l *Link) {
	dest := p.ptr(fnLinkDest, p.handle, link)
	action := p.ptr(fnLinkAction, link)
	if action != 0 && p.int(fnActionType, action) == actionURI {
		l.URL = p.plain(fnActionURI, p.handle, action)
		return
	}
	if dest == 0 && action != 0 {
		dest = p.ptr(fnActionDest, p.handle, action)
	}
	l.To = p.place(dest)
}

// readAnnotations reads fields and comments.
func (p *openPage) readAnnotations() error {
	count := min(max(p.int(fnAnnotCount, p.page), 0), maxAnnotations)
	for i := range uint64(count) {
		a := p.ptr(fnAnnot, p.page, i)
		if a == 0 {
			continue
		}
		if err := p.step(4); err != nil {
			return err
		}
		p.pinned(a)
		if p.int(fnAnnotFlags, a)&(annotHidden|annotNoView) == 0 {
			p.annotation(a)
		}
		p.call(fnAnnotClose, a)
	}
	return p.err
}

// annotation reads a field or a comment.
func (p *openPage) annotation(a uint64) {
	kind := p.int(fnAnnotType, a)
	if kind == annotPopup || !p.ok(fnAnnotRect, a, p.at(0)) {
		return
	}
	b := p.box(p.f32(0), p.f32(4), p.f32(8), p.f32(12))
	if kind != annotText && (kind != annotLink || p.ok(fnAnnotHas, a, p.key("AP"))) {
		p.out.Objects.Blobs = append(p.out.Objects.Blobs, Blob{b, math.MaxInt}) // painted after all others
	}
	if kind != annotWidget && (kind < annotText || kind > annotStamp) || kind == annotLink {
		return
	}
	get := func(key string) string { return p.machine.text(fnAnnotString, a, p.key(key)) }
	if kind == annotWidget {
		p.field(a, b)
		return
	}
	if text := get("Contents"); text != "" {
		p.out.Comments = append(p.out.Comments, Comment{b, kind, get("T"), get("M"), text})
	}
}

// field reads a field. The value of a password is left where it is.
func (p *openPage) field(a uint64, b Box) {
	form := p.forms()
	if form == 0 {
		return
	}
	const password = 1 << 13
	f := Field{Box: b, Kind: FieldKind(p.int(fnFieldType, form, a)), Name: p.machine.text(fnFieldName, form, a)}
	get := func(key string) string { return p.machine.text(fnAnnotString, a, p.key(key)) }
	switch f.Kind {
	case CheckField, RadioField:
		state := get("AS")
		f.Checked = p.ok(fnFieldChecked, form, a) || state != "" && state != "Off"
	case ComboField, ListField:
		f.Value = p.selected(form, a)
	case TextField:
		if p.int(fnFieldFlags, form, a)&password == 0 {
			f.Value = p.machine.text(fnFieldValue, form, a)
		}
	case PushField, SignatureField:
	default: // the form of the document does not name it
		f.Name = get("T")
		if kind := get("FT"); kind == "Tx" || kind == "Ch" {
			f.Value = get("V")
		}
	}
	p.out.Fields = append(p.out.Fields, f)
}

// selected returns the options that are chosen, or the value where none is.
func (p *openPage) selected(form, a uint64) string {
	const most = 500
	var chosen []string
	for i := range uint64(min(max(p.int(fnFieldOptions, form, a), 0), most)) {
		if p.ok(fnFieldSelected, form, a, i) {
			chosen = append(chosen, p.machine.text(fnFieldOption, form, a, i))
		}
	}
	if len(chosen) == 0 {
		return p.machine.text(fnFieldValue, form, a)
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
		d.form = d.ptr(fnFormInit, d.handle, uint64(info))
	}
	return d.form
}
