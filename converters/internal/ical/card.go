package ical

import (
	"io"
	"mime/quotedprintable"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset"
	"github.com/seed353dc258/backstory/document"
)

// card is a contact.
type card struct {
	name, full, firm, title, role string
	born, sorts                   string
	lines                         []string // numbers and addresses, with what they are
	notes                         []string
}

// maxLines bounds the numbers and addresses of one contact, and its notes.
const maxLines = 200

// isQuoted reports whether the value of a line is quoted-printable, as in vCard 2.1.
func isQuoted(line string) bool {
	head, _, _ := strings.Cut(line, ":")
	return strings.Contains(strings.ToUpper(head), "QUOTED-PRINTABLE")
}

// take reads a property of a contact.
func (c *card) take(p *property) bool {
	if _, name, grouped := strings.Cut(p.name, "."); grouped {
		p.name = name
	}
	value := p.text()
	switch p.name {
	case "FN":
		c.full = unescaped(value)
	case "N":
		c.name = personal(value)
	case "ORG":
		c.firm = fields(value, ", ")
	case "TITLE":
		c.title = unescaped(value)
	case "ROLE":
		c.role = unescaped(value)
	case "BDAY":
		c.born = moment(&property{value: value})
	case "CATEGORIES":
		c.sorts = unescaped(strings.ReplaceAll(value, ",", ", "))
	case "NOTE":
		if len(c.notes) >= maxLines {
			return false
		}
		c.notes = append(c.notes, unescaped(value))
	case "ADR":
		return c.add("Address", p, fields(value, ", "))
	default:
		if what := labels[p.name]; what != "" {
			return c.add(what, p, strings.TrimPrefix(value, "tel:"))
		}
		return isBookkeeping(p.name)
	}
	return true
}

// labels are what numbers and addresses are called.
var labels = map[string]string{
	"TEL": "Telephone", "EMAIL": "Mail", "URL": "Link", "IMPP": "Chat", "NICKNAME": "Nickname", "ANNIVERSARY": "Anniversary",
	"RELATED": "Related", "LANG": "Language",
}

// add adds a number or an address, if there are not too many.
func (c *card) add(what string, p *property, value string) bool {
	if value = strings.TrimSpace(value); value == "" || len(c.lines) >= maxLines {
		return value == ""
	}
	if kinds := p.kinds(); kinds != "" {
		what += " (" + kinds + ")"
	}
	c.lines = append(c.lines, what+": "+unescaped(value))
	return true
}

// text returns the value of a property, decoded.
func (p *property) text() string {
	if !isQuoted(strings.Join(p.params, ";") + ":") {
		return p.value
	}
	raw, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(p.value)))
	if err != nil && len(raw) == 0 {
		return p.value
	}
	text, _, err := charset.Decode(raw, charset.Hint(p.param("CHARSET")))
	if err != nil {
		return p.value
	}
	return strings.ReplaceAll(text, "\r\n", "\n")
}

// kinds returns what a number is for, such as "home, fax": version 2.1 has the words
// alone.
func (p *property) kinds() string {
	var out []string
	for i := len(p.params) - 1; i >= 0; i-- {
		key, value, named := strings.Cut(p.params[i], "=")
		switch {
		case !named:
			value = key
		case !strings.EqualFold(key, "TYPE"):
			continue
		}
		for kind := range strings.SplitSeq(strings.ToLower(strings.Trim(value, `"`)), ",") {
			switch kind {
			case "home", "work", "cell", "fax", "pager", "car", "main", "video", "text", "other":
				out = append(out, kind)
			}
		}
	}
	return strings.Join(out, ", ")
}

// fields joins the fields of a value.
func fields(value, with string) string {
	var out []string
	for _, f := range split(value) {
		if f = strings.TrimSpace(unescaped(f)); f != "" {
			out = append(out, strings.Join(strings.Fields(f), " "))
		}
	}
	return strings.Join(out, with)
}

// split parts a value at semicolons that are not escaped.
func split(value string) (out []string) {
	from := 0
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '\\':
			i++
		case ';':
			out = append(out, value[from:i])
			from = i + 1
		}
	}
	return append(out, value[from:])
}

// personal returns a name in the order in which it is said: it is kept with the family's
// name first (RFC 6350, 6.2.2).
func personal(value string) string {
	f := append(split(value), "", "", "", "", "")
	return strings.Join(strings.Fields(unescaped(strings.Join([]string{f[3], f[1], f[2], f[0], f[4]}, " "))), " ")
}

// blocks returns the contact as a part with its name.
func (c *card) blocks(env *converters.Env, pos document.Pos) []document.Block {
	name := strings.Join(strings.Fields(c.full), " ")
	if name == "" {
		name = c.name
	}
	var lines []string
	for _, line := range [...]struct{ what, text string }{
		{"Organization", c.firm}, {"Title", c.title}, {"Role", c.role}, {"Birthday", c.born}, {"Categories", c.sorts},
	} {
		if text := strings.Join(strings.Fields(line.text), " "); text != "" {
			lines = append(lines, line.what+": "+text)
		}
	}
	if name == "" && c.firm != "" {
		name, lines = c.firm, lines[1:]
	}
	var out []document.Block
	if lines = append(lines, c.lines...); len(lines) > 0 {
		out = append(out, env.PlainParagraph(pos, strings.Join(lines, "\n")))
	}
	out = append(out, paragraphs(env, strings.Join(c.notes, "\n\n"), pos)...)
	if name == "" {
		return out
	}
	return []document.Block{converters.Make(env, &document.Section{Pos: pos, Kind: document.SectionPart, Title: name, Blocks: out})}
}
