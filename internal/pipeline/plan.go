package pipeline

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/lineend"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/ignore"
)

// plan is what there is to build.
type plan struct {
	options   profile.Options
	canonical []byte // of the options with what the command line sets over them
	label     string
	root      *os.Root
	org       string            // whose profile it is
	folder    string            // of the sources, in the profile
	rules     [sha256.Size]byte // see [ingest.Index]
	walk      *discover.Walk
	left
	listed bool // the inventory is filled
	inventory
	fromNone bool   // of the sources, nothing of the last output is used: see [CheckOptions].Rebuild
	last     bool   // attempt: see [again]
	count    bool   // the characters of the output
	notes    []Note // problems that cost nothing but should be known
}

// left says what is left out without a trace.
type left struct {
	ignore func(path string, folder bool) bool
	tree   *ignore.Tree // of a plain folder; nil of a profile
}

// inventory is what is in the folder of the sources, and what of it is kept.
type inventory struct {
	apart     bool             // a source that cannot be read costs itself alone
	sources   []ingest.Source  // every file, in order; those nobody claims are hashed only
	files     []*discover.File // by source
	settings  [sha256.Size]byte
	whole     []bool            // by source: its chapter is in the last output as it is in any
	keeps     bool              // some source's entry and chapter as they are
	outputSum [sha256.Size]byte // of the output that kept chapters come from
	skipped   []manifest.Skip
	good      map[int]manifest.Entry // by source that failed: the entry whose chapter stays
	unproven  []manifest.Failure     // sources that lack their password: chapter and entry are those of the last build
}

// plan reads a profile's options and looks at its sources. They are listed
// only when somebody asks: see list.
func (b *Builder) plan(ctx context.Context, p *profile.Profile, m *memory) (*plan, error) {
	options, err := b.options(p)
	if err != nil {
		return nil, err
	}
	pl := &plan{options: options, canonical: options.Canonical(), org: p.Org()}
	pl.root, pl.folder = p.Documents()
	if p.Sources != nil {
		pl.tree = ignore.NewTree(p.Sources, p.Only)
	} else if p.HasTwo(profile.SourcesFolder) {
		pl.notes = append(pl.notes, Note{
			Code: NoteOther, File: profile.KnowledgeFolder, Message: "is not read, since there is " + profile.SourcesFolder + "/, too: move its documents there",
		})
	}
	pl.label = b.label(p, pl)
	if pl.ignore, err = b.ignore(ctx, p, pl); err != nil {
		return nil, err
	}
	if err := b.walk(ctx, pl, m.wait().index); err != nil {
		return nil, err
	}
	if len(options.Sources) > 0 { // each of which is to match something
		err = pl.list()
	}
	return pl, err
}

// walk looks at the sources, and compares them with those of an index that was made
// by the same rules. Those of a plain folder are in it, so that they are known
// afterwards: where they are others, everything is looked at again.
func (b *Builder) walk(ctx context.Context, pl *plan, known *discover.Index) (err error) {
	limits := pl.options.Limits
	options := discover.Options{
		Ignore:   pl.ignore,
		Folder:   pl.folder,
		Claims:   func(name string) bool { _, ok := b.Registry.ForName(name); return ok },
		MaxFiles: int(limits.Get(converters.LimitFiles)),
		MaxDepth: int(limits.Get(converters.LimitFolderDepth)),
	}
	if pl.tree != nil {
		options.Plain, options.Hidden = true, pl.tree.Hidden
	} else {
		pl.rules = b.rulesOf(pl)
	}
	if pl.tree == nil && known.Rules != pl.rules || b.Tracked { // what git tracks is not a rule that could be compared
		known = &discover.Index{}
	}
	if pl.walk, err = discover.NewWalk(ctx, pl.root, options, known); err != nil || pl.tree == nil {
		return err
	}
	if pl.rules = b.rulesOf(pl); known.Taken != 0 && known.Rules != pl.rules {
		pl.walk, err = discover.NewWalk(ctx, pl.root, options, &discover.Index{})
	}
	for _, wrong := range pl.tree.Wrong() {
		pl.notes = append(pl.notes, other(wrong))
	}
	return err
}

// leftOut returns how many names of a plain folder are left out without a trace.
func (p *plan) leftOut() int {
	if p.tree == nil || p.tree.Partial() {
		return 0
	}
	return p.walk.Passed()
}

// options returns the options of a profile with what the command line sets over them.
func (b *Builder) options(p *profile.Profile) (profile.Options, error) {
	options, err := p.Options()
	if err != nil {
		return options, err
	}
	if err := options.Grant(b.Limits.User, b.Limits.Command); err != nil {
		return options, err
	}
	if version := strings.TrimPrefix(b.Generator, "backstory "); !options.MayCompile(version) {
		return options, fmt.Errorf("%s: compiler: this profile is built by backstory %s, and this is %s: use that version, or change what the file says",
			profile.OptionsFile, options.Compiler, cmp.Or(version, "a version without a name"))
	}
	options.Options = options.Options.Over(b.Override)
	if p.Sources != nil {
		options.Options = converters.Options{FrontMatter: "keep"}.Over(options.Options)
		options.Limits = plainLimits().Over(b.Limits.User).Over(b.Limits.Plain).Over(b.Limits.Command)
	}
	return options, nil
}

// The bounds of a plain folder, which is not joined into one text for a prompt.
const (
	plainFiles = 100_000
	plainBytes = 10 << 30
	plainText  = 1 << 40
)

func plainLimits() converters.Limits {
	return converters.Limits{Files: plainFiles, Profile: plainBytes, Backstory: plainText}
}

// list lists the sources, the first time that it is called.
func (p *plan) list() error {
	if p.listed {
		return nil
	}
	p.listed = true
	inventory, err := p.walk.Inventory()
	if err != nil {
		return err
	}
	p.skipped = inventory.Skipped
	p.include(inventory.Files)
	slices.SortStableFunc(p.skipped, func(a, b manifest.Skip) int { return discover.Compare(a.Path, b.Path) })
	p.settings = p.settingsOf()
	return p.checkSize()
}

// include takes up the files, but for those that the options leave out.
func (p *plan) include(files []*discover.File) {
	if len(p.options.Sources) == 0 {
		p.files = files
		return
	}
	p.tellUnused(files)
	for i := range files {
		if _, _, ok := p.options.For(files[i].Path); ok {
			p.files = append(p.files, files[i])
			continue
		}
		p.skipped = append(p.skipped, manifest.Skip{Path: files[i].Path, Reason: "left out by " + profile.OptionsFile})
	}
}

// tellUnused notes the rules that no source is one for: a typing error in one
// that leaves sources out would publish them.
func (p *plan) tellUnused(files []*discover.File) {
	for i := range p.options.Sources {
		rule := &p.options.Sources[i]
		if slices.ContainsFunc(files, func(f *discover.File) bool { return rule.Matches(f.Path) }) ||
			slices.ContainsFunc(p.skipped, func(s manifest.Skip) bool { return rule.Matches(s.Path) }) {
			continue
		}
		p.notes = append(p.notes, Note{
			Code: NoteOptionUnused, File: profile.OptionsFile, Place: rule.Place(),
			Message: fmt.Sprintf("the rule for %q is one for no source", rule.Match),
		})
	}
}

// checkSize checks the size of all sources together.
func (p *plan) checkSize() error {
	size := int64(0)
	for i := range p.files {
		if p.files[i].Supported() {
			size += p.files[i].Size
		}
	}
	if most := p.options.Limits.Get(converters.LimitProfile); size > most {
		return &converters.LimitError{Limit: converters.LimitProfile, Value: size, Max: most}
	}
	return nil
}

// prepare makes sources of the files, each with its own options, and tells
// them the digests that they are known to have, and had at the last build.
func (p *plan) prepare(b *Builder, x *discover.Index, last *manifest.Manifest) {
	p.sources, p.whole, p.keeps = make([]ingest.Source, len(p.files)), make([]bool, len(p.files)), false
	p.good, p.unproven = map[int]manifest.Entry{}, nil
	terms, had := b.terms(p.options), last.Digests(discover.Compare)
	for i, f := range p.files {
		if p.tree != nil {
			f.Recognize(p.root, p.folder, b.Registry)
		}
		p.sources[i] = ingest.Source{Path: f.Path, Terms: terms(f.Path), File: f, As: f.As, HashOnly: !f.Supported()}
		if known := x.Find(f); known != nil && known.Content != (lineend.Content{}) {
			content := known.Content // alone: the rest is not to be held
			p.sources[i].Known, p.sources[i].Size = &content, f.Size
			p.whole[i] = known.Whole
		}
		if known := p.sources[i].Known; known == nil || known.Returns > 0 { // else there is but one
			p.sources[i].Last = had(f.Path)
		}
	}
	x.Forget()
}

// terms returns what gives the terms of each source, which those that have the
// same share.
func (b *Builder) terms(o profile.Options) func(path string) *ingest.Terms {
	seen := map[ingest.Terms]*ingest.Terms{}
	of := func(path string) *ingest.Terms {
		options, limits, _ := o.For(path)
		now := ingest.Terms{Options: options.Over(b.Override), Limits: limits}
		if seen[now] == nil {
			seen[now] = &now
		}
		return seen[now]
	}
	if len(o.Sources) > 0 {
		return of
	}
	all := of("") // no rule says anything of any path
	return func(string) *ingest.Terms { return all }
}

// keep finds the sources whose chapter is in the last output as it would
// be in this one: those that have not changed, if nothing else has. The
// user's own index vouches for that, never the manifest alone, which anybody
// may have written. It reports whether there is nothing else.
func (p *plan) keep(b *Builder, before *previous, x *discover.Index) (all bool) {
	if !before.vouched || x.Settings != p.settings {
		return false
	}
	entries, count, supported := before.manifest.Follow(discover.Compare), 0, 0
	for i := range p.sources {
		src := &p.sources[i]
		if src.HashOnly {
			continue
		}
		supported++
		e := entries.Find(src.Path)
		if e == nil || !p.whole[i] || !e.IsOK {
			continue
		}
		if sum, _ := src.Sum(b.Registry, src.Known); e.Sum == string(sum[:]) {
			src.Kept = true
			count++
		}
	}
	if count > 0 {
		p.keeps, p.outputSum = true, x.OutputSum
	}
	return count == supported && count == before.manifest.Len()
}

// supports reports whether there is any source that gives a chapter.
func (p *plan) supports() bool {
	return slices.ContainsFunc(p.sources, func(s ingest.Source) bool { return !s.HashOnly })
}

// work returns the size of the sources whose chapter is to be had.
func (p *plan) work() (size int64) {
	for i := range p.sources {
		if s := &p.sources[i]; !s.HashOnly && !s.Kept {
			size += p.files[i].Size
		}
	}
	return size
}

// needsCache reports whether there is a source whose chapter is to be had.
func (p *plan) needsCache() bool {
	return slices.ContainsFunc(p.sources, func(s ingest.Source) bool { return !s.HashOnly && !s.Kept })
}

// label returns the heading of the backstory: of the options, else of the
// preferences, else the default.
func (b *Builder) label(p *profile.Profile, pl *plan) string {
	if label := profile.CleanLabel(pl.options.Label); label != "" {
		return label
	}
	label, problem := p.Label()
	if problem != nil {
		pl.notes = append(pl.notes, Note{Code: NoteConfiguration, Message: problem.Error()})
	}
	if label == "" {
		return profile.DefaultLabel
	}
	return label
}

// ignore returns what discovery is to pass over without a trace: what the
// options' patterns match and, with Tracked, what git does not track.
func (b *Builder) ignore(ctx context.Context, p *profile.Profile, pl *plan) (func(rel string, folder bool) bool, error) {
	if pl.tree != nil {
		return pl.tree.Match, nil
	}
	patterns, err := ignore.New(pl.options.Ignore)
	if err != nil {
		return nil, err
	}
	if !b.Tracked {
		return patterns.Match, nil
	}
	tracked, err := trackedFiles(ctx, p)
	if err != nil {
		return nil, err
	}
	if len(tracked) == 0 {
		pl.notes = append(pl.notes, other("git tracks no source: git add them, or leave out --tracked"))
	}
	return func(rel string, folder bool) bool { return !tracked[rel] || patterns.Match(rel, folder) }, nil
}

// rulesOf returns the digest of all that a build depends on besides its files
// and what was skipped: options, label, formats, the code of gate and writer.
func (b *Builder) rulesOf(plan *plan) [sha256.Size]byte {
	var all digested
	all.put("backstory rules 1", string(plan.canonical), plan.label, markdown.Revision)
	all.put(string(profile.Options{Options: b.Override}.Canonical()))
	if plan.tree != nil {
		sum := plan.tree.Digest()
		all.put("plain", string(sum[:]))
	}
	all.put(strconv.Itoa(compose.Base), strconv.Itoa(manifest.Schema), strconv.FormatBool(b.Tracked))
	for _, f := range b.Registry.Formats() {
		all.put("format", f.Name, strconv.Itoa(f.Version))
	}
	return sha256.Sum256(all.b)
}

// settingsOf returns the digest of the rules and of what was skipped, and why.
func (p *plan) settingsOf() [sha256.Size]byte {
	var all digested
	all.put(string(p.rules[:]))
	for _, s := range p.skipped {
		all.put("skipped", s.Path, s.Reason)
	}
	return sha256.Sum256(all.b)
}

// bound is how long an output may be.
type bound struct {
	characters int64
	count      bool // them: the output may well have more bytes than that
}
