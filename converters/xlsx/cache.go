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
	s := xmlread.New(b.packed.ctx, b.env, xmlread.Source{Part: part, Text: text})
	var out strings.Builder
	from, left := 0, maxCached
	err := s.Walk(func() error {
		if name := s.Local(); name != "numRef" && name != "strRef" {
			return nil
		}
		prefix := strings.TrimSuffix(s.Name().Full, s.Local())
		ref, at, kept, err := reference(s)
		if err == nil && !kept {
			out.WriteString(text[from:at])
			from = s.Offset()
			left -= b.appendCache(&out, ref, prefix, left)
		}
		return err
	})
	if err != nil || from == 0 {
		return text, err
	}
	out.WriteString(text[from:])
	return out.String(), nil
}

// reference reads a reference to cells, whose start tag is the event: to which, where
// in the part its values are or can be, and whether there are any.
func reference(s *xmlread.Scanner) (ref string, at int, kept bool, err error) {
	at = -1
	err = s.Each(func() error {
		switch s.Local() {
		case "f":
			ref, err = s.InnerText()
			return err
		case "numCache", "strCache":
			at = s.Offset()
			return s.Each(func() error {
				kept = kept || s.Local() == "pt"
				return s.Skip()
			})
		}
		return s.Skip()
	})
	if at < 0 {
		at = s.Offset()
	}
	return ref, at, kept, err
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
	at, rest, ok := b.names.refersTo(strings.TrimSpace(ref))
	a, area := sheet.ReadArea(rest)
	if !ok || !area || !b.sheets[at].loaded {
		return 0
	}
	sh := b.sheets[at]
	tag := func(name string) string { return prefix + name }
	out.WriteString("<" + tag("strCache") + ">")
	for r, cells := range sh.grid.In(a) {
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
			out.WriteString(escaper.Replace(sh.grid.Book.Texts.Of(c)))
			out.WriteString("</" + tag("v") + "></" + tag("pt") + ">")
		}
	}
	out.WriteString("</" + tag("strCache") + ">")
	return n
}

// escaper writes text as XML.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
