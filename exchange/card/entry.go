package card

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/exchange"
)

// The lines of a source that name the keys of an entry.
const (
	keysLine = "Keys: "
	withLine = "Only with: "
)

// bookField is the field of a card that holds a lorebook, and loreFolder the
// folder of the sources that are made of one.
const (
	bookField  = "character_book"
	loreFolder = "lorebook"
)

// entry is an entry of a lorebook, by the names of the specification or by those
// of SillyTavern's own files.
type entry struct {
	fields map[string]any
	world  bool   // SillyTavern's names
	from   string // its place
}

func (e entry) name(spec, world string) string {
	if e.world {
		return world
	}
	return spec
}

func (e entry) text(field string) string { return exchange.String(e.fields, field) }

func (e entry) enabled() bool {
	if e.world {
		off, _ := e.fields["disable"].(bool)
		return !off
	}
	on, ok := e.fields["enabled"].(bool)
	return on || !ok
}

func (e entry) constant() bool {
	v, _ := e.fields["constant"].(bool)
	return v
}

func (e entry) order() float64 {
	n, _ := e.fields[e.name("insertion_order", "order")].(json.Number)
	f, _ := n.Float64() // what is not a number is 0
	return f
}

func (e entry) keys(field string) []string {
	var keys []string
	for _, v := range exchange.List(e.fields, field) {
		if s, ok := v.(string); ok && strings.TrimSpace(s) != "" {
			keys = append(keys, oneLine(s))
		}
	}
	return keys
}

// terms returns the keys in a field as texts to search for, and those that no text
// is made of. A key that is a regular expression is written out; it is never run.
func (e entry) terms(field string) (terms, unclear []string, patterns int) {
	always, _ := e.fields["use_regex"].(bool)
	for _, key := range e.keys(field) {
		expr, ok := pattern(key, always)
		if !ok {
			terms = append(terms, key)
			continue
		}
		made := words(expr)
		if terms = append(terms, made...); made == nil {
			unclear = append(unclear, key)
		}
		if len(made) != 1 || made[0] != key { // else it is a word
			patterns++
		}
	}
	return terms, unclear, patterns
}

// title returns what the entry is called: its name, its comment, its first key.
func (e entry) title() string {
	keys, _, _ := e.terms(e.name("keys", "key"))
	return oneLine(cmp.Or(oneLine(e.text("name")), oneLine(e.text("comment")), append(keys, "Entry")[0]))
}

// keyLine is a line of a source, and the field whose keys it names.
type keyLine struct{ begins, field string }

func (e entry) lines() []keyLine {
	return []keyLine{{keysLine, e.name("keys", "key")}, {withLine, e.name("secondary_keys", "keysecondary")}}
}

// content returns the text of the entry without its decorators, the lines
// beginning with @@ on top of it (Character Card V3), and how many these are.
func (e entry) content() (text string, decorators int) {
	text = e.text("content")
	for strings.HasPrefix(text, "@@") {
		decorators++
		_, text, _ = strings.Cut(text, "\n")
	}
	return text, decorators
}

// source returns the text of the source that is made of an entry.
func (e entry) source(m *macros) string {
	var b strings.Builder
	b.WriteString(exchange.Heading(1, m.resolve(e.title())) + "\n")
	for _, line := range e.lines() {
		if keys, _, _ := e.terms(line.field); len(keys) > 0 {
			b.WriteString(line.begins + m.resolve(strings.Join(keys, ", ")) + "\n\n")
		}
	}
	text, _ := e.content()
	b.WriteString(m.resolve(text))
	return b.String()
}

// entries returns the entries of a lorebook, in its order. They are a list, or
// in SillyTavern's files an object by numbers.
func entries(book map[string]any, place string) []entry {
	var list []entry
	for i, v := range exchange.List(book, "entries") {
		if fields, ok := v.(map[string]any); ok {
			list = append(list, entry{fields, false, fmt.Sprintf("%s.entries[%d]", place, i)})
		}
	}
	world := exchange.Object(book, "entries")
	for _, key := range slices.SortedFunc(maps.Keys(world), byNumber) {
		if fields, ok := world[key].(map[string]any); ok {
			list = append(list, entry{fields, true, fmt.Sprintf("%s.entries.%s", place, key)})
		}
	}
	return list
}

// byNumber orders the keys of an object that stands for a list.
func byNumber(a, b string) int {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	if errX != nil || errY != nil || x == y {
		return strings.Compare(a, b)
	}
	return x - y
}

// readBook hands the entries of a lorebook over, in the order in which they are
// inserted.
func readBook(book map[string]any, place string, m *macros, out *exchange.Import) {
	list := entries(book, place)
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(a.order(), b.order()) })
	off, blank, decorators, patterns, unclear := 0, 0, 0, 0, 0
	for i, e := range list {
		if out.Err() != nil {
			return
		}
		text, n := e.content()
		switch {
		case !e.enabled():
			off++
			continue
		case strings.TrimSpace(text) == "":
			blank++
			continue
		}
		decorators += n
		for _, line := range e.lines() {
			_, keys, n := e.terms(line.field)
			patterns += n - len(keys)
			unclear += len(keys)
		}
		name := fmt.Sprintf("%03d %s", i+1, m.resolve(e.title()))
		if e.constant() {
			out.Context(name, e.source(m), e.from)
		} else {
			out.Source(loreFolder, name, e.source(m), e.from)
		}
	}
	out.Count(exchange.Kept, place+".entries", "are switched off", off)
	out.Count(exchange.Kept, place+".entries", "have no text", blank)
	out.Count(exchange.Kept, place+".entries: decorators", "are not followed", decorators)
	out.Count(exchange.Mapped, place+".entries: keys that are regular expressions", "are written out as the words they match, and are not run", patterns)
	out.Count(exchange.Kept, place+".entries: keys that are regular expressions", "have no fixed words, or are not of RE2", unclear)
	for _, field := range slices.Sorted(maps.Keys(book)) {
		o, isObject := book[field].(map[string]any)
		if field != "entries" && field != "name" && field != "description" && (!isObject || len(o) > 0) {
			out.Note(exchange.Kept, place+"."+field, "", "")
		}
	}
}
