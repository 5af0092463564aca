// Package ical shows calendar entries (iCalendar, RFC 5545) and contacts (vCard,
// RFC 6350 and 2426, and version 2.1) as a few lines for a reader: what, when, where,
// who, and the description. Alarms, pictures and properties of programs are left out, and
// are told.
//
//   - ical.go: lines and entries of calendars; card.go: contacts; left.go: what is left out
package ical

import (
	"bytes"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// maxEntries bounds the blocks of one calendar, maxPeople the names and times of an entry.
const maxEntries, maxPeople = 10_000, 100

// At says where the lines of a text from one to another one are, from 1.
type At func(from, to int) document.Pos

// Blocks returns the blocks of all events, tasks and journals of a calendar, and of all
// contacts, and what of them it leaves out.
func Blocks(text string, at At) ([]document.Block, Left) {
	var out []document.Block
	var open shown
	left := Left{}
	begin, inner := 0, 0
	for n, line := range unfolded(text) {
		p := read(line)
		switch {
		case p.name == "BEGIN" && open != nil:
			left.add(p.value)
			inner++
		case p.name == "BEGIN":
			if open, begin = begun(p.value, len(out)), n; open == nil {
				left.add(p.value)
			}
		case p.name == "END" && open != nil:
			if inner--; inner < 0 {
				out = append(out, open.blocks(at(begin, n))...)
				open, inner = nil, 0
			}
		case open != nil && inner == 0 && !open.take(p):
			left.add(p.name)
		}
	}
	if open != nil { // the end is missing
		out = append(out, open.blocks(at(begin, begin+strings.Count(text, "\n")))...)
	}
	return out, left
}

// shown is an entry or a contact while it is read.
type shown interface {
	take(p property) bool // false where it is left out
	blocks(pos document.Pos) []document.Block
}

// begun returns what begins with a name, behind so many blocks; nil for what is not shown.
func begun(name string, before int) shown {
	if before >= maxEntries {
		return nil
	}
	switch strings.ToUpper(name) {
	case "VEVENT":
		return &entry{kind: "Event"}
	case "VTODO":
		return &entry{kind: "Task"}
	case "VJOURNAL":
		return &entry{kind: "Journal"}
	case "VCARD":
		return &card{}
	}
	return nil
}

// unfolded goes through the lines of a text with the number of each; a line that begins
// with a blank is the rest of the one before (3.1), and so is what follows a line of
// vCard 2.1 whose encoding says that it goes on.
func unfolded(text string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		var line []byte
		quoted, from, n := false, 0, 0
		for raw := range strings.Lines(text) {
			n++
			raw = strings.TrimRight(raw, "\r\n")
			switch {
			case quoted && bytes.HasSuffix(line, []byte("=")):
				line = append(line[:len(line)-1], raw...)
				continue
			case raw != "" && (raw[0] == ' ' || raw[0] == '\t'):
				line = append(line, raw[1:]...)
				continue
			}
			if len(line) > 0 && !yield(from, string(line)) {
				return
			}
			line, from, quoted = append(line[:0], raw...), n, isQuoted(raw)
		}
		if len(line) > 0 {
			yield(from, string(line))
		}
	}
}

// property is a line: its name in capital letters, parameters and value.
type property struct {
	name, value string
	params      []string
}

// param returns the value of a parameter, or "".
func (p *property) param(name string) string {
	for _, text := range p.params {
		if key, value, ok := strings.Cut(text, "="); ok && strings.EqualFold(key, name) {
			return strings.Trim(value, `"`)
		}
	}
	return ""
}

// read parts a line at the first colon outside quotation marks (3.1).
func read(line string) property {
	quoted, at := false, len(line)
	var cuts []int
	for i := 0; i < len(line) && at == len(line); i++ {
		switch c := line[i]; {
		case c == '"':
			quoted = !quoted
		case c == ';' && !quoted:
			cuts = append(cuts, i)
		case c == ':' && !quoted:
			at = i
		}
	}
	p := property{value: line[min(at+1, len(line)):]}
	head := line[:at]
	for i := len(cuts) - 1; i >= 0; i-- {
		p.params = append(p.params, head[cuts[i]+1:])
		head = head[:cuts[i]]
	}
	p.name = strings.ToUpper(head)
	return p
}

// unescaped returns the text of a value (3.3.11).
func unescaped(value string) string {
	return strings.NewReplacer(`\n`, "\n", `\N`, "\n", `\,`, ",", `\;`, ";", `\\`, `\`).Replace(value)
}

// entry is an event, a task or a journal.
type entry struct {
	kind                                string // what a reader calls it
	summary, place, description, status string
	start, end, due, repeats, url       string
	organizer, sorts, instead           string
	people, also, except                []string
}

// take reads a property of an entry.
func (e *entry) take(p property) bool {
	switch p.name {
	case "SUMMARY":
		e.summary = unescaped(p.value)
	case "LOCATION":
		e.place = unescaped(p.value)
	case "DESCRIPTION", "COMMENT", "CONTACT":
		e.description = strings.TrimPrefix(e.description+"\n\n"+unescaped(p.value), "\n\n")
	case "STATUS":
		e.status = strings.ToLower(p.value)
	case "CATEGORIES":
		e.sorts = unescaped(strings.ReplaceAll(p.value, ",", ", "))
	case "URL":
		e.url = p.value
	case "ORGANIZER":
		e.organizer = person(&p)
	case "ATTENDEE":
		return kept(&e.people, person(&p))
	default:
		return e.takeTime(&p)
	}
	return true
}

// takeTime reads a property that says when an entry is.
func (e *entry) takeTime(p *property) bool {
	switch p.name {
	case "DTSTART":
		e.start = moment(p)
	case "DTEND":
		e.end = moment(p)
	case "DUE":
		e.due = moment(p)
	case "DURATION":
		e.end = p.value
	case "RRULE":
		e.repeats = strings.ToLower(strings.ReplaceAll(p.value, ";", ", "))
	case "RECURRENCE-ID":
		e.instead = moment(p)
	case "EXDATE", "RDATE":
		list := &e.except
		if p.name == "RDATE" {
			list = &e.also
		}
		for value := range strings.SplitSeq(p.value, ",") {
			if !kept(list, moment(&property{value: value, params: p.params})) {
				return false
			}
		}
	default:
		return isBookkeeping(p.name)
	}
	return true
}

// kept adds a text to a list, if that is not too long.
func kept(list *[]string, text string) bool {
	if len(*list) >= maxPeople {
		return false
	}
	*list = append(*list, text)
	return true
}

// person returns the name of somebody, or their address, and their answer.
func person(p *property) string {
	name := unescaped(p.param("CN"))
	if _, address, ok := strings.Cut(p.value, ":"); name == "" && ok {
		name = address
	} else if name == "" {
		name = p.value
	}
	switch answer := strings.ToLower(p.param("PARTSTAT")); answer {
	case "accepted", "declined", "tentative", "delegated":
		name += " (" + answer + ")"
	}
	return name
}

// moment returns a date, or a date and a time with its zone; what is neither is as it
// is written.
func moment(p *property) string {
	v := p.value
	if len(v) < 8 || strings.Trim(v[:8], "0123456789") != "" {
		return v
	}
	text := v[:4] + "-" + v[4:6] + "-" + v[6:8]
	if len(v) < 13 || v[8] != 'T' || strings.Trim(v[9:13], "0123456789") != "" {
		return text
	}
	text += " " + v[9:11] + ":" + v[11:13]
	switch zone := p.param("TZID"); {
	case strings.HasSuffix(v, "Z"):
		text += " UTC"
	case zone != "":
		text += " " + zone
	}
	return text
}

// when returns the time of an entry in one line; an end on the same day is its time.
func (e *entry) when() string {
	if e.end == "" || e.end == e.start {
		return e.start
	}
	const day = len("2006-01-02 ")
	start, end := e.start, e.end
	if len(start) > day && len(end) > day && start[:day] == end[:day] {
		end = end[day:]
		const clock = len("15:04")
		if zone := start[day+clock:]; zone != "" && strings.HasSuffix(end, zone) {
			start = strings.TrimSuffix(start, zone)
		}
	}
	return start + " – " + end
}

// blocks returns the entry as lines and its description as paragraphs.
func (e *entry) blocks(pos document.Pos) []document.Block {
	var lines []string
	for _, line := range [...]struct{ what, text string }{
		{e.kind, e.summary},
		{"Status", e.status},
		{"When", e.when()},
		{"Instead of", e.instead},
		{"Due", e.due},
		{"Repeats", e.repeats},
		{"Also", strings.Join(e.also, ", ")},
		{"Except", strings.Join(e.except, ", ")},
		{"Where", e.place},
		{"Organizer", e.organizer},
		{"Attendees", strings.Join(e.people, ", ")},
		{"Categories", e.sorts},
		{"Link", e.url},
	} {
		if text := strings.Join(strings.Fields(line.text), " "); text != "" {
			lines = append(lines, line.what+": "+text)
		}
	}
	var out []document.Block
	if len(lines) > 0 {
		out = append(out, document.PlainParagraph(pos, strings.Join(lines, "\n")))
	}
	return append(out, paragraphs(e.description, pos)...)
}

// paragraphs returns the paragraphs of a text, between which lines are blank.
func paragraphs(text string, pos document.Pos) (out []document.Block) {
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, document.PlainParagraph(pos, part))
		}
	}
	return out
}
