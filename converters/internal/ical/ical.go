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

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// maxEntries bounds the blocks of one calendar, maxSaid the names and times of an entry.
const maxEntries, maxSaid = 10_000, 100

// At says where the lines of a text from one to another one are, from 1.
type At func(from, to int) document.Pos

// Blocks returns the blocks of all events, tasks and journals of a calendar, and of all
// contacts, and what of them it leaves out.
func Blocks(env *converters.Env, text string, at At) ([]document.Block, Left) {
	r := reader{env: env, left: Left{}}
	for n, line := range unfolded(text) {
		if p := read(line); r.open == nil {
			r.begin(&p, n)
		} else if r.within(&p) {
			r.end(at(r.from, n))
		}
	}
	if r.open != nil { // the end is missing
		r.end(at(r.from, r.from+strings.Count(text, "\n")))
	}
	return r.blocks, r.left
}

// reader is how far a calendar is read.
type reader struct {
	env    *converters.Env
	blocks []document.Block
	left   Left
	open   shown // nil between entries
	from   int   // its first line
	inner  int   // parts that are open inside of it
}

// begin reads a line between entries.
func (r *reader) begin(p *property, n int) {
	if p.name != "BEGIN" {
		return
	}
	if len(r.blocks) < maxEntries {
		r.open, r.from = begun(p.value), n
	}
	if r.open == nil {
		r.left.add(p.value)
	}
}

// within reads a line of an entry, and reports whether it is the last one.
func (r *reader) within(p *property) bool {
	switch {
	case p.name == "BEGIN":
		r.left.add(p.value)
		r.inner++
	case p.name == "END" && r.inner == 0:
		return true
	case p.name == "END":
		r.inner--
	case r.inner == 0 && !r.open.take(p):
		r.left.add(p.name)
	}
	return false
}

// end ends an entry.
func (r *reader) end(pos document.Pos) {
	r.blocks = append(r.blocks, r.open.blocks(r.env, pos)...)
	r.open, r.inner = nil, 0
}

// shown is an entry or a contact while it is read.
type shown interface {
	take(p *property) bool // false where it is left out
	blocks(env *converters.Env, pos document.Pos) []document.Block
}

// begun returns what begins with a name; nil for what is not shown.
func begun(name string) shown {
	switch strings.ToUpper(name) {
	case "VEVENT":
		return newEntry("Event")
	case "VTODO":
		return newEntry("Task")
	case "VJOURNAL":
		return newEntry("Journal")
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

// escapes resolves the escapes of a value.
var escapes = strings.NewReplacer(`\n`, "\n", `\N`, "\n", `\,`, ",", `\;`, ";", `\\`, `\`)

// unescaped returns the text of a value (3.3.11).
func unescaped(value string) string {
	return escapes.Replace(value)
}

// entry is an event, a task or a journal.
type entry struct {
	kind        string // what a reader calls it
	description string
	start, end  string
	said        map[string][]string // by what a reader calls it
}

func newEntry(kind string) *entry { return &entry{kind: kind, said: map[string][]string{}} }

// take reads a property of an entry.
func (e *entry) take(p *property) bool {
	switch p.name {
	case "SUMMARY":
		return e.say(e.kind, unescaped(p.value))
	case "LOCATION":
		return e.say("Where", unescaped(p.value))
	case "DESCRIPTION", "COMMENT", "CONTACT":
		e.description = strings.TrimPrefix(e.description+"\n\n"+unescaped(p.value), "\n\n")
	case "STATUS":
		return e.say("Status", strings.ToLower(p.value))
	case "CATEGORIES":
		return e.say("Categories", unescaped(strings.ReplaceAll(p.value, ",", ", ")))
	case "URL":
		return e.say("Link", p.value)
	case "ORGANIZER":
		return e.say("Organizer", person(p))
	case "ATTENDEE":
		return e.say("Attendees", person(p))
	default:
		return e.takeTime(p)
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
	case "DURATION":
		e.end = p.value
	case "DUE":
		return e.say("Due", moment(p))
	case "RRULE":
		return e.say("Repeats", strings.ToLower(strings.ReplaceAll(p.value, ";", ", ")))
	case "RECURRENCE-ID":
		return e.say("Instead of", moment(p))
	case "RDATE":
		return e.sayTimes("Also", p)
	case "EXDATE":
		return e.sayTimes("Except", p)
	default:
		return isBookkeeping(p.name)
	}
	return true
}

// say adds to what is said under a word, if that is not too much.
func (e *entry) say(what, text string) bool {
	if len(e.said[what]) >= maxSaid {
		return false
	}
	if text = strings.Join(strings.Fields(text), " "); text != "" {
		e.said[what] = append(e.said[what], text)
	}
	return true
}

// sayTimes adds each of several times.
func (e *entry) sayTimes(what string, p *property) bool {
	for value := range strings.SplitSeq(p.value, ",") {
		from, to, period := strings.Cut(value, "/")
		text := moment(&property{value: from, params: p.params})
		if period {
			text += " to " + moment(&property{value: to, params: p.params})
		}
		if !e.say(what, text) {
			return false
		}
	}
	return true
}

// person returns the name of somebody, or their address, and their answer.
func person(p *property) string {
	name := unescaped(p.param("CN"))
	if name == "" {
		const scheme = "mailto:"
		if name = p.value; len(name) > len(scheme) && strings.EqualFold(name[:len(scheme)], scheme) {
			name = name[len(scheme):]
		}
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
	day, clock, timed := strings.Cut(p.value, "T")
	zone := p.param("TZID")
	if utc, ok := strings.CutSuffix(clock, "Z"); ok {
		clock, zone = utc, "UTC"
	} else if at := strings.IndexAny(clock, "+-"); at >= 0 {
		clock, zone = clock[:at], clock[at:]
	}
	if !isDigits(day, 8) || timed && !isDigits(clock, 4) && !isDigits(clock, 6) {
		return p.value
	}
	text := day[:4] + "-" + day[4:6] + "-" + day[6:]
	if !timed {
		return text
	}
	return strings.TrimSpace(text + " " + clock[:2] + ":" + clock[2:4] + " " + zone)
}

// isDigits reports whether a text is so many digits.
func isDigits(text string, n int) bool {
	return len(text) == n && strings.Trim(text, "0123456789") == ""
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
func (e *entry) blocks(env *converters.Env, pos document.Pos) []document.Block {
	e.say("When", e.when())
	var lines []string
	for _, what := range [...]string{
		e.kind, "Status", "When", "Instead of", "Due", "Repeats", "Also", "Except", "Where", "Organizer", "Attendees", "Categories", "Link",
	} {
		if said := e.said[what]; len(said) > 0 {
			lines = append(lines, what+": "+strings.Join(said, ", "))
		}
	}
	var out []document.Block
	if len(lines) > 0 {
		out = append(out, env.PlainParagraph(pos, strings.Join(lines, "\n")))
	}
	return append(out, paragraphs(env, e.description, pos)...)
}

// paragraphs returns the paragraphs of a text, between which lines are blank.
func paragraphs(env *converters.Env, text string, pos document.Pos) (out []document.Block) {
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, env.PlainParagraph(pos, part))
		}
	}
	return out
}
