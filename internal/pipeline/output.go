package pipeline

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// output takes backstory.md as it is made. It is compared with the one that is
// there, and written, beside that one, from the first byte that differs: a
// build that changes nothing writes nothing, and the text is never held in one
// piece. It has to be ended by close.
type output struct {
	group   *atomicfile.Group
	before  *previous
	allowed func() error // asked before anything is written
	bound   bound

	staged *atomicfile.Staged // nil while nothing differs
	synced func() error       // waits for the new file to be on the disk; nil before the end
	old    io.Reader          // nil where nothing is to be compared
	buf    []byte
	digest *ingest.Digester
	length int64
}

// bytes returns what has too many characters, whatever they are.
func (b bound) bytes() int64 { return utf8.UTFMax * b.characters }

// newOutput begins an output. It is compared where there is something to
// compare it with, and where that is not read for another reason.
func newOutput(group *atomicfile.Group, before *previous, length bound, allowed func() error) (*output, error) {
	o := &output{group: group, before: before, bound: length, allowed: allowed}
	if before.exists() && !before.vouched {
		var err error
		if o.old, err = before.text(); err != nil {
			return nil, err
		}
	}
	o.digest = ingest.NewDigester(o.bound.count)
	return o, nil
}

// Write takes the next bytes.
func (o *output) Write(p []byte) (int, error) {
	if err := o.put(p); err != nil {
		return 0, err
	}
	o.length += int64(len(p))
	return o.digest.Write(p)
}

func (o *output) put(p []byte) error {
	if o.length > o.bound.bytes() {
		return nil
	}
	if o.staged == nil {
		same, err := nextIs(o.old, &o.buf, p)
		if same || err != nil {
			return err
		}
		if err := o.begin(); err != nil {
			return err
		}
	}
	_, err := o.staged.Write(p)
	return err
}

// nextIs reports whether the next bytes of the old output, which may be nil, are
// these. It reads them into a buffer that is kept.
func nextIs(old io.Reader, buf *[]byte, p []byte) (bool, error) {
	if old == nil {
		return false, nil
	}
	if len(*buf) < len(p) {
		*buf = make([]byte, len(p))
	}
	n, err := io.ReadFull(old, (*buf)[:len(p)])
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return false, fmt.Errorf("reading %s: %w", profile.OutputFile, err)
	}
	return bytes.Equal((*buf)[:n], p), nil
}

// begin begins the new file with what the old one has of it.
func (o *output) begin() error {
	if err := o.allowed(); err != nil {
		return err
	}
	var err error
	if o.staged, err = o.group.Create(profile.OutputFile); err != nil || o.length == 0 {
		return err
	}
	old, err := o.before.text()
	if err != nil {
		return err
	}
	again := sha256.New()
	_, err = io.CopyN(io.MultiWriter(o.staged, again), old, o.length)
	if err == nil && [sha256.Size]byte(again.Sum(nil)) != o.digest.SoFar() {
		err = errMoved
	}
	if err != nil {
		return fmt.Errorf("copying from %s: %w", profile.OutputFile, err)
	}
	return nil
}

// end ends the output, whose largest chapters an error names if it is too long. A new
// file is brought to the disk while others go on; see written.
func (o *output) end(made *manifest.Manifest) (sum [sha256.Size]byte, err error) {
	if err := o.compareEnd(); err != nil {
		return sum, err
	}
	if o.staged != nil {
		o.synced = ingest.Beside(o.staged.Close)
	}
	sum, characters := o.digest.Sum()
	switch {
	case o.length > o.bound.characters && !o.bound.count:
		return sum, errUncounted
	case characters > o.bound.characters:
		return sum, tooLong(characters, o.bound.characters, made)
	}
	return sum, nil
}

// written reports whether there is a new file, and waits until it is ready to
// be renamed.
func (o *output) written() (bool, error) {
	if o == nil || o.synced == nil {
		return false, nil
	}
	return true, o.synced()
}

// compareEnd finds out whether the old output goes on where the new one ends.
func (o *output) compareEnd() error {
	if o.staged != nil || o.old == nil {
		return nil
	}
	more, err := io.ReadFull(o.old, make([]byte, 1))
	if more > 0 {
		return o.begin()
	}
	if err != io.EOF {
		return fmt.Errorf("reading %s: %w", profile.OutputFile, err)
	}
	return nil
}

// close ends what end did not, and what end began.
func (o *output) close() {
	if o == nil {
		return
	}
	o.digest.Close()
	_, _ = o.written() // an error was told, or another one is
}

// tooLong returns the error of a backstory over its limit, with the largest
// chapters, which are where to begin.
func tooLong(n, limit int64, made *manifest.Manifest) error {
	var chapters []compose.Part
	for e := range made.Heads() {
		if e.HasChapter {
			chapters = append(chapters, compose.Part{Path: e.Path, Length: e.Length})
		}
	}
	slices.SortStableFunc(chapters, func(a, b compose.Part) int { return cmp.Compare(b.Length, a.Length) })
	var largest []string
	for _, c := range chapters[:min(5, len(chapters))] {
		largest = append(largest, fmt.Sprintf("%s (%d bytes)", c.Path, c.Length))
	}
	err := &converters.LimitError{Limit: converters.LimitBackstory, Value: n, Max: limit}
	return fmt.Errorf("%s: %w: the largest sources are %s", profile.OutputFile, err, strings.Join(largest, ", "))
}

// length returns how long the output may be. Its characters are counted where
// the last one, or the sources, have more bytes than that.
func (p *plan) length(before *previous) bound {
	b := bound{characters: p.options.Limits.Get(converters.LimitBackstory), count: p.count}
	size := int64(0)
	for _, f := range p.files {
		size += f.Size
	}
	b.count = b.count || max(size, before.size) > b.characters
	return b
}
