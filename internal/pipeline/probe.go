package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/lineend"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// ErrNotOurs says that backstory.md was written or edited by somebody else,
// so that a build does not touch it.
var ErrNotOurs = errors.New("not written by a build")

// maxManifest and maxOutput are the sizes of a manifest and of a backstory.md that
// are still looked at, in bytes.
const (
	maxManifest int64 = 1 << 30
	maxOutput   int64 = 1 << 40
)

// previous is what the last build left, as it is found now. It has to be
// closed.
type previous struct {
	manifest *manifest.Manifest // never nil
	problem  error              // why the manifest could not be read
	found    bool               // there is a manifest, be it that it cannot be read
	sum      [sha256.Size]byte  // of the manifest, with the line ends that we write
	file     *os.File           // the output; nil where there is none
	size     int64              // of it, as it is
	written  time.Time          // when it was
	returns  bool               // the output has line ends of Windows
	digest   string             // of the output, with the line ends that we write; empty where there is none
	match    manifest.Match
	adopted  bool // Coqui's: ours from now on, with a backup
	merged   bool // a merge touched it, and all of it is ours
	// unfinished is the temporary file of the output that the manifest
	// describes, where a build was ended before it could rename it.
	unfinished string
	// vouched says that the index knows the digests of both files: of the
	// manifest, which has it, and of the output, which is yet to be read.
	vouched bool
}

// readPrevious looks at what is there. The output is not read where it surely is the
// one that the last build wrote. With vouch neither is one that may well be:
// who uses it has to read it.
func readPrevious(p *profile.Profile, m *memory, vouch bool) (*previous, error) {
	s := &previous{}
	sum, ok := s.readPacked(p)
	if !ok {
		raw, err := p.ReadFile(profile.ManifestFile, maxManifest)
		if err != nil {
			return nil, err
		}
		s.found, sum = raw != nil, sha256.Sum256(raw)
		s.manifest, s.problem = manifest.Load(raw)
		s.manifest.Pack()
		s.sum = sha256.Sum256(unixLines(raw))
	}
	if err := s.newer(); err != nil {
		return nil, err
	}
	if err := s.open(p); err != nil || s.file == nil {
		return s, err
	}
	if vouch = vouch && s.manifest.Len() > 0 && m.vouches(sum); vouch || m.knows(p) {
		s.match, s.digest, s.vouched = manifest.Current, hex.EncodeToString(m.index.OutputSum[:]), vouch
		return s, nil
	}
	if err := s.recognize(p, m.index); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// readPacked reads the manifest piece by piece, and returns its digest. Without ok it has to
// be read whole: it is not as builds write it.
func (s *previous) readPacked(p *profile.Profile) (sum [sha256.Size]byte, ok bool) {
	f, info, err := plainfile.Open(p.Root, filepath.FromSlash(p.At(profile.ManifestFile)))
	if err != nil {
		return sum, false
	}
	defer f.Close() // it is only read
	if info.Size() > maxManifest {
		return sum, false
	}
	digest, m := sha256.New(), &manifest.Manifest{}
	if !m.Read(io.TeeReader(f, digest), info.Size()) {
		return sum, false
	}
	sum = [sha256.Size]byte(digest.Sum(nil))
	s.found, s.manifest, s.sum = true, m, sum
	return sum, true
}

// newer returns an error where the manifest is of a newer schema, be it on one
// side of a merge.
func (s *previous) newer() error {
	all := []*manifest.Manifest{s.manifest}
	if conflict := new(manifest.ConflictError); errors.As(s.problem, &conflict) {
		all = []*manifest.Manifest{conflict.Ours, conflict.Theirs}
	}
	for _, m := range all {
		if err := m.Newer(); err != nil {
			return err
		}
	}
	return nil
}

// probe reads what the last build left, beside other work where that is asked for.
type probe struct {
	p     *profile.Profile
	m     *memory
	vouch bool // see [readPrevious]
	found *previous
	wait  func() error // nil before begin
}

// begin reads it beside what the caller does.
func (l *probe) begin() {
	l.wait = ingest.Beside(func() (err error) {
		l.found, err = readPrevious(l.p, l.m, l.vouch)
		return err
	})
}

// take returns what there is, which the caller has to close. The next call reads
// it again.
func (l *probe) take() (*previous, error) {
	if l.wait == nil {
		l.begin()
	}
	err := l.wait()
	l.wait = nil
	return l.found, err
}

// drop closes what nobody took.
func (l *probe) drop() {
	if l.wait != nil && l.wait() == nil {
		l.found.close() // it was only read
	}
}

// open opens the output.
func (s *previous) open(p *profile.Profile) error {
	f, info, err := plainfile.Open(p.Root, profile.OutputFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && info.Size() > maxOutput {
		err = errors.Join(fmt.Errorf("it has more than %d bytes", maxOutput), f.Close())
	}
	if err != nil {
		return fmt.Errorf("reading %s: %w", profile.OutputFile, err)
	}
	s.file, s.size, s.written = f, info.Size(), info.ModTime()
	return nil
}

// recognize reads the output and finds out whose it is.
func (s *previous) recognize(p *profile.Profile, x *discover.Index) error {
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("reading %s: %w", profile.OutputFile, err)
	}
	sums, err := manifest.Sum(s.file)
	if err != nil {
		return fmt.Errorf("reading %s: %w", profile.OutputFile, err)
	}
	s.digest, s.returns, s.vouched = sums.LF, sums.LF != sums.Raw, false
	s.match = s.manifest.Match(sums)
	if s.adopted = s.manifest.IsForeign(); s.match.Ours() || s.adopted {
		return nil
	}
	if same, err := s.described(); same || err != nil {
		return err
	}
	if s.manifest.Schema != 0 && x.Taken != 0 && isHex(s.digest, x.OutputSum[:]) {
		// The user's own last build wrote it, whatever the manifest says.
		s.match = manifest.Previous
		return nil
	}
	if s.unfinished, err = unfinished(p, s); s.unfinished != "" || err != nil {
		return err
	}
	text, err := s.read()
	if err != nil {
		return err
	}
	s.merged = s.isMerge(p, text)
	return nil
}

// isMerge reports whether a merge made the output of texts that builds wrote, as
// the manifest says or else git.
func (s *previous) isMerge(p *profile.Profile, text []byte) bool {
	if conflict := new(manifest.ConflictError); errors.As(s.problem, &conflict) {
		if conflict.Vouch(text) {
			return true
		}
	} else if s.manifest.Schema != 0 && s.manifest.Whole().Vouch(text) {
		return true
	}
	if !s.found {
		return false
	}
	ctx := context.Background() // git only looks, and is done at once
	r, err := repositoryOf(ctx, p)
	return err == nil && r.mergedBy(ctx, text)
}

// described finds out whether the output is what the manifest says of its
// chapters.
func (s *previous) described() (bool, error) {
	if s.manifest.Schema == 0 || s.manifest.Len() == 0 {
		return false, nil
	}
	text, err := s.text()
	if err != nil {
		return false, err
	}
	same, err := Describes(s.manifest, text)
	if err != nil {
		return false, fmt.Errorf("reading %s: %w", profile.OutputFile, err)
	}
	if same {
		s.match = manifest.Current
	}
	return same, nil
}

// Describes reports whether a text, with the line ends that we write, is the
// backstory.md that a manifest describes. Errors are the reader's.
func Describes(m *manifest.Manifest, text io.Reader) (bool, error) {
	var chapters []compose.Sealed
	for e := range m.All() {
		if e.HasChapter() {
			chapters = append(chapters, compose.Sealed{Path: e.Path, Length: e.Chapter.Length, Digest: strings.Clone(e.Chapter.Digest)})
		}
	}
	return compose.Is(text, m.Label, chapters)
}

// text returns a reader of the output from its start, with the line ends that
// we write. There is one at a time.
func (s *previous) text() (io.Reader, error) {
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("reading %s: %w", profile.OutputFile, err)
	}
	if s.returns {
		return lineend.NewReader(s.file), nil
	}
	return s.file, nil
}

// read returns the output as it is; nil where there is none.
func (s *previous) read() ([]byte, error) {
	if s.file == nil {
		return nil, nil
	}
	_, err := s.file.Seek(0, io.SeekStart)
	var all []byte
	if err == nil {
		all, err = io.ReadAll(io.LimitReader(s.file, maxOutput))
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", profile.OutputFile, err)
	}
	return all, nil
}

// close closes the output, which is only read.
func (s *previous) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// has reports whether the manifest has a digest.
func (s *previous) has(sum [sha256.Size]byte) bool { return s.found && s.sum == sum }

// exists reports whether there is an output.
func (s *previous) exists() bool { return s.digest != "" }

// is reports whether the output is the one with a digest.
func (s *previous) is(digest string) bool { return s.digest == digest }

// ours reports whether a build may replace or remove the output.
func (s *previous) ours() bool {
	return !s.exists() || s.match.Ours() || s.adopted || s.merged || s.unfinished != ""
}

// refuse returns the error of a build that would overwrite what is not ours.
func (s *previous) refuse() error {
	what := "was edited after the last build"
	switch {
	case !s.found:
		what = "was not written by a build: there is no manifest beside it"
	case s.problem != nil:
		what = fmt.Sprintf("cannot be told to be ours: %s: %v", profile.ManifestFile, s.problem)
	}
	return fmt.Errorf("%s: %s (%w): move its text to a file in %s/, or build with --force, which keeps a copy beside it",
		profile.OutputFile, what, ErrNotOurs, profile.SourcesFolder)
}

// unfinished returns the temporary file of the output that the manifest
// describes, if there is one: a build was ended between renaming the manifest
// and renaming the output. An output that was written to since is not the one
// that the build was to replace.
func unfinished(p *profile.Profile, s *previous) (string, error) {
	if s.manifest.Schema == 0 || s.manifest.Len() == 0 {
		return "", nil
	}
	left, err := atomicfile.Leftovers(atomicfile.In(p.Root))
	if err != nil {
		return "", err
	}
	for _, name := range left {
		f, err := p.Root.Open(name)
		if err != nil {
			continue // another build may be at work, and this one only look
		}
		info, err := f.Stat()
		same := err == nil && info.Mode().IsRegular() && info.Size() <= maxOutput && !s.written.After(info.ModTime())
		if same {
			same, err = Describes(s.manifest, f)
		}
		if err = errors.Join(err, f.Close()); err != nil {
			return "", fmt.Errorf("reading %s: %w", name, err)
		}
		if same {
			return name, nil
		}
	}
	return "", nil
}
