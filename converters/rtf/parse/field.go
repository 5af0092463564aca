package parse

import (
	"github.com/seed353dc258/backstory/converters/internal/omml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/rtf/token"
)

// enterField begins a field.
func enterField(r *reader, _ token.Token) {
	r.at.role, r.at.owner = roleField, true
	r.opened.fields = append(r.opened.fields, field{from: -1})
	r.hold(1)
}

// last returns the innermost field that is open, or nil.
func (f fields) last() *field {
	if len(f) > 0 {
		return &f[len(f)-1]
	}
	return nil
}

// maxInstruction bounds the instruction of a field, in bytes.
const maxInstruction = 1 << 16

// instruct reads the instruction of a field.
func (f *field) instruct(text string) {
	if f == nil || len(text) > maxInstruction {
		return
	}
	if code := wordtext.ReadField(text); code.Name != "" {
		f.code = code
	}
	if f.code.Name == "EQ" {
		f.raw = text
	}
}

// enterResult begins what a field shows.
func enterResult(r *reader, _ token.Token) {
	f := r.opened.fields.last()
	if f == nil {
		return
	}
	f.from, f.nodes = r.out.inText, r.out.nodes
	if link := f.code.Link(); link != nil {
		r.at.chars.link = link
		r.hold(costLink)
	}
	if f.code.IsSilent() {
		r.at.sink = toNothing
	}
	if len(r.out.outer) > 0 && f.code.IsPages() {
		r.out.story.paged = true
		r.at.sink = toNothing
	}
	r.at.role = roleFieldResult
}

// leaveField ends a field. One without a result may show something still.
func (r *reader) leaveField() {
	f := *r.opened.fields.last()
	r.opened.fields = r.opened.fields[:len(r.opened.fields)-1]
	shown := f.from >= 0 && (r.out.inText > f.from || r.out.nodes > f.nodes)
	switch {
	case f.form.check && f.form.result == 1:
		r.put([]byte("☒"))
	case f.form.check:
		r.put([]byte("☐"))
	case shown:
	case f.form.list && f.form.result >= 0 && f.form.result < len(f.form.items):
		r.put([]byte(f.form.items[f.form.result]))
	case f.code.Name == "EQ":
		r.equation(f.raw)
	case f.code.Name == "PAGE" && len(r.out.outer) > 0:
		r.out.story.paged = true
	default:
		r.put([]byte(f.code.Instead()))
	}
}

// equation shows an EQ field, which has no result.
func (r *reader) equation(instruction string) {
	switch tex, prose := omml.Field(instruction); {
	case r.at.sink != toStory:
	case prose:
		r.put([]byte(tex))
	default:
		r.text.addMath(tex)
	}
}

// ofForm returns an act for a word about a field of a form.
func ofForm(set func(*formField, int)) func(*reader, token.Token) {
	return func(r *reader, t token.Token) {
		if f := r.opened.fields.last(); f != nil {
			set(&f.form, t.Num)
		}
	}
}

// formDefault is the result of a field of a form that has that by default.
const formDefault = 25

func (f *formField) setResult(n int) {
	if n != formDefault {
		f.result = n
	}
}

// maxFormItems is how many items Word's lists have at most.
const maxFormItems = 25

// formItem notes an item of a list in a form.
func formItem(r *reader, text string) {
	if f := r.opened.fields.last(); f != nil && len(f.form.items) < maxFormItems {
		f.form.items = append(f.form.items, text)
		r.hold(1)
	}
}
