package xlsx

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// maxCached is how many values of a chart are looked up on the sheets.
const maxCached = 10_000

// cached returns the text of a chart part with the values that it refers to
// and does not keep, as some programs write it: they are on the sheets.
func (b *book) cached(part, text string) (string, error) {
	if keepsValues(text) {
		return text, nil
	}
	s := xmlread.New(b.ctx, b.env, xmlread.Source{Part: part, Text: text})
	var out strings.Builder
	from, left := 0, maxCached
	cache, kept := -1, false // of the reference: where its cache begins, and whether it has values
	ref := ""
	for {
		k, err := s.Next()
		if err != nil {
			return text, err
		}
		if k == xmlread.EOF {
			break
		}
		if k != xmlread.Start && k != xmlread.End {
			continue
		}
		switch name := s.Local(); {
		case name == "numRef" || name == "strRef":
			if k == xmlread.End && !kept {
				if cache < 0 {
					cache = s.Offset()
				}
				out.WriteString(text[from:cache])
				from = s.Offset()
				left -= b.appendCache(&out, ref, strings.TrimSuffix(s.Name().Full, name), left)
			}
			cache, kept, ref = -1, false, ""
		case k == xmlread.End:
		case name == "f":
			if ref, err = s.InnerText(); err != nil {
				return text, err
			}
		case name == "numCache" || name == "strCache":
			cache = s.Offset()
		case name == "pt":
			kept = true
		}
	}
	if from == 0 {
		return text, nil
	}
	out.WriteString(text[from:])
	return out.String(), nil
}

// keepsValues reports whether there is a value between the tags of each
// reference, as most programs write them. That is seen without reading the
// markup; where it cannot be, the answer is no.
func keepsValues(text string) bool {
	const tag, value = "Ref>", "pt idx="
	for {
		from := strings.Index(text, tag)
		if from < 0 {
			return true
		}
		text = text[from+len(tag):]
		to := strings.Index(text, tag)
		if to < 0 || !strings.Contains(text[:to], value) {
			return false
		}
		text = text[to+len(tag):]
	}
}

// appendCache writes the cells of a reference as a cache of a chart, with the
// prefix that the part has for its elements. It returns how many there are.
func (b *book) appendCache(out *strings.Builder, ref, prefix string, most int) (n int) {
	at, rest, ok := b.refersTo(strings.TrimSpace(ref))
	a, area := sheet.ReadArea(rest)
	if !ok || !area || !b.sheets[at].loaded {
		return 0
	}
	sh := b.sheets[at]
	tag := func(name string) string { return prefix + name }
	out.WriteString("<" + tag("strCache") + ">")
	for r, cells := range sh.In(a) {
		for i := range cells {
			c := &cells[i]
			if n == most {
				break
			}
			n++
			index := int(r.Number) - a.From.Row
			if a.From.Row == a.To.Row {
				index = int(c.Col) - a.From.Col
			}
			out.WriteString("<" + tag("pt") + ` idx="` + strconv.Itoa(index) + `"><` + tag("v") + ">")
			out.WriteString(escaper.Replace(sh.Text(c)))
			out.WriteString("</" + tag("v") + "></" + tag("pt") + ">")
		}
	}
	out.WriteString("</" + tag("strCache") + ">")
	return n
}

// escaper writes text as XML.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
