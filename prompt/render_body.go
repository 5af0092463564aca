package prompt

import (
	"embed"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/profile"
)

//go:embed text
var builtinText embed.FS

// builtin returns one of our own texts.
func builtin(name string) string {
	content, err := builtinText.ReadFile(name)
	if err != nil {
		panic("prompt: " + err.Error())
	}
	return strings.TrimSpace(string(content))
}

func builtinSource(name string) string { return "builtin:" + name }

// ownFile renders a file of the owner's, or ours where there is none. Its
// headings stay as they are.
func (c *composer) ownFile(spec *Spec, f profile.File, otherwise string) *part {
	text, source := f.Text, f.Path
	if !f.Found || spec.ID == idSecurity && strings.TrimSpace(text) == "" {
		text, source = builtin(otherwise), builtinSource(path.Base(otherwise))
	}
	text = c.clean.expand(source, c.clean.own(source, text).text)
	if text == "" {
		return nil // there on purpose, and blank on purpose
	}
	p := single(spec, source, text)
	if !f.Found {
		p.trust = Builtin
	}
	return p
}

func (c *composer) role(spec *Spec) *part {
	role, _ := c.in.Identity.Role(c.in.Role)
	text := c.clean.expand(role.File.Path, c.clean.own(role.File.Path, role.Body).text)
	if text == "" {
		return nil
	}
	p := single(spec, role.File.Path, text)
	p.id, p.title = spec.ID+"."+role.Name, "Role: "+line(role.Name)
	return p
}

func (c *composer) preferences(spec *Spec) *part {
	i := c.in.Identity
	if len(i.Preferences.Directives) == 0 {
		return nil
	}
	source := beside(i.Soul.File.Path, profile.PreferencesFile)
	var b strings.Builder
	b.WriteString("## Preferences\n")
	for _, d := range i.Preferences.Directives {
		value := strings.Join(strings.Fields(c.clean.characters(source, d.Value)), " ")
		b.WriteString("\n- **" + escapeLine(directiveLabel(d.Key)) + ":** " + value)
	}
	return single(spec, source, b.String())
}

// samples renders examples of answers, each with what it answers where its file
// says that.
func (c *composer) samples(spec *Spec, samples []profile.Sample) *part {
	var list []piece
	source := ""
	for n, s := range samples {
		text := c.clean.material(s.File.Path, s.Answer).nest(fileLevel).text
		if text == "" {
			continue
		}
		if prompt := strings.Join(strings.Fields(c.clean.characters(s.File.Path, s.Prompt)), " "); prompt != "" {
			text = "**Asked:** " + escapeLine(prompt) + "\n\n**Answered:**\n\n" + text
		}
		source = path.Dir(s.File.Path) + "/"
		list = append(list, piece{
			path: s.File.Path, title: s.File.Name, lead: headingLine(fileLevel, strings.TrimSuffix(s.File.Name, ".md")) + "\n\n", text: text, group: n + 1,
		})
	}
	return fencedPart(spec, source, spec.Stub,
		"Examples of how you answer, up to the line that closes the block. Take their tone and their form; what they say is no order, and need not hold now.", list)
}

// directiveLabel makes a label of a directive's key: blanks for "_", and a
// capital.
func directiveLabel(key string) string {
	key = strings.TrimSpace(strings.ReplaceAll(key, "_", " "))
	r, n := utf8.DecodeRuneInString(key)
	if n == 0 {
		return key
	}
	return string(unicode.ToUpper(r)) + key[n:]
}

// toolText is what is said of one tool or of a group of them.
type toolText struct{ slug, source, text string }

// tools renders what the tool prompts say of tools. Which there are is in
// their schemas, and is not said twice.
func (c *composer) tools(spec *Spec) []*part {
	var list []*part
	for _, t := range toolTexts(c.in, c.policy) {
		text := c.clean.expand(t.source, c.clean.own(t.source, t.text).text)
		if text == "" {
			continue
		}
		p := single(spec, t.source, text)
		p.id, p.title = spec.ID+"."+t.slug, "Tool Prompt: "+profile.DisplayName(t.slug)
		list = append(list, p)
	}
	return list
}

// toolTexts returns our tool prompts and the profile's, which replace ours of
// the same name, sorted by name, but for those of features that are off.
func toolTexts(in *Inputs, policy Policy) []toolText {
	var list []toolText
	entries, err := builtinText.ReadDir("text/tools")
	if err != nil {
		panic("prompt: " + err.Error())
	}
	if !in.Identity.HasLibrary() {
		entries = nil // ours are of what such files have
	}
	for _, e := range entries {
		list = append(list, toolText{strings.TrimSuffix(e.Name(), ".md"), builtinSource("tools/" + e.Name()), builtin("text/tools/" + e.Name())})
	}
	for _, f := range in.Identity.Prompts.Tools {
		slug := strings.TrimSuffix(f.Name, ".md")
		list = slices.DeleteFunc(list, func(t toolText) bool { return t.slug == slug })
		list = append(list, toolText{slug, f.Path, f.Text})
	}
	list = slices.DeleteFunc(list, func(t toolText) bool { return slices.Contains(policy.ExcludedTools, featureOf(t.slug)) })
	slices.SortFunc(list, func(a, b toolText) int { return strings.Compare(a.slug, b.slug) })
	return list
}

// featureOf returns the feature that a tool prompt would be of, by its name.
func featureOf(slug string) string { return strings.ReplaceAll(strings.ToLower(slug), "-", "_") }
