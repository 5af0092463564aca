// Package starter has the files that a new profile begins with, and makes them.
package starter

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

//go:embed files
var files embed.FS

// The files that one of several examples can be.
const (
	Preferences = "preferences"
	Security    = "security"
)

// Options say what a profile begins with.
type Options struct {
	Name        string // of its folder
	Soul        string // the text of its soul.md; empty for one to be filled in
	Preferences string // the name of an example; empty for no preferences
	Security    string // the name of an example; empty for no rules of its own
	Bare        bool   // without what a repository needs, and without an example of a source
}

// Made is a file that was made, or was there already.
type Made struct {
	Name  string
	There bool // already
}

// Examples lists the examples of a kind by their names.
func Examples(kind string) []string {
	entries, err := files.ReadDir("files/" + kind)
	if err != nil {
		panic("listing examples: " + err.Error())
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
	}
	return names
}

// Check returns an error where there is no example of a name.
func (o Options) Check() error {
	_, err := example(Preferences, o.Preferences, ".json")
	if err == nil {
		_, err = example(Security, o.Security, ".md")
	}
	return err
}

// Attributes and Ignore are what a repository needs.
func Attributes() string { return text("gitattributes") }

// Ignore is what no one commits.
func Ignore() string { return text("gitignore") }

// example returns an example by its name, or "" for none.
func example(kind, name, extension string) (string, error) {
	if name == "" {
		return "", nil
	}
	if !slices.Contains(Examples(kind), name) {
		return "", fmt.Errorf("%s: %q must be one of %s", kind, name, strings.Join(Examples(kind), ", "))
	}
	return text(kind + "/" + name + extension), nil
}

func text(name string) string {
	content, err := files.ReadFile("files/" + name)
	if err != nil {
		panic("reading an embedded file: " + err.Error())
	}
	return string(content)
}

// Make makes what is not there yet in the folder of a profile.
func Make(root *os.Root, o Options) (made []Made, err error) {
	preferences, err := example(Preferences, o.Preferences, ".json")
	if err != nil {
		return nil, err
	}
	security, err := example(Security, o.Security, ".md")
	if err != nil {
		return nil, err
	}
	if err := root.Mkdir(profile.SourcesFolder, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	sources, err := plainfile.OpenFolder(root, profile.SourcesFolder)
	if err != nil {
		return nil, err
	}
	if err := sources.Close(); err != nil {
		return nil, err
	}
	soul := o.Soul
	if soul == "" {
		soul = strings.Replace(text("soul.md"), "{{NAME}}", title(o.Name), 1)
	}
	list := []struct{ name, content string }{
		{profile.SoulFile, soul},
		{profile.PreferencesFile, preferences},
		{profile.SecurityFile, security},
		{profile.SourcesFolder + "/01-about.md", text("about.md")},
		{profile.OptionsFile, text("options.json")},
		{".gitattributes", text("gitattributes-profile") + text("gitattributes")},
		{".gitignore", text("gitignore")},
	}
	if o.Bare {
		list = list[:3]
	}
	for _, f := range list {
		if f.content == "" {
			continue
		}
		fresh, err := create(root, f.name, f.content)
		if err != nil {
			return made, err
		}
		made = append(made, Made{f.name, !fresh})
	}
	return made, nil
}

// title makes a heading of the name of a folder.
func title(name string) string {
	if t := profile.DisplayName(oneline.Safe(name)); t != "" {
		return t
	}
	return "Soul"
}

// create writes a file that is not there yet.
func create(root *os.Root, name, content string) (made bool, err error) {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if _, err := f.WriteString(content); err != nil {
		return false, errors.Join(fmt.Errorf("writing %s: %w", name, err), f.Close())
	}
	return true, f.Close()
}
