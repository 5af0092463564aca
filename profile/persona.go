package profile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/profile/keyline"
)

// Persona is what an identity.md says: lines of front matter, as Moltis has them,
// or a list with bold names, as OpenClaw has it.
type Persona struct {
	File   File
	Name   string
	Emoji  string
	Beings []Being  // creature, vibe, theme: those that are said
	Body   string   // what the file says beside these
	From   []string // each value with the file that said it, such as "name: IDENTITY.md"
}

// Being is one thing that a persona says of itself.
type Being struct{ Key, Value string }

var personaKeys = []string{keyline.Name, keyline.Emoji, keyline.Creature, keyline.Vibe, keyline.Theme}

// Lead returns the sentences that say who a persona is, in Moltis' words. An emoji
// without a name says nothing.
func (p *Persona) Lead() string {
	var parts []string
	if p.Name != "" {
		parts = append(parts, "Your name is "+strings.TrimSuffix(strings.TrimSpace(p.Name+" "+p.Emoji), ".")+".")
	}
	begins := map[string]string{keyline.Creature: "You are ", keyline.Vibe: "Your vibe: ", keyline.Theme: "Your theme: "}
	for _, b := range p.Beings {
		value := b.Value
		if b.Key == keyline.Creature {
			value = withArticle(value)
		}
		parts = append(parts, begins[b.Key]+strings.TrimSuffix(value, ".")+".")
	}
	return strings.Join(parts, " ")
}

// withArticle is what somebody is, with an article: its own, or that which its first
// letter asks for.
func withArticle(being string) string {
	first, rest, _ := strings.Cut(being, " ")
	switch article := strings.ToLower(first); {
	case rest != "" && slices.Contains([]string{"a", "an", "the"}, article):
		return article + " " + rest
	case strings.IndexAny(strings.ToLower(being), "aeiou") == 0:
		return "an " + being
	}
	return "a " + being
}

// persona reads an identity file.
func (r *reader) persona(f File) Persona {
	p := Persona{File: f}
	front := parseFront(f.Text)
	fields := map[string]string{}
	for _, field := range front.fields {
		fields[field.key] = field.value
	}
	lines, rest := keyline.Split(front.body)
	for key, value := range lines {
		fields[key] = cmp.Or(fields[key], value)
	}
	p.below(fields, f.Path)
	p.Body = keyline.OwnWords(rest)
	return p
}

// below fills what a persona leaves open from another place, which comes after
// it.
func (p *Persona) below(fields map[string]string, from string) {
	for _, key := range personaKeys {
		value := oneLine(fields[key])
		have := slices.ContainsFunc(p.Beings, func(b Being) bool { return b.Key == key })
		switch {
		case value == "" || have:
			continue
		case key == keyline.Name && p.Name == "":
			p.Name = value
		case key == keyline.Emoji && p.Emoji == "":
			p.Emoji = value
		case key != keyline.Name && key != keyline.Emoji:
			p.Beings = append(p.Beings, Being{key, value})
		default:
			continue
		}
		p.From = append(p.From, key+": "+from)
	}
	slices.SortStableFunc(p.Beings, func(a, b Being) int {
		return slices.Index(personaKeys, a.Key) - slices.Index(personaKeys, b.Key)
	})
}
