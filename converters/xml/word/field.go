package word

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/xml/vocab"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// field is a field that is open: its code comes first, then what it shows.
type field struct {
	code   string
	shown  bool
	linked bool   // its link is open
	box    string // of a check box in a form, where that is all there is
}

// codeMost is how many bytes of a field's code are read.
const codeMost = 4096

// fields bounds the fields inside one another.
const fields = 64

// field reads a border of a field.
func (w *word) field(n xmlread.NodeID, r *run) {
	last := len(w.fields) - 1
	switch w.Attr(n, vocab.NsWord, "fldCharType") {
	case "begin":
		if last+1 < fields {
			w.fields = append(w.fields, field{box: w.checkBox(n)})
		}
	case "separate":
		if last < 0 || w.fields[last].shown {
			return
		}
		f := &w.fields[last]
		f.shown = !w.paged || !isPageField(f.code)
		if url := target(f.code); url != "" {
			f.linked = true
			w.links = append(w.links, url)
			w.lead()
		}
	case "end":
		if last < 0 {
			return
		}
		f := w.fields[last]
		w.fields = w.fields[:last]
		if f.linked {
			w.links = w.links[:max(len(w.links)-1, 0)]
			w.lead()
		}
		if f.box != "" {
			w.say(f.box, r, n)
		}
	}
}

// checkBox returns the mark of a check box that a field is, or "".
func (w *word) checkBox(n xmlread.NodeID) string {
	box := w.Child(w.Child(n, vocab.NsWord, "ffData"), vocab.NsWord, "checkBox")
	if box == 0 {
		return ""
	}
	state := w.Child(box, vocab.NsWord, "checked")
	if state == 0 {
		state = w.Child(box, vocab.NsWord, "default")
	}
	if state != 0 && w.on(w.val(state), true) {
		return "☒"
	}
	return "☐"
}

// isPageField reports whether a field counts pages.
func isPageField(code string) bool {
	name, _, _ := strings.Cut(strings.TrimSpace(code), " ")
	switch name {
	case "PAGE", "NUMPAGES", "SECTIONPAGES":
		return true
	}
	return false
}

// target returns what the code of a field links to, or "".
func target(code string) string {
	rest, ok := strings.CutPrefix(strings.TrimSpace(code), "HYPERLINK")
	if !ok {
		return ""
	}
	url, anchor, next := "", "", ""
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		var word string
		if body, quoted := strings.CutPrefix(rest, `"`); quoted {
			word, rest, _ = strings.Cut(body, `"`)
		} else {
			word, rest, _ = strings.Cut(rest, " ")
			if strings.HasPrefix(word, `\`) {
				next = word
				continue
			}
		}
		switch next {
		case "":
			url = word
		case `\l`:
			anchor = word
		}
		next = `\-`
	}
	if anchor != "" {
		return url + "#" + anchor
	}
	return url
}
