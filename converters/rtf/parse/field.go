package parse

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/omml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/rtf/codepage"
	"github.com/seed353dc258/backstory/converters/rtf/token"
	"github.com/seed353dc258/backstory/document"
)

func (r *reader) enterField(token.Token) {
	r.role, r.owner = roleField, true
	r.opened.fields = append(r.opened.fields, field{from: -1})
	r.hold(1)
}

// field returns the innermost field that is open, or nil.
func (r *reader) field() *field {
	if n := len(r.opened.fields); n > 0 {
		return &r.opened.fields[n-1]
	}
	return nil
}

// maxInstruction bounds the instruction of a field, in bytes.
const maxInstruction = 1 << 16

// instruct reads the instruction of a field.
func (r *reader) instruct(text string) {
	f := r.field()
	if f == nil || len(text) > maxInstruction {
		return
	}
	words := fieldWords(text)
	if len(words) == 0 {
		return
	}
	f.name, f.args = strings.ToUpper(words[0]), nil
	if f.name == "EQ" {
		f.raw = text
		return
	}
	for i := 1; i < len(words); i++ {
		w := words[i]
		if !strings.HasPrefix(w, `\`) {
			f.args = append(f.args, w)
			continue
		}
		if i+1 == len(words) {
			break
		}
		switch w {
		case `\l`:
			i++
			f.anchor = words[i]
		case `\o`, `\t`, `\f`, `\s`, `\*`:
			i++
		}
	}
}

// fieldWords cuts an instruction at blanks outside quotes.
func fieldWords(text string) []string {
	var out []string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] == '"' || strings.HasPrefix(text, "“") {
			text = strings.TrimPrefix(strings.TrimPrefix(text, `"`), "“")
			end := strings.IndexAny(text, `"”`)
			if end < 0 {
				end = len(text)
			}
			out = append(out, text[:end])
			text = strings.TrimPrefix(strings.TrimPrefix(text[end:], `"`), "”")
			continue
		}
		end := strings.IndexAny(text, " \t\n\"")
		if end < 0 {
			end = len(text)
		}
		out = append(out, text[:end])
		text = text[end:]
	}
	return out
}

// target returns what a field links to, or "".
func (f *field) target() string {
	if f.name != "HYPERLINK" {
		return ""
	}
	url := ""
	if len(f.args) > 0 {
		url = f.args[0]
	}
	if f.anchor != "" {
		return url + "#" + f.anchor
	}
	return url
}

// enterResult begins what a field shows.
func (r *reader) enterResult(token.Token) {
	f := r.field()
	if f == nil {
		return
	}
	f.from, f.nodes = r.inText, r.nodes
	if url := f.target(); url != "" {
		r.chars.link = &wordtext.Link{URL: url}
		r.hold(costLink)
	}
	if len(r.outer) > 0 && (f.name == "PAGE" || f.name == "NUMPAGES" || f.name == "SECTIONPAGES") {
		r.story.paged = true
		r.sink = toNothing
	}
	r.role = roleFieldResult
}

// leaveField ends a field. One without a result may show something still.
func (r *reader) leaveField() {
	f := *r.field()
	r.opened.fields = r.opened.fields[:len(r.opened.fields)-1]
	shown := f.from >= 0 && (r.inText > f.from || r.nodes > f.nodes)
	switch {
	case f.form.check && f.form.result == 1:
		r.put([]byte("☒"))
	case f.form.check:
		r.put([]byte("☐"))
	case shown:
	case f.form.list && f.form.result >= 0 && f.form.result < len(f.form.items):
		r.put([]byte(f.form.items[f.form.result]))
	case f.name == "EQ":
		r.equation(f.raw)
	case f.name == "SYMBOL" && len(f.args) > 0:
		r.symbolField(f.args[0])
	case f.name == "PAGE" && len(r.outer) > 0:
		r.story.paged = true
	}
}

// equation shows an EQ field, which has no result.
func (r *reader) equation(instruction string) {
	tex, prose := omml.Field(instruction)
	if tex == "" || r.sink != toStory {
		return
	}
	if prose {
		r.put([]byte(tex))
		return
	}
	if !r.visible() {
		if r.countHidden([]byte(tex)); r.drops(r.unseen) {
			return
		}
	}
	r.addNode(&document.Math{TeX: tex}, false)
}

// symbolField shows the character that a SYMBOL field names by its number.
func (r *reader) symbolField(arg string) {
	base := 10
	if len(arg) > 1 && (arg[:2] == "0x" || arg[:2] == "0X") {
		arg, base = arg[2:], 16
	}
	n, err := strconv.ParseUint(arg, base, 21)
	switch {
	case err != nil:
	case n < 0x100:
		r.putRune(codepage.SymbolRune(byte(n)))
	default:
		r.rune(rune(n))
	}
}

// ofForm returns an act for a word about a field of a form.
func ofForm(set func(*formField, int)) func(*reader, token.Token) {
	return func(r *reader, t token.Token) {
		if f := r.field(); f != nil {
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
func (r *reader) formItem(text string) {
	if f := r.field(); f != nil && len(f.form.items) < maxFormItems {
		f.form.items = append(f.form.items, text)
		r.hold(1)
	}
}
