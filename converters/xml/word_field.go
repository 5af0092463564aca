package xml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// wordField is a field that is open: its code comes first, then what it shows.
type wordField struct {
	code   string
	shown  bool
	linked bool   // its link is open
	box    string // of a check box in a form, where that is all there is
}

// wordCodeMost is how many bytes of a field's code are read.
const wordCodeMost = 4096

// wordFields bounds the fields inside one another.
const wordFields = 64

// field reads a border of a field.
func (w *word) field(n xmlread.NodeID, r *wordRun) {
	last := len(w.fields) - 1
	switch w.Attr(n, nsWord, "fldCharType") {
	case "begin":
		if last+1 < wordFields {
			w.fields = append(w.fields, wordField{box: w.checkBox(n)})
		}
	case "separate":
		if last < 0 || w.fields[last].shown {
			return
		}
		f := &w.fields[last]
		f.shown = !w.paged || !isPageField(f.code)
		if url := wordTarget(f.code); url != "" {
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
	box := w.Child(w.Child(n, nsWord, "ffData"), nsWord, "checkBox")
	if box == 0 {
		return ""
	}
	state := w.Child(box, nsWord, "checked")
	if state == 0 {
		state = w.Child(box, nsWord, "default")
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

// wordTarget returns what the code of a field links to, or "".
func wordTarget(code string) string {
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
