package profile

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/seed353dc258/backstory/converters"
)

// Options is what backstory/.backstory.json says. The zero value, which a
// profile without the file has, is the default of everything.
type Options struct {
	Label   string             `json:"label,omitempty"` // wins over preferences.json
	Options converters.Options `json:"options,omitzero"`
	Limits  converters.Limits  `json:"limits,omitzero"`
	Ignore  []string           `json:"ignore,omitempty"`  // patterns in gitignore's grammar
	Sources []SourceOptions    `json:"sources,omitempty"` // for some sources; a later match wins

	Allow []Allow `json:"allow,omitempty"` // findings of lint that may be there

	Compiler        string `json:"compiler,omitempty"`         // version that builds the profile: 1, 1.2 or 1.2.3
	OnFailure       string `json:"on-failure,omitempty"`       // what becomes of the chapter of a source that fails: "drop" or "keep"
	ConflictMarkers string `json:"conflict-markers,omitempty"` // the same as in Options, where it is set on reading
	Compat          string `json:"compat,omitempty"`           // likewise

	raised []raisedLimit // in the order of the file
}

// SourceOptions is what holds for the sources that a glob matches, such as
// "data/**/*.csv". Fields that are set win over those of the profile.
type SourceOptions struct {
	Match     string             `json:"match"`
	Include   *bool              `json:"include,omitempty"` // false leaves them out
	OnFailure string             `json:"on-failure,omitempty"`
	Options   converters.Options `json:"options,omitzero"`
	Limits    converters.Limits  `json:"limits,omitzero"`

	place string // in the file: "line:column"
}

// Allow lets findings of lint pass in some files of the profile. It changes no build.
type Allow struct {
	Code   string `json:"code"`
	File   string `json:"file"`            // a glob of paths in the profile's folder, such as backstory/*.html
	Words  string `json:"words,omitempty"` // that are in the words of the finding; all where it is empty
	Reason string `json:"reason"`
	Until  string `json:"until"` // the last day, such as 2027-01-31

	place string
}

// Place returns where it is in the file, as "line:column".
func (a *Allow) Place() string { return a.place }

// Matches reports whether it is for a file, by its path in the profile's folder.
func (a *Allow) Matches(path string) bool {
	ok, err := doublestar.Match(a.File, path)
	return err == nil && ok
}

// Place returns where the rule is in the file, as "line:column".
func (s *SourceOptions) Place() string { return s.place }

// Matches reports whether the rule is one for a source, by its path in the
// backstory folder.
func (s *SourceOptions) Matches(path string) bool {
	ok, err := doublestar.Match(s.Match, path)
	return err == nil && ok
}

// MayCompile reports whether the profile may be built by a version of this
// program, such as v1.2.3: one that begins with what the file says, part by
// part. What is not a release is none that a file can name.
func (o *Options) MayCompile(version string) bool {
	version, _, _ = strings.Cut(strings.TrimPrefix(version, "v"), "+")
	return o.Compiler == "" || version == o.Compiler || strings.HasPrefix(version, o.Compiler+".") && !strings.Contains(version, "-")
}

// raisedLimit is a limit that a file sets higher than a profile may by itself.
type raisedLimit struct {
	limit converters.Limit
	value int64
	place string
}

// Grant sets what the user says of limits: user, in the configuration, holds
// where the profile says nothing, and lets profiles raise a limit as far;
// command, on the command line, holds in any case. A limit that the profile
// raises further than [converters.Limit.Trusted] without either is an error: a
// profile may come from anybody.
func (o *Options) Grant(user, command converters.Limits) error {
	for _, r := range o.raised {
		if command.Has(r.limit) || user.Has(r.limit) && r.value <= user.Get(r.limit) {
			continue
		}
		return fmt.Errorf("%s:%s: limits.%s: %d is more than a profile may set by itself (%d): if you trust it, use --limit %s=%d, or set limits.%s in your own configuration",
			OptionsFile, r.place, r.limit, r.value, r.limit.Trusted(), r.limit, r.value, r.limit)
	}
	o.Limits = user.Over(o.Limits).Over(command)
	o.Sources = slices.Clone(o.Sources)
	for i := range o.Sources {
		o.Sources[i].Limits = o.Sources[i].Limits.Over(command)
	}
	return nil
}

// For returns the options and limits of one source, by its path in the
// backstory folder, and whether it is included.
func (o *Options) For(path string) (options converters.Options, limits converters.Limits, include bool) {
	options, limits, include = o.Options, o.Limits, true
	for i := range o.Sources {
		s := &o.Sources[i]
		if !s.Matches(path) {
			continue
		}
		options, limits = options.Over(s.Options), limits.Over(s.Limits)
		if s.Include != nil {
			include = *s.Include
		}
	}
	return options, limits, include
}

// KeepsFailed reports whether the last good chapter of a source stays while the
// source fails.
func (o *Options) KeepsFailed(path string) bool {
	said := o.OnFailure
	for i := range o.Sources {
		if s := &o.Sources[i]; s.OnFailure != "" && s.Matches(path) {
			said = s.OnFailure
		}
	}
	return said == onFailureKeep
}

// The values of on-failure.
const (
	onFailureDrop = "drop"
	onFailureKeep = "keep"
)

// Canonical returns the options in one form for one meaning, for digests.
func (o Options) Canonical() []byte {
	o.Options, o.Limits = o.Options.Normal(), o.Limits.Normal()
	o.Compiler, o.Allow = "", nil // who builds says nothing of what, nor what lint is told
	if o.OnFailure == onFailureDrop {
		o.OnFailure = "" // the default
	}
	o.Sources = slices.Clone(o.Sources)
	for i := range o.Sources {
		s := &o.Sources[i]
		s.Options, s.Limits = s.Options.Normal(), s.Limits.Normal()
	}
	text, err := json.Marshal(o)
	if err != nil {
		panic("profile: encoding options: " + err.Error())
	}
	return text
}
