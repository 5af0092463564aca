// Package skill reads skills: folders with a SKILL.md of the open standard
// (agentskills.io), whose front matter has a name and a description and whose
// body says how something is done. Only files that the user has trusted are read,
// as they were then. Nothing in a skill runs by itself.
package skill

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/pattern"

	"go.yaml.in/yaml/v3"

	"github.com/seed353dc258/backstory/converters/text"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/search"
)

// Folder is the folder of skills, in a workspace and in a profile, and File what
// each of them has.
const (
	Folder = profile.SkillsFolder
	File   = "SKILL.md"
)

// Bounds of what is read.
const (
	maxFile        = 256 << 10
	maxDescription = 1024 // characters
	maxSkills      = 1000
)

// Skill is one, without its body.
type Skill struct {
	Name        string
	Description string
	Dir         string // with slashes, below the root
}

// Set is the skills of a session.
type Set struct {
	root  *os.Root
	files map[string]string // that are trusted, with their SHA-256
	list  []Skill
}

// Load reads the skills in folders below a root, of which files are trusted.
// Where two have one name, that of the first folder counts. What is not a skill is
// left out, and a line says why.
func Load(root *os.Root, files map[string]string, folders ...string) (*Set, []string) {
	s := &Set{root: root, files: files}
	var problems []string
	for _, folder := range folders {
		var found []Skill
		for name := range files {
			dir := path.Dir(name)
			if path.Base(name) != File || path.Dir(dir) != folder {
				continue
			}
			one, err := s.read(dir)
			if err != nil {
				problems = append(problems, name+": "+err.Error())
				continue
			}
			if !slices.ContainsFunc(s.list, func(have Skill) bool { return have.Name == one.Name }) {
				found = append(found, one)
			}
		}
		slices.SortFunc(found, func(a, b Skill) int { return cmp.Compare(a.Name, b.Name) })
		s.list = append(s.list, found...)
	}
	if n := len(s.list) - maxSkills; n > 0 {
		s.list = s.list[:maxSkills]
		problems = append(problems, fmt.Sprintf("there may be %d skills: %d are left out", maxSkills, n))
	}
	slices.Sort(problems)
	return s, problems
}

var namePattern = pattern.Lazy(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func (s *Set) read(dir string) (Skill, error) {
	content, err := s.file(path.Join(dir, File))
	if err != nil {
		return Skill{}, err
	}
	front, _, err := split(content)
	if err != nil {
		return Skill{}, err
	}
	var f struct {
		Name        string `yaml:"name"`
		Description string `yaml:"description"`
	}
	if err := yaml.Unmarshal(front, &f); err != nil {
		return Skill{}, fmt.Errorf("the front matter: %w", err)
	}
	f.Description = strings.Join(strings.Fields(f.Description), " ")
	switch {
	case len(f.Name) > 64 || !namePattern().MatchString(f.Name):
		return Skill{}, fmt.Errorf("the name %.80q is not of small letters, digits and single hyphens, up to 64", f.Name)
	case f.Name != path.Base(dir):
		return Skill{}, fmt.Errorf("the name %q is not that of its folder, %q", f.Name, path.Base(dir))
	case f.Description == "" || utf8.RuneCountInString(f.Description) > maxDescription:
		return Skill{}, fmt.Errorf("the description has %d characters; it must have 1 to %d", utf8.RuneCountInString(f.Description), maxDescription)
	}
	return Skill{f.Name, f.Description, dir}, nil
}

// split parts a SKILL.md into front matter and body.
func split(content []byte) (front, body []byte, err error) {
	content = bytes.ReplaceAll(bytes.TrimPrefix(content, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
	rest, ok := bytes.CutPrefix(content, []byte("---\n"))
	if !ok {
		return nil, nil, fmt.Errorf("it has no front matter with name and description")
	}
	front, body, ok = bytes.Cut(append([]byte("\n"), rest...), []byte("\n---"))
	if !ok {
		return nil, nil, fmt.Errorf("the front matter has no line \"---\" at its end")
	}
	_, body, _ = bytes.Cut(body, []byte("\n"))
	return front, bytes.TrimSpace(body), nil
}

// file reads a file as it was when it was trusted.
func (s *Set) file(name string) ([]byte, error) {
	want, ok := s.files[name]
	if !ok {
		return nil, fmt.Errorf("it is not there, or not trusted")
	}
	content, err := plainfile.Read(s.root, name, maxFile)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != want {
		return nil, fmt.Errorf("it has changed since it was trusted: see backstory trust")
	}
	decoded, _, err := text.Decode(content)
	return []byte(decoded), err
}

// List returns the skills.
func (s *Set) List() []Skill {
	if s == nil {
		return nil
	}
	return slices.Clone(s.list)
}

// minMatch is the score of the last skill that matches a text beside that of the
// first one: what shares one common word with it does not.
const minMatch = 0.5

// Match returns the skills that have most to do with a text: those that it names,
// then the nearest by their words.
func (s *Set) Match(text string, most int) []Skill {
	if s == nil || len(s.list) == 0 {
		return nil
	}
	var out []Skill
	said := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
	})
	all := make([]search.Chapter, len(s.list))
	for i, one := range s.list {
		name := strings.ReplaceAll(one.Name, "-", " ")
		all[i] = search.Chapter{Path: name, Text: one.Description + " " + name}
		if slices.Contains(said, one.Name) && len(out) < most {
			out = append(out, one)
		}
	}
	for _, i := range search.New(all, nil).Nearest(text, most, minMatch) {
		if len(out) < most && !slices.Contains(out, s.list[i]) {
			out = append(out, s.list[i])
		}
	}
	return out
}

// Read returns the body of a skill, or another file of its folder, and the names
// of the files that it has beside that.
func (s *Set) Read(name, file string) (text string, others []string, err error) {
	i := slices.IndexFunc(s.list, func(one Skill) bool { return one.Name == name })
	if i < 0 {
		return "", nil, fmt.Errorf("there is no skill %.80q", name)
	}
	dir := s.list[i].Dir
	for have := range s.files {
		if rel, ok := strings.CutPrefix(have, dir+"/"); ok && rel != File {
			others = append(others, rel)
		}
	}
	slices.Sort(others)
	if file == "" {
		file = File
	}
	content, err := s.file(path.Join(dir, path.Clean("/"+file)))
	if err == nil && file == File {
		_, content, err = split(content)
	}
	if err != nil {
		return "", nil, fmt.Errorf("%s of the skill %s: %w", file, name, err)
	}
	return string(content), others, nil
}
