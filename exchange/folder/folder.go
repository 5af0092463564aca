// Package folder reads personas that are folders of Markdown files, by a table
// of what becomes of which file. Every file is used or named as not used.
package folder

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/profile"
)

// Action is what becomes of a file.
type Action int

// The actions.
const (
	Lose     Action = iota // named as not used
	Keep                   // kept for people to look at; it is not in a prompt
	Soul                   // who the persona is
	Identity               // its name and what goes with it
	Part                   // one of the texts beside the soul, named by To
	Context                // always in the prompt
	Example                // of an answer, in the prompt
	Sample                 // of an answer
	Document               // a source, in the folder To
	beside                 // a source that does not say that a persona is here
)

// Rule says what becomes of the files of a name or, with a slash at its end, of
// those in a folder; "" is the folder itself. Cases count as little as those
// systems count them.
type Rule struct {
	Name string
	Only string // the ending that the file has, such as ".md"; "" for any
	Do   Action
	To   string
	Why  string // of files that are not used
}

// System is a system whose personas are folders.
type System struct {
	Kind  exchange.Kind
	Rules []Rule // the first that fits counts
	Rest  string // why other files are not used
	// Beside says that other documents which lie beside the soul become sources.
	Beside bool
	// Identity returns a persona's name and the text of its identity.md, by the
	// front matter and the text of the file that says so. It may be nil.
	Identity func(fields map[string]string, text string) (name, identity string)
	// Named says that the front matter of the soul has its name and description.
	// The file is kept as this name, for the way back.
	Named string
	// Name is what the persona is called, and Soul who it is where no file says
	// so; SoulFrom is the place of that text. They may be empty.
	Name, Soul, SoulFrom string
	// Returns says that texts which nobody edits go out as they came in.
	Returns bool
	// Unknown says what to name instead of a folder that has none of the files.
	Unknown string
}

// maxText is the size of a file that becomes a text, in bytes.
const maxText = 4 << 20

// Read reads a persona's folder, or a zip package of one.
func (s *System) Read(in *exchange.Input, out *exchange.Import) error {
	files, err := in.Files()
	if err != nil {
		return err
	}
	out.Refused(files)
	r := reader{system: s, in: in, out: out, files: Top(files), known: s.Soul != ""}
	if in.Around.Kind == s.Kind.Name {
		r.around = in.Around
		for _, n := range r.around.Notes {
			out.Note(n.Fate, n.Place, n.To, n.Why)
		}
	}
	for _, e := range r.files.Entries {
		if err := r.file(e.Name); err != nil {
			return err
		}
		if err := out.Err(); err != nil {
			return err
		}
	}
	return r.finish()
}

// Top returns the files of a tree that has one folder and nothing beside it, by
// their names in there, as packages often are.
func Top(files *exchange.Tree) *exchange.Tree {
	if len(files.Entries) == 0 {
		return files
	}
	first, _, ok := strings.Cut(files.Entries[0].Name, "/")
	for _, e := range files.Entries {
		if !ok || !strings.HasPrefix(e.Name, first+"/") {
			return files
		}
	}
	return files.In(first)
}

type reader struct {
	system         *System
	in             *exchange.Input
	out            *exchange.Import
	files          *exchange.Tree
	soul, soulFrom string
	name, lead     string // of the identity
	known          bool   // a file of the system was there
	around         exchange.Around
}

// rule returns what becomes of a file, and its name in the rule's folder.
func (s *System) rule(name string) (Rule, string) {
	for _, r := range s.Rules {
		switch n := len(r.Name); {
		case r.Only != "" && !strings.EqualFold(path.Ext(name), r.Only):
		case r.Name == "":
			return r, name
		case strings.HasSuffix(r.Name, "/"):
			if len(name) > n && strings.EqualFold(name[:n], r.Name) {
				return r, name[n:]
			}
		case strings.EqualFold(name, r.Name):
			return r, path.Base(name)
		}
	}
	if s.Beside && isDocument(name) {
		return Rule{Do: beside}, name
	}
	return Rule{Why: s.Rest}, name
}

// documents are the endings of what people write and read, not programs.
var documents = []string{".pdf", ".docx", ".doc", ".odt", ".rtf", ".pptx", ".ppt", ".odp", ".xlsx", ".xls", ".ods", ".epub", ".html", ".htm", ".csv", ".txt"}

// isDocument reports whether a file lies beside the soul and has such an ending.
func isDocument(name string) bool {
	return !strings.ContainsRune(name, '/') && !strings.HasPrefix(name, ".") && slices.Contains(documents, strings.ToLower(path.Ext(name)))
}

// text reads a file, and notes what may be wrong in its text.
func (r *reader) text(name string) ([]byte, error) {
	content, note, err := r.files.Text(name, maxText)
	if note != "" {
		r.out.Note(exchange.Mapped, name, "", note)
	}
	if r.system.Returns {
		r.out.Came(name, content)
	}
	return content, err
}

func (r *reader) file(name string) error {
	rule, rest := r.system.rule(name)
	if slices.Contains(r.around.Files, name) {
		rule = Rule{Do: Context, To: strings.TrimSuffix(name, path.Ext(name))}
	}
	switch rule.Do {
	case Lose:
		r.out.Note(exchange.Lost, name, "", rule.Why)
		return nil
	case Keep, Document, beside:
		return r.whole(name, rule, rest)
	}
	content, err := r.text(name)
	if err != nil {
		return err
	}
	fields, text := exchange.Front(string(content))
	if strings.TrimSpace(text) == "" && (len(fields) == 0 || rule.Do == Soul) {
		r.out.Note(exchange.Lost, name, "", "is blank")
		return nil
	}
	r.known = true
	stem := strings.TrimSuffix(rest, path.Ext(rest))
	fields, text = r.front(name, rule, fields, text)
	switch rule.Do {
	case Soul:
		if r.soulFrom != "" { // a twin, SOUL.md and soul.md
			r.out.Context(stem, text, name)
			return nil
		}
		r.soul, r.soulFrom = text, name
		r.named(content, fields)
	case Identity:
		r.identity(name, fields, text)
	case Part:
		r.out.Part(rule.To, text, name)
	case Context:
		r.out.Context(cmp.Or(rule.To, stem), text, name)
	case Example:
		r.out.Example(stem, text, name)
	case Sample:
		r.out.Sample(stem, text, name)
	}
	return nil
}

// whole takes a file that is not read as text: a document, or one that is kept.
func (r *reader) whole(name string, rule Rule, rest string) error {
	f, err := r.files.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if rule.Do != Keep {
		r.known = r.known || rule.Do == Document
		r.out.Document(path.Join(rule.To, rest), f, name)
		return nil
	}
	kept := "files/" + strings.TrimLeft(name, ".")
	if r.out.Original(kept, f) {
		r.out.Note(exchange.Kept, name, exchange.KeptFolder+"/"+kept, rule.Why)
	} else {
		r.out.Note(exchange.Lost, name, "", "its name is taken, or one that this system may not have")
	}
	return nil
}

// front adds to the front matter of a file what the configuration says beside it,
// and reports what becomes of it. Fields about a person go into the text.
func (r *reader) front(name string, rule Rule, fields map[string]string, text string) (map[string]string, string) {
	if rule.Do == Identity {
		return r.below(fields, &r.around.Identity), text
	}
	user := rule.To == profile.UserFile
	if user {
		fields = r.below(fields, &r.around.User)
	}
	switch named := rule.Do == Soul && r.system.Named != ""; {
	case len(fields) == 0:
	case user:
		text = List(fields) + "\n" + text
		r.out.Count(exchange.Mapped, name+": front matter", "is in the text, as lines that name what they say", len(fields))
	case !named:
		r.out.Count(exchange.Lost, name+": front matter", "is no part of the text", len(fields))
	}
	return fields, text
}

// named takes the name and keeps the front matter, where a soul has one.
func (r *reader) named(content []byte, fields map[string]string) {
	if r.system.Named != "" {
		r.out.Original(r.system.Named, bytes.NewReader(content))
		r.name, r.lead = fields["name"], fields["description"]
	}
}

// identity writes the identity, and takes the name from it.
func (r *reader) identity(from string, fields map[string]string, text string) {
	name, identity := r.system.Identity(fields, text)
	r.name = name
	if strings.TrimSpace(identity) == "" {
		r.out.Note(exchange.Lost, from, "", "says nothing of an identity")
		return
	}
	r.out.Part(profile.IdentityFile, identity, from)
}

// below returns fields with what the configuration says beside them, which is
// taken from it.
func (r *reader) below(fields map[string]string, more *map[string]string) map[string]string {
	if len(*more) == 0 {
		return fields
	}
	r.out.Note(exchange.Mapped, r.around.From, "", "says what a file leaves open: "+strings.Join(slices.Sorted(maps.Keys(*more)), ", "))
	all := maps.Clone(*more)
	maps.Copy(all, fields) // the configuration has none of these, unless they are blank
	*more = nil
	return all
}

// finish writes the soul: what the identity says, then the text.
func (r *reader) finish() error {
	if !r.known {
		return fmt.Errorf("%w: it holds none of the files that say who a persona is: %s", exchange.ErrUnknown, r.system.Unknown)
	}
	if strings.TrimSpace(r.soul) == "" {
		r.soul, r.soulFrom = r.system.Soul, r.system.SoulFrom
	}
	r.name = cmp.Or(r.name, r.around.Identity["name"])
	if len(r.around.Identity) > 0 { // no file says it
		r.out.Part(profile.IdentityFile, List(r.around.Identity), r.around.From)
	}
	if len(r.around.User) > 0 {
		r.out.Part(profile.UserFile, List(r.around.User), r.around.From)
	}
	name := cmp.Or(r.name, r.system.Name, title(r.soul), profile.DisplayName(strings.TrimPrefix(strings.TrimSuffix(r.in.Name, ".zip"), ".")))
	r.out.Name(name)
	var b bytes.Buffer
	if heading(r.soul) == "" {
		b.WriteString(exchange.Heading(1, name) + "\n")
	}
	if r.lead != "" && !strings.HasPrefix(strings.TrimSpace(r.soul), strings.TrimSpace(r.lead)) {
		b.WriteString(r.lead + "\n\n")
	}
	b.WriteString(r.soul)
	if r.lead == "" && strings.TrimSpace(r.soul) == "" {
		b.WriteString("\nWrite here who this is.\n")
	}
	r.out.Soul(b.String(), cmp.Or(r.soulFrom, "name"))
	return r.out.Err()
}

// title is the heading of a soul, if it is a name: templates have that of the
// file, such as "SOUL.md - Who You Are".
func title(soul string) string {
	if name := heading(soul); !strings.HasPrefix(strings.ToLower(name), "soul.md") {
		return name
	}
	return ""
}

// heading returns the first line of a text if it is a heading of level 1 that
// can be a name.
func heading(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	name, ok := strings.CutPrefix(first, "# ")
	if name = strings.TrimSpace(name); !ok || len(name) > 60 {
		return ""
	}
	return name
}

// List returns fields as a list, sorted.
func List(fields map[string]string) string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		b.WriteString("- " + key + ": " + strings.Join(strings.Fields(fields[key]), " ") + "\n")
	}
	return b.String()
}
