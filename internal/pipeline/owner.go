package pipeline

import (
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// ErrNotOurs says that backstory.md was written or edited by somebody else,
// so that a build does not touch it.
var ErrNotOurs = errors.New("not written by a build")

// maxOutput is the size of a backstory.md that is still looked at, in bytes.
const maxOutput = 1 << 30

// standing is what the last build left, as it is found now.
type standing struct {
	manifest *manifest.Manifest // never nil
	problem  error              // why the manifest could not be read
	raw      []byte             // of the manifest; nil where there is none
	output   []byte             // nil where there is none, and where it did not have to be read
	digest   string             // of the output, with the line ends that we write; empty where there is none
	match    manifest.Match
	adopted  bool // Coqui's: ours from now on, with a backup
	merged   bool // a merge left its markers, and all of it is ours
}

// stand looks at what is there. The output is not read where it surely is the
// one that the last build wrote.
func stand(p *profile.Profile, m *memory) (*standing, error) {
	raw, err := p.ReadFile(profile.ManifestFile, maxOutput)
	if err != nil {
		return nil, err
	}
	s := &standing{raw: raw}
	s.manifest, s.problem = manifest.Load(raw)
	if s.manifest.Output != nil && m.knows(p) {
		s.match, s.digest = manifest.Current, s.manifest.Output.SHA256
		return s, nil
	}
	if s.output, err = p.ReadFile(profile.OutputFile, maxOutput); err != nil || s.output == nil {
		return s, err
	}
	s.digest = digest(unixLines(s.output))
	if s.manifest.Output != nil && s.manifest.Output.SHA256 == s.digest {
		s.match = manifest.Current
		return s, nil
	}
	s.match = s.manifest.Verify(s.output)
	s.adopted = s.manifest.IsForeign()
	if conflict := new(manifest.ConflictError); errors.As(s.problem, &conflict) {
		s.merged = conflict.Vouch(s.output)
	}
	return s, nil
}

// exists reports whether there is an output.
func (s *standing) exists() bool { return s.digest != "" }

// is reports whether the output is the one with a digest.
func (s *standing) is(digest string) bool { return s.digest == digest }

// ours reports whether a build may replace or remove the output.
func (s *standing) ours() bool {
	return !s.exists() || s.match.Ours() || s.adopted || s.merged
}

// refuse returns the error of a build that would overwrite what is not ours.
func (s *standing) refuse() error {
	what := "was edited after the last build"
	switch {
	case s.raw == nil:
		what = "was not written by a build: there is no manifest beside it"
	case s.problem != nil:
		what = fmt.Sprintf("cannot be told to be ours: %s: %v", profile.ManifestFile, s.problem)
	}
	return fmt.Errorf("%s: %s (%w): move its text to a file in %s/, or build with --force, which keeps a copy beside it",
		profile.OutputFile, what, ErrNotOurs, profile.SourcesFolder)
}
