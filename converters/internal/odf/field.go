package odf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// field reads a field: what it shows is its content (ODF 1.3 part 3, 7).
func (r *reader) field(p *para, c style.Chars, run wordtext.Run) error {
	if r.s.Value(ns.Text, "display") == "none" {
		c.State(style.Hidden, true)
	}
	switch r.s.Local() {
	case "hidden-text":
		return r.hiddenField(p, run)
	case "hidden-paragraph":
		if r.s.Value(ns.Text, "is-hidden") == "true" {
			p.veiled = true
		}
		return r.s.Skip()
	case "page-number", "page-count":
		if r.paging {
			r.paged = true
			return r.s.Skip()
		}
	case "p", "h":
		// A paragraph in a paragraph is none; its text is kept.
		r.add(p, " ", run)
	case "list", "section", "index-body":
		r.add(p, " ", run)
	}
	return r.inline(p, c, run.Link)
}

// hiddenField reads a text:hidden-text: its text is in an attribute, and in
// its content while it shows (7.4.20).
func (r *reader) hiddenField(p *para, run wordtext.Run) error {
	hidden, _ := r.s.Attr(ns.Text, "is-hidden")
	value, _ := r.s.Attr(ns.Text, "string-value")
	text, err := pack.PlainText(r.s)
	if err != nil {
		return err
	}
	if hidden != "true" {
		if text == "" {
			text = value
		}
		r.add(p, text, run)
		return nil
	}
	if text == "" {
		text = value
	}
	if !isBlank(text) && !r.Hide(visible.Text, r.pos()) {
		run.Hidden = r.When(visible.Text) == converters.MarkHidden
		r.add(p, text, run)
	}
	return nil
}

// extInline reads what LibreOffice has added: content controls, whose content
// is text, and fields of forms that came from Word.
func (r *reader) extInline(p *para, c style.Chars, run wordtext.Run) error {
	switch r.s.Local() {
	case "fieldmark-start", "fieldmark":
		kind, _ := r.s.Attr(ns.Ext, "type")
		checked, err := r.fieldmark()
		if strings.HasSuffix(kind, "FORMCHECKBOX") {
			box := "☐"
			if checked {
				box = "☒"
			}
			r.put(p, box, run)
		}
		return err
	case "annotation":
		return r.annotation(p.putComment)
	case "fieldmark-end", "fieldmark-separator", "param", "annotation-end":
		return r.s.Skip()
	}
	return r.inline(p, c, run.Link)
}

// fieldmark reads the parameters of a field and reports whether it is checked.
func (r *reader) fieldmark() (bool, error) {
	checked := false
	err := r.s.Each(func() error {
		value, _ := r.s.Attr(ns.Ext, "value")
		if strings.HasSuffix(r.s.Value(ns.Ext, "name"), "Checkbox_Checked") {
			checked = value == "true"
		}
		return r.s.Skip()
	})
	return checked, err
}

// changes reads the changes that were recorded: the text that they took away
// is there (5.5).
func (r *reader) changes() error {
	id := ""
	return r.s.Each(func() error {
		if r.s.Space() != ns.Text {
			return nil
		}
		switch r.s.Local() {
		case "changed-region":
			if v, ok := r.s.Attr(ns.Text, "id"); ok {
				id = v
			} else {
				id, _ = r.s.Attr(xmlread.XML, "id")
			}
		case "deletion":
			return r.deletion(id)
		}
		return nil
	})
}

// deletion reads what a change took away.
func (r *reader) deletion(id string) error {
	pos := r.pos()
	var text []string
	err := r.s.Each(func() error {
		if r.s.Space() == ns.Office {
			return r.s.Skip()
		}
		some, err := pack.PlainText(r.s)
		if some != "" {
			text = append(text, some)
		}
		return err
	})
	if err != nil {
		return err
	}
	if len(text) > 0 && !r.Hide(visible.Deleted, pos) {
		r.deleted[id] = strings.Join(text, " ")
	}
	return nil
}

// change shows, where it was, the text that a change took away.
func (r *reader) change(p *para, run wordtext.Run) {
	id, _ := r.s.Attr(ns.Text, "change-id")
	if text := r.deleted[id]; text != "" {
		delete(r.deleted, id)
		run.Hidden = r.When(visible.Deleted) == converters.MarkHidden
		r.put(p, text, run)
	}
}

// forms reads the controls of forms (13), for the shapes that show them.
func (r *reader) forms() error {
	if r.control == nil {
		r.control = map[string]string{}
	}
	return r.s.Each(func() error {
		if r.s.Space() != ns.Form {
			return nil
		}
		id, ok := r.s.Attr(xmlread.XML, "id")
		if !ok {
			id, _ = r.s.Attr(ns.Form, "id")
		}
		if text := r.controlText(); id != "" && text != "" {
			r.control[id] = text
		}
		return nil
	})
}

// controlText returns what a control shows.
func (r *reader) controlText() string {
	label, _ := r.s.Attr(ns.Form, "label")
	value, ok := r.s.Attr(ns.Form, "current-value")
	if !ok {
		value, _ = r.s.Attr(ns.Form, "value")
	}
	switch r.s.Local() {
	case "checkbox", "radio":
		state, _ := r.s.Attr(ns.Form, "current-state")
		if state == "" {
			state, _ = r.s.Attr(ns.Form, "current-selected")
		}
		if state == "checked" || state == "true" {
			return strings.TrimSpace("☒ " + label)
		}
		return strings.TrimSpace("☐ " + label)
	case "text", "textarea", "formatted-text", "number", "date", "time", "combobox":
		return value
	case "button", "fixed-text", "frame":
		return label
	}
	return ""
}
