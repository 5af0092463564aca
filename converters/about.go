package converters

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// about returns what a source says about itself as a list that can be at its
// head, a labelled item for each thing, or nil where it says nothing.
func about(env *Env, m document.Meta) []document.Block {
	at := document.Pos{Part: "metadata"}
	list := Make(env, &document.List{Pos: at})
	for _, field := range []struct{ label, value string }{
		{"Title", m.Title},
		{"Author", m.Author},
		{"Subject", m.Subject},
		{"Keywords", m.Keywords},
		{"Created", plainDate(m.Created)},
		{"Modified", plainDate(m.Modified)},
	} {
		if value := strings.Join(strings.Fields(field.value), " "); value != "" {
			text := env.PlainParagraph(at, field.label+": "+value)
			list.Items = append(list.Items, Make(env, document.Item{Blocks: []document.Block{text}}))
		}
	}
	if len(list.Items) == 0 {
		return nil
	}
	return []document.Block{list}
}

// plainDate returns a date as a reader writes it where it is one of PDF
// (ISO 32000-2, 7.9.4: "D:20260131093000+01'00'"), else as it is.
func plainDate(s string) string {
	digits, ok := strings.CutPrefix(s, "D:")
	if !ok {
		return s
	}
	n := 0
	for n < len(digits) && n < 14 && '0' <= digits[n] && digits[n] <= '9' {
		n++
	}
	if n < 4 || n%2 != 0 {
		return s
	}
	date, zone := digits[:4], strings.TrimSuffix(strings.ReplaceAll(digits[n:], "'", ":"), ":")
	for at := 4; at < n; at += 2 {
		date += [...]string{"-", "-", " ", ":", ":"}[at/2-2] + digits[at:at+2]
	}
	if n < 10 {
		return date // the zone of a day says nothing
	}
	return date + zone
}
