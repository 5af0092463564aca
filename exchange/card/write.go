package card

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/profile"
)

func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// build makes the card of a profile: the one that it was imported from, with
// what was edited since; else a new one of V3.
func build(p *exchange.Persona, out *exchange.Export) (*card, error) {
	c := &card{spec: specV3}
	content, err := p.Original(keptCard)
	if err != nil {
		return nil, err
	}
	if p.Kind == "card" && content != nil {
		if c, err = parse(content); err != nil {
			return nil, fmt.Errorf("reading %s/%s: %w", exchange.KeptFolder, keptCard, err)
		}
	} else {
		c.data = map[string]any{"name": p.Display}
		c.root = c.as(specV3)
		c.data = exchange.Object(c.root, "data")
	}
	m := newMacros(c, p.User)
	c.updateSoul(p, m, out)
	if err := c.updateSamples(p, m, out); err != nil {
		return nil, err
	}
	book := exchange.Object(c.data, bookField)
	fresh := book == nil
	if fresh {
		book = map[string]any{"name": p.Display, "extensions": map[string]any{}, "entries": []any{}}
	}
	if err := updateBook(book, bookField, p, m, out); err != nil {
		return nil, err
	}
	if fresh && len(exchange.List(book, "entries")) > 0 {
		c.data[bookField] = book
	}
	return c, nil
}

// updateSoul sets the fields of a soul that somebody has edited or written.
func (c *card) updateSoul(p *exchange.Persona, m *macros, out *exchange.Export) {
	if o, ok := p.OriginOf(profile.SoulFile); ok && !o.Edited {
		return
	}
	texts, whole := splitSoul(p.Who())
	if whole {
		out.Note(exchange.Mapped, profile.SoulFile, "description", "its headings are not those of an import: all of it is the description")
	}
	for _, part := range soulParts {
		old := exchange.String(c.data, part.field)
		if text := texts[part.field]; text != strings.TrimSpace(exchange.Clean(m.resolve(old))) {
			c.data[part.field] = text
			out.Note(exchange.Mapped, profile.SoulFile, part.field, "as it is edited")
		}
	}
}

// splitSoul returns the parts of a soul by their fields. Without its headings
// once each and in order it is whole: all description.
func splitSoul(soul string) (texts map[string]string, whole bool) {
	if first, rest, _ := strings.Cut(soul, "\n"); strings.HasPrefix(first, "# ") {
		soul = rest
	}
	texts = map[string]string{}
	field, at := soulParts[0].field, 0
	var b strings.Builder
	for line := range strings.Lines(soul) {
		heading, isHeading := strings.CutPrefix(strings.TrimSpace(line), "## ")
		next := slices.IndexFunc(soulParts, func(part struct{ field, heading string }) bool { return part.heading == heading })
		if !isHeading || next < 0 {
			b.WriteString(line)
			continue
		}
		if next <= at {
			return map[string]string{soulParts[0].field: strings.TrimSpace(soul)}, true
		}
		texts[field] = strings.TrimSpace(b.String())
		b.Reset()
		field, at = soulParts[next].field, next
	}
	texts[field] = strings.TrimSpace(b.String())
	return texts, false
}

// updateSamples sets the greetings and examples that were edited, leaves out
// those that are gone, and adds new ones to the examples.
func (c *card) updateSamples(p *exchange.Persona, m *macros, out *exchange.Export) error {
	text := func(o exchange.Origin) (string, error) {
		content, err := p.Files.Read(o.Path, exchange.MaxJSON)
		return strings.TrimSpace(string(content)), err
	}
	if o, ok := p.Origin("first_mes"); ok && (o.Edited || o.Gone) {
		c.data["first_mes"] = ""
		if !o.Gone {
			t, err := text(o)
			if err != nil {
				return err
			}
			c.data["first_mes"] = t
		}
		out.Note(exchange.Mapped, o.Path, "first_mes", "as it is edited")
	}
	for _, field := range []string{"alternate_greetings", "group_only_greetings"} {
		old := exchange.List(c.data, field)
		list := []any{}
		for i, v := range old {
			o, ok := p.Origin(fmt.Sprintf("%s[%d]", field, i))
			if ok && o.Gone {
				continue
			}
			if ok && o.Edited {
				t, err := text(o)
				if err != nil {
					return err
				}
				v = t
			}
			list = append(list, v)
		}
		if old != nil {
			c.data[field] = list
		}
	}
	return c.updateExamples(p, text, out)
}

// updateExamples writes the examples of dialogue anew where one of them changed
// or came.
func (c *card) updateExamples(p *exchange.Persona, text func(exchange.Origin) (string, error), out *exchange.Export) error {
	var list []string
	changed := false
	for i, example := range examples(exchange.String(c.data, "mes_example")) {
		o, ok := p.Origin(fmt.Sprintf("mes_example[%d]", i))
		changed = changed || ok && (o.Edited || o.Gone)
		if ok && o.Gone {
			continue
		}
		if ok && o.Edited {
			t, err := text(o)
			if err != nil {
				return err
			}
			example = t
		}
		list = append(list, example)
	}
	for _, s := range p.Samples {
		if p.Imported(s.File.Path) {
			continue
		}
		example := "{{char}}: " + s.Answer
		if s.Prompt != "" {
			example = "{{user}}: " + s.Prompt + "\n" + example
		}
		list, changed = append(list, example), true
		out.Note(exchange.Mapped, s.File.Path, "mes_example", "")
	}
	if changed {
		var b strings.Builder
		for _, example := range list {
			b.WriteString(start + "\n" + example + "\n")
		}
		c.data["mes_example"] = b.String()
	}
	return nil
}

// updateBook brings a lorebook to what the profile has: entries that were edited
// or are gone, and new ones for new sources and context.
func updateBook(book map[string]any, place string, p *exchange.Persona, m *macros, out *exchange.Export) error {
	gone := map[string]bool{}
	for _, e := range entries(book, place) {
		o, ok := p.Origin(e.from)
		switch {
		case ok && o.Gone:
			gone[e.from] = true
		case ok && o.Edited:
			content, err := p.Files.Read(o.Path, exchange.MaxJSON)
			if err != nil {
				return err
			}
			e.update(string(content), m)
			out.Note(exchange.Mapped, o.Path, e.from, "as it is edited")
		}
	}
	if list := exchange.List(book, "entries"); list != nil {
		var left []any
		for i, v := range list {
			if !gone[fmt.Sprintf("%s.entries[%d]", place, i)] {
				left = append(left, v)
			}
		}
		book["entries"] = append([]any{}, left...)
	}
	world := exchange.Object(book, "entries")
	for from := range gone {
		delete(world, strings.TrimPrefix(from, place+".entries."))
	}
	addEntries(book, world, p, out)
	return nil
}

// addEntries adds an entry for each context file and each chapter that no entry
// became.
func addEntries(book, world map[string]any, p *exchange.Persona, out *exchange.Export) {
	number := len(exchange.List(book, "entries")) + len(world)
	add := func(file, title, text string, constant bool) {
		number++
		if world != nil {
			key := fmt.Sprint(number - 1)
			for n := number; world[key] != nil; n++ {
				key = fmt.Sprint(n)
			}
			world[key] = map[string]any{
				"uid": number - 1, "key": []any{title}, "keysecondary": []any{}, "comment": title, "content": text,
				"constant": constant, "order": number, "disable": false,
			}
		} else {
			book["entries"] = append(exchange.List(book, "entries"), map[string]any{
				"keys": []any{title}, "content": text, "extensions": map[string]any{}, "enabled": true, "insertion_order": number,
				"use_regex": false, "constant": constant, "name": title,
			})
		}
		out.Note(exchange.Mapped, file, "lorebook", "")
	}
	title := func(name string) string {
		return profile.DisplayName(strings.TrimSuffix(path.Base(name), path.Ext(name)))
	}
	for _, f := range p.Context {
		if !p.Imported(f.Name) {
			add(f.Name, title(f.Name), strings.TrimSpace(f.Text), true)
		}
	}
	for _, f := range p.Chapters {
		if file := profile.SourcesFolder + "/" + f.Name; !p.Imported(file) {
			add(file, title(f.Name), strings.TrimSpace(f.Text), false)
		}
	}
	for _, name := range p.Unbuilt {
		if p.Imported(name) {
			continue
		}
		out.Note(exchange.Lost, name, "", "is not in backstory.md: run backstory build first")
	}
}

// update sets the title, keys and text of an entry from its edited source.
func (e entry) update(text string, m *macros) {
	first, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if title, ok := strings.CutPrefix(first, "# "); ok {
		if strings.TrimSpace(exchange.Heading(1, m.resolve(e.title()))) != first {
			e.fields[e.name("name", "comment")] = title
		}
		text = rest
	}
	for _, line := range e.lines() {
		first, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
		keys, ok := strings.CutPrefix(first, line.begins)
		if !ok {
			continue
		}
		text = rest
		if terms, _, _ := e.terms(line.field); strings.TrimSpace(exchange.Clean(m.resolve(strings.Join(terms, ", ")))) != keys {
			list := []any{}
			for key := range strings.SplitSeq(keys, ",") {
				list = append(list, strings.TrimSpace(key))
			}
			e.fields[line.field] = list
			delete(e.fields, "use_regex") // the keys are words now
		}
	}
	e.fields["content"] = strings.TrimSpace(text)
}
