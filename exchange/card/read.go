package card

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/exchange"
)

// The parts of a soul that have a heading, by the fields that they come from.
// What comes first has none.
var soulParts = []struct{ field, heading string }{
	{"description", ""},
	{"personality", "Personality"},
	{"scenario", "Scenario"},
	{"system_prompt", "Instructions"},
	{"post_history_instructions", "Reminder"},
}

// kept says of the fields that no prompt has why that is.
var kept = map[string]string{
	"creator_notes": "is for people who use the card", "creator_notes_multilingual": "is for people who use the card",
	"tags": "", "creator": "", "character_version": "", "source": "", "nickname": "", "creation_date": "", "modification_date": "",
	"extensions": "is for the program that wrote it", "assets": "addresses are never asked; what a CHARX holds is kept",
}

// read hands the texts of a card over.
func (c *card) read(user string, out *exchange.Import) {
	name := exchange.String(c.data, "name")
	out.Name(name)
	m := newMacros(c, user)
	var soul strings.Builder
	soul.WriteString(exchange.Heading(1, name))
	var from []string
	for _, part := range soulParts {
		text := m.resolve(exchange.String(c.data, part.field))
		if strings.TrimSpace(text) == "" {
			continue
		}
		from = append(from, part.field)
		if part.heading != "" {
			soul.WriteString("\n" + exchange.Heading(2, part.heading))
		}
		soul.WriteString("\n" + strings.Trim(text, "\n") + "\n")
	}
	if from == nil {
		from = []string{"name"}
	}
	out.Soul(soul.String(), strings.Join(from, ", "))
	c.samples(m, out)
	if book := exchange.Object(c.data, "character_book"); book != nil {
		readBook(book, bookField, m, out)
	}
	for _, field := range slices.Sorted(maps.Keys(c.data)) {
		c.noteField(field, out)
	}
	m.note(out)
}

// samples hands over greetings and the examples of dialogue.
func (c *card) samples(m *macros, out *exchange.Import) {
	if text := exchange.String(c.data, "first_mes"); strings.TrimSpace(text) != "" {
		out.Sample("greeting", m.resolve(text), "first_mes")
	}
	for _, field := range []string{"alternate_greetings", "group_only_greetings"} {
		for i, v := range exchange.List(c.data, field) {
			if text, ok := v.(string); ok && strings.TrimSpace(text) != "" {
				out.Sample("greeting", m.resolve(text), fmt.Sprintf("%s[%d]", field, i))
			}
		}
	}
	for i, text := range examples(exchange.String(c.data, "mes_example")) {
		if out.Err() != nil {
			return
		}
		out.Sample("example", m.resolve(text), fmt.Sprintf("mes_example[%d]", i))
	}
}

// start parts the examples of dialogue of a card.
const start = "<START>"

// examples returns the examples of dialogue that are not blank, and their places
// among these.
func examples(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		var b strings.Builder
		n := 0
		for line := range strings.Lines(text + "\n" + start) {
			if !strings.EqualFold(strings.TrimSpace(line), start) {
				b.WriteString(line)
				continue
			}
			if strings.TrimSpace(b.String()) != "" {
				if !yield(n, strings.Trim(b.String(), "\r\n")) {
					return
				}
				n++
			}
			b.Reset()
		}
	}
}

// noteField says what becomes of a field that nothing else was said of.
func (c *card) noteField(field string, out *exchange.Import) {
	if isEmpty(c.data[field]) {
		return
	}
	isText := slices.ContainsFunc(soulParts, func(p struct{ field, heading string }) bool { return p.field == field }) || field == "first_mes" || field == "mes_example"
	_, typed := c.data[field].(string)
	why, known := kept[field]
	switch {
	case isText && !typed:
		out.Note(exchange.Kept, field, "", "is not text")
	case isText || field == "name" || field == "spec" || field == "spec_version" || field == "character_book" || strings.HasSuffix(field, "_greetings"):
	case known:
		out.Note(exchange.Kept, field, "", why)
	default:
		out.Note(exchange.Kept, field, "", "is not a field of the specification")
	}
}

// isEmpty reports whether a value of JSON says nothing.
func isEmpty(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// macros are the names that a card may speak of its persona and its user with.
type macros struct {
	char, user string
	left       int // macros that were left as they are
	original   int // {{original}}
	comments   int // of authors, which the specification takes out of prompts
	grown      int // bytes that names added to texts
}

const (
	// original is the place of the instructions of the program that has the card.
	original = "{{original}}"
	// commentReach is how far the end of a comment is looked for, in bytes.
	commentReach = 4096
)

// maxGrown bounds what names add to all texts of a card, in bytes.
const maxGrown = 4 << 20

func newMacros(c *card, user string) *macros {
	char := exchange.String(c.data, "nickname") // which comes first (Character Card V3)
	if strings.TrimSpace(char) == "" {
		char = exchange.String(c.data, "name")
	}
	return &macros{char: oneLine(char), user: oneLine(user)}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// resolve sets names for {{char}} and {{user}}, and for <BOT> and <USER> of V1,
// in one pass: what a name brings is not looked at again. Other macros stay.
func (m *macros) resolve(text string) string {
	var b strings.Builder
	for {
		at := strings.IndexAny(text, "{<")
		if at < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:at])
		text = text[at:]
		value, size := m.at(text)
		if size == 0 {
			if strings.HasPrefix(text, "{{") && strings.Contains(text[:min(len(text), 200)], "}}") {
				m.left++
				b.WriteByte('{') // both signs of one macro
				text = text[1:]
			}
			b.WriteByte(text[0])
			text = text[1:]
			continue
		}
		if m.grown += len(value) - size; m.grown > maxGrown { // a long name, again and again
			m.left++
			value = text[:size]
		}
		b.WriteString(value)
		text = text[size:]
	}
}

// at returns what the macro at the start of a text stands for, and its length; 0
// where there is none of ours.
func (m *macros) at(text string) (value string, size int) {
	for _, one := range [...]struct{ macro, value string }{{"{{char}}", m.char}, {"{{user}}", m.user}, {"<bot>", m.char}, {"<user>", m.user}} {
		if len(text) >= len(one.macro) && strings.EqualFold(text[:len(one.macro)], one.macro) {
			return one.value, len(one.macro)
		}
	}
	if n := len(original); len(text) >= n && strings.EqualFold(text[:n], original) {
		m.original++
		if strings.HasPrefix(text[n:], " ") {
			n++
		}
		return "", n
	}
	for _, mark := range [...]string{"{{//", "{{comment:", "{{hidden_key:"} {
		if len(text) < len(mark) || !strings.EqualFold(text[:len(mark)], mark) {
			continue
		}
		if end := strings.Index(text[:min(len(text), commentReach)], "}}"); end > 0 {
			m.comments++
			return "", end + len("}}")
		}
	}
	return "", 0
}

func (m *macros) note(out *exchange.Import) {
	out.Count(exchange.Mapped, original, "left out: the program's own instructions, for which it is written, are in every prompt", m.original)
	out.Count(exchange.Mapped, "comments in macros", "left out, as in every prompt", m.comments)
	out.Count(exchange.Mapped, "macros other than {{char}} and {{user}}", "stay as they are written", m.left)
}
