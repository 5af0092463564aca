package rtf

import (
	"strings"
)

// field is a field that is open.
type field struct {
	name   string // "HYPERLINK"
	args   []string
	anchor string // of \l
	from   int64  // how much text there was before its result
	nodes  int    // and how many nodes
	raw    string // the instruction of EQ
	form   formField
}

// formField is a field of a form.
type formField struct {
	check  bool
	list   bool
	result int
	items  []string // of a list
}

// fieldMost bounds the instruction of a field, in bytes.
const fieldMost = 1 << 16

// instruct reads the instruction of a field.
func (f *field) instruct(text string) {
	if len(text) > fieldMost {
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
		switch w := words[i]; {
		case w == `\l` && i+1 < len(words):
			i++
			f.anchor = words[i]
		case (w == `\o` || w == `\t` || w == `\f` || w == `\s` || w == `\*`) && i+1 < len(words):
			i++
		case strings.HasPrefix(w, `\`):
		default:
			f.args = append(f.args, w)
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

// pageField reports whether a field counts pages.
func (f *field) pageField() bool {
	switch f.name {
	case "PAGE", "NUMPAGES", "SECTIONPAGES":
		return true
	default:
		return false
	}
}

// enterResult begins what a field shows.
func (r *reader) enterResult() {
	n := len(r.fields)
	if n == 0 {
		return
	}
	f := &r.fields[n-1]
	f.from, f.nodes = r.inText, len(r.nodes)
	if url := f.target(); url != "" {
		r.links = append(r.links, url)
		r.group.chars.link = int32(len(r.links))
		r.hold(linkCost)
	}
	if f.pageField() && len(r.stories) > 0 {
		r.story.paged = true
		r.group.dest = destQuiet
	}
	r.group.of = wFieldResult
}

// leaveField ends a field. One without a result may show something still.
func (r *reader) leaveField() {
	last := len(r.fields) - 1
	f := r.fields[last]
	r.fields = r.fields[:last]
	shown := f.from >= 0 && (r.inText > f.from || len(r.nodes) > f.nodes)
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
	case f.name == "PAGE" && len(r.stories) > 0:
		r.story.paged = true
	}
}

// symbolField shows the character that a SYMBOL field names.
func (r *reader) symbolField(arg string) {
	n, hex := 0, strings.HasPrefix(strings.ToLower(arg), "0x")
	if hex {
		arg = arg[2:]
	}
	for i := 0; i < len(arg) && n < 0x110000; i++ {
		v := hexValue(arg[i])
		if v < 0 || v > 9 && !hex {
			return
		}
		if n = n*10 + v; hex {
			n += (n - v) / 10 * 6
		}
	}
	if n < 0x100 {
		r.putRune(symbolRune(byte(n)))
		return
	}
	r.rune(rune(n))
}

// formWord notes a property of a field of a form.
func (r *reader) formWord(t token) {
	n := len(r.fields)
	if n == 0 {
		return
	}
	f := &r.fields[n-1].form
	switch t.word {
	case wFormType:
		f.check, f.list = t.num == 1, t.num == 2
	case wFormDefault:
		f.result = t.num
	case wFormResult:
		if t.num != 25 { // 25: the default holds
			f.result = t.num
		}
	}
}

// formItemsMost is how many items Word's lists have at most.
const formItemsMost = 25

// formItem notes an item of a list in a form.
func (r *reader) formItem(text string) {
	if n := len(r.fields); n > 0 && len(r.fields[n-1].form.items) < formItemsMost {
		f := &r.fields[n-1].form
		f.items = append(f.items, text)
		r.hold(1)
	}
}
