package exchange

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// Persona is a profile as a Writer sees it. Paths are those in its folder.
type Persona struct {
	Name        string // of the folder
	Display     string // the name that an import had, else a title made of the folder's
	Description string // on one line
	Soul        string // without front matter
	Context     []Text
	Samples     []profile.Sample
	Chapters    []Text   // of the backstory, in order; Name is the path of the source in its folder
	Unbuilt     []string // sources that the backstory does not have
	Files       *Tree    // all of the profile's folder
	Origins     []Origin
	Kind        string // that the profile was imported from, or ""
	User        string // who was meant by {{user}} then

	origins originIndex
	lead    string            // what identity.md says, in the words of a prompt
	texts   map[string]string // beside the soul, by file
}

// originIndex has the places in a list of origins.
type originIndex struct{ byFrom, byPath map[string]int }

// Text is a named text.
type Text struct{ Name, Text string }

// Load returns a profile for writers.
func Load(w *profile.Workspace, p *profile.Profile) (*Persona, error) {
	identity, err := profile.Load(w, p)
	if err != nil {
		return nil, err
	}
	files, err := OpenFolder(p.Root)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", p.Dir, err)
	}
	r, err := readRecord(files)
	if err != nil {
		return nil, err
	}
	out := &Persona{
		Name: p.Name(), Display: identity.Display, Description: identity.Soul.Description, Soul: identity.Soul.Body, lead: strings.TrimSpace(identity.Persona.Lead() + "\n\n" + identity.Persona.Body),
		Files: files, Kind: r.Kind, User: r.User,
	}
	if r.Name != "" {
		out.Display = r.Name
	}
	if out.Origins, err = r.origins(files); err != nil {
		return nil, err
	}
	out.origins = originIndex{map[string]int{}, map[string]int{}}
	for i, o := range out.Origins {
		out.origins.byFrom[o.From], out.origins.byPath[o.Path] = i, i
	}
	inProfile := func(shown string) string { return strings.TrimPrefix(shown, profile.ProfilesFolder+"/"+p.Name()+"/") }
	if err := out.readTexts(); err != nil {
		return nil, err
	}
	for _, s := range append(identity.Own.Samples, identity.Own.Examples...) {
		s.File.Path = inProfile(s.File.Path)
		out.Samples = append(out.Samples, s)
	}
	for _, f := range identity.Own.Context {
		out.Context = append(out.Context, Text{inProfile(f.Path), f.Text})
	}
	sources := *identity
	sources.Own.Context, sources.Own.Memory = nil, profile.File{} // which a library has as well
	for _, c := range prompt.NewLibrary(&sources).All() {
		out.Chapters = append(out.Chapters, Text{strings.TrimPrefix(c.Path, "/"), raise(c.Text)})
	}
	out.Unbuilt = unbuilt(out)
	return out, nil
}

// unbuilt returns the sources that no chapter is of.
func unbuilt(p *Persona) []string {
	built := map[string]bool{}
	for _, c := range p.Chapters {
		built[c.Name] = true
	}
	var list []string
	for _, e := range p.Files.In(profile.SourcesFolder).Entries {
		if !built[e.Name] && !strings.HasPrefix(path.Base(e.Name), ".") {
			list = append(list, profile.SourcesFolder+"/"+e.Name)
		}
	}
	return list
}

// raise returns a text whose highest heading is of level 1. In a backstory
// chapters are below the headings of their files.
func raise(text string) string {
	least, fence := 7, ""
	lines := strings.SplitAfter(text, "\n")
	headings := map[int]bool{}
	for i, line := range lines {
		if mark := fenceOf(line); fence == "" {
			fence = mark
		} else if strings.HasPrefix(mark, fence) {
			fence = ""
		}
		if level := len(line) - len(strings.TrimLeft(line, "#")); fence == "" && level > 0 && level <= 6 && strings.HasPrefix(line[level:], " ") {
			least, headings[i] = min(least, level), true
		}
	}
	for i := range lines {
		if headings[i] {
			lines[i] = lines[i][least-1:]
		}
	}
	return strings.TrimSpace(strings.Join(lines, ""))
}

// Who is the soul below the sentences of identity.md, for systems that keep both in
// one text.
func (p *Persona) Who() string { return strings.TrimPrefix(p.lead+"\n\n"+p.Soul, "\n\n") }

// Origin returns the file that an import made of a place of its input.
func (p *Persona) Origin(from string) (Origin, bool) { return p.origin(p.origins.byFrom, from) }

// OriginOf returns what an import made a file of.
func (p *Persona) OriginOf(path string) (Origin, bool) { return p.origin(p.origins.byPath, path) }

func (p *Persona) origin(places map[string]int, key string) (Origin, bool) {
	i, ok := places[key]
	if !ok {
		return Origin{}, false
	}
	return p.Origins[i], true
}

// Imported reports whether an import made the file.
func (p *Persona) Imported(path string) bool {
	_, ok := p.OriginOf(path)
	return ok
}

// Original returns what an import kept, nil where there is none.
func (p *Persona) Original(name string) ([]byte, error) {
	content, err := p.Files.Read(KeptFolder+"/"+name, MaxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return content, err
}

// AsItCame returns the file that one of the profile's was made of by an import from
// the same kind of system, where nobody has edited it since; else the content that is
// given.
func (p *Persona) AsItCame(kind, file string, content []byte) ([]byte, error) {
	o, ok := p.OriginOf(file)
	if !ok || o.Edited || o.Gone || p.Kind != kind {
		return content, nil
	}
	was, err := p.Original(path.Join(cameFolder, o.From))
	if err != nil || was == nil {
		return content, err
	}
	return was, nil
}

// Text returns one of the texts beside the soul without its front matter, "" where
// there is none.
func (p *Persona) Text(file string) string { return p.texts[file] }

// readTexts reads the texts beside the soul, also by their names in capitals.
func (p *Persona) readTexts() error {
	p.texts = map[string]string{}
	for _, file := range Texts[1:] {
		name := p.Files.Find(file)
		if name == "" {
			continue
		}
		content, err := p.Files.Read(name, maxText)
		if err != nil {
			return err
		}
		_, p.texts[file] = Front(string(content))
	}
	return nil
}

// WriteChapters adds each chapter of the backstory as a file of a folder, and
// returns their paths. Sources that are not built are noted.
func (p *Persona) WriteChapters(folder string, out *Export) []string {
	var paths []string
	for i, c := range p.Chapters {
		name := strings.TrimSuffix(path.Base(c.Name), path.Ext(c.Name))
		to := fmt.Sprintf("%s%03d-%s.md", folder, i+1, Slug(name))
		paths = append(paths, to)
		out.File(to, []byte(c.Text+"\n"))
		out.Note(Mapped, profile.SourcesFolder+"/"+c.Name, to, "as it is compiled")
	}
	for _, name := range p.Unbuilt {
		out.Note(Lost, name, "", "is not in backstory.md: run backstory build first")
	}
	return paths
}
