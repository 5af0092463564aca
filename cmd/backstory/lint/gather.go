package lint

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/plain"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/lint"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// gathering is what is to be looked at.
type gathering struct {
	t       *cli.Terminal
	o       *options
	b       *pipeline.Builder
	targets []lint.Target
	files   []file          // that are named, and what is beside sources
	allowed []lint.Allow    // by options of profiles
	made    map[string]bool // outputs that are surely of the sources that are there
	ends    []func()
}

// file is a file outside of the sources of a profile.
type file struct {
	shown string // as the user can open it
	at    string
	own   bool
	// allows says that comments in it may let findings in it pass.
	allows bool
}

func (g *gathering) close() {
	for _, end := range slices.Backward(g.ends) {
		end()
	}
}

// all gathers what arguments name, or the profile that the current folder is in.
func (g *gathering) all(ctx context.Context, args []string) error {
	if len(args) == 0 || g.t.All {
		dirs, err := g.t.Profiles(args)
		if err != nil {
			return err
		}
		args = dirs
	}
	for _, arg := range args {
		if err := g.one(ctx, arg); err != nil {
			return err
		}
	}
	for _, own := range []bool{false, true} {
		g.beside(own)
	}
	return nil
}

// one gathers what one argument names.
func (g *gathering) one(ctx context.Context, arg string) error {
	if arg == "-" {
		return g.input()
	}
	info, err := os.Stat(arg)
	if err == nil && !info.IsDir() {
		if !info.Mode().IsRegular() {
			return fmt.Errorf("lint: %s is not a regular file", names.Show(arg))
		}
		g.files = append(g.files, file{shown: arg, at: arg, own: isOwn(arg), allows: isOwn(arg)})
		return nil
	}
	is, plainErr := plain.Is(arg)
	if plainErr != nil {
		return plainErr
	}
	if err == nil && is {
		return g.folder(ctx, arg)
	}
	if errors.Is(err, fs.ErrNotExist) && cli.IsPath(arg) {
		return fmt.Errorf("lint: %s: there is no such file or folder", names.Show(arg))
	}
	dir, err := cli.ProfileFolder(arg)
	if err != nil {
		return err
	}
	p, err := profile.Open(dir)
	if err != nil {
		return err
	}
	return g.profile(ctx, p, dir)
}

// input takes standard input.
func (g *gathering) input() error {
	aside, err := os.MkdirTemp("", "backstory-lint-")
	if err != nil {
		return err
	}
	g.ends = append(g.ends, func() { os.RemoveAll(aside) })
	at := filepath.Join(aside, filepath.Base(g.o.name))
	f, err := os.Create(at)
	if err == nil {
		_, err = io.Copy(f, g.t.In)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("lint: reading standard input: %w", err)
	}
	g.files = append(g.files, file{shown: g.o.name, at: at, own: isOwn(g.o.name)})
	return nil
}

// folder takes a plain folder.
func (g *gathering) folder(ctx context.Context, dir string) error {
	aside, err := os.MkdirTemp("", "backstory-lint-")
	if err != nil {
		return err
	}
	g.ends = append(g.ends, func() { os.RemoveAll(aside) })
	p, err := plain.Open(g.t, aside, []string{dir}, g.o.builder.Yes)
	if err != nil {
		return err
	}
	for _, rule := range rulesOf {
		found, err := filepath.Glob(filepath.Join(dir, rule))
		if err != nil {
			return err
		}
		for _, at := range found {
			g.addRegular(at, false)
		}
	}
	return g.sources(ctx, p, "", func(path string) string { return filepath.Join(dir, filepath.FromSlash(path)) })
}

// rulesOf are the hidden files that agents read in a folder.
var rulesOf = []string{
	".cursorrules", ".windsurfrules", ".clinerules", ".cursor/rules/*.md*", ".clinerules/*.md", ".windsurf/rules/*.md",
	".github/copilot-instructions.md", ".github/instructions/*.md", ".claude/CLAUDE.md", ".claude/*/*.md", ".claude/skills/*/*.md", ".agents/skills/*/*.md",
}

// addRegular adds a file beside sources, if it is one.
func (g *gathering) addRegular(at string, allows bool) {
	if info, err := os.Lstat(at); err == nil && info.Mode().IsRegular() {
		g.files = append(g.files, file{shown: at, at: at, own: true, allows: allows})
	}
}

// profile takes the sources of a profile and the other texts in its folder.
func (g *gathering) profile(ctx context.Context, p *profile.Profile, dir string) error {
	sources := filepath.Join(dir, filepath.FromSlash(p.At(profile.SourcesFolder)))
	err := filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			g.t.Talk("%s: %v\n", names.Show(at), err)
			return nil
		case d.IsDir() && (at == sources || at != dir && (d.Name() == ".git" || d.Name() == "node_modules" || profile.HasSources(at))):
			return fs.SkipDir
		case d.Type().IsRegular() && isText(d.Name()):
			g.addRegular(at, true)
		}
		return nil
	})
	if err != nil {
		return err
	}
	options, err := p.Options()
	if err != nil {
		return err
	}
	if !g.o.noAllows {
		g.allowed = append(g.allowed, lint.AllowsOf(dir, options)...)
	}
	output := filepath.Join(dir, profile.OutputFile)
	return g.sources(ctx, p, output, func(path string) string { return filepath.Join(sources, filepath.FromSlash(path)) })
}

// isText reports whether a file beside the sources may be one that a model reads.
func isText(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".mdc", ".mdx", ".txt", ".yaml", ".yml", ".toml":
		return true
	}
	return name == "preferences.json" || slices.Contains(rulesOf[:3], name)
}

// isOwn reports whether a file that is named is one that tells agents what to do.
func isOwn(name string) bool {
	switch strings.ToLower(filepath.Base(name)) {
	case profile.SoulFile, profile.StyleFile, profile.InstructionsFile, profile.IdentityFile, profile.OutputFile,
		"agents.md", "claude.md", "gemini.md", "skill.md", "copilot-instructions.md", ".cursorrules", ".windsurfrules", ".clinerules":
		return true
	}
	return strings.HasSuffix(name, ".mdc")
}

// sources adds the sources of a profile or a plain folder.
func (g *gathering) sources(ctx context.Context, p *profile.Profile, output string, name func(path string) string) error {
	g.ends = append(g.ends, func() { p.Close() })
	list, err := g.b.Sources(ctx, p)
	if err != nil {
		return err
	}
	g.made[output] = list.State != ""
	root, folder := p.Documents()
	g.targets = append(g.targets, lint.Target{Sources: list, Name: name, Open: func(name string) (io.ReadCloser, error) {
		return root.Open(path.Join(folder, name))
	}})
	return nil
}

// beside adds the files that are no profile's sources.
func (g *gathering) beside(own bool) {
	var list []ingest.Source
	at := map[string]file{}
	terms := &ingest.Terms{Options: converters.Options{FrontMatter: "keep"}.Over(g.b.Override), Limits: converters.Limits{}.Over(g.b.Limits.User).Over(g.b.Limits.Command)}
	long := *terms // what a build makes may be longer than a source
	long.Limits.Text = 4 * terms.Limits.Get(converters.LimitBackstory)
	for _, f := range g.files {
		if _, twice := at[f.shown]; twice || f.own != own {
			continue
		}
		src := ingest.Source{Path: f.shown, Terms: terms, As: filepath.Base(f.at), Open: func() (*os.File, error) { return os.Open(f.at) }}
		if _, ok := g.b.Registry.ForName(src.As); !ok && own {
			src.As += ".md"
		}
		if src.As == profile.OutputFile {
			src.Terms = &long
		}
		at[f.shown] = f
		list = append(list, src)
	}
	if len(list) > 0 {
		g.targets = append(g.targets, lint.Target{
			Sources: g.b.Files(list), Own: own, Made: func(path string) bool { return g.made[path] }, Name: func(path string) string { return path },
			Allows: func(path string) bool { return at[path].allows && !g.o.noAllows },
			Open:   func(path string) (io.ReadCloser, error) { return os.Open(at[path].at) },
		})
	}
}
