package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// assembly writes the chapters of a build as they come.
type assembly struct {
	plan    *plan
	writer  *compose.Writer
	old     *ingest.Reread // the last output, for the chapters that are kept; nil where none is
	places  []compose.Part // of the last manifest's entries in it
	renamed map[int]string // digests of the texts whose notes were renamed, by part
}

// assemble converts the sources of a plan and writes the backstory that they
// give. The outcomes have no texts any more.
func (b *Builder) assemble(ctx context.Context, pl *plan, before *standing, to io.Writer) (a *assembly, outcomes []ingest.Outcome, err error) {
	a = &assembly{plan: pl, writer: compose.NewWriter(to, pl.label), renamed: map[int]string{}}
	if pl.kept != nil {
		text, err := before.text()
		if err != nil {
			return nil, nil, err
		}
		a.old, a.places = ingest.NewReread(text), placesOf(before.manifest)
		defer a.old.Close()
	}
	outcomes, err = b.convert(ctx, pl, a.deliver)
	if err == nil {
		err = a.writer.Flush()
	}
	if err == nil && a.old != nil {
		err = a.verify(pl.outputSum)
	}
	return a, outcomes, err
}

// deliver writes the next chapter, if there is one.
func (a *assembly) deliver(i int, o *ingest.Outcome) error {
	c := compose.Chapter{Path: a.plan.sources[i].Path}
	switch {
	case a.plan.sources[i].Kept:
		place := a.places[a.plan.kept[i]]
		if err := a.old.Piece(place.Offset, place.Length); err != nil {
			return fmt.Errorf("%w: %w", errNotKept, err)
		}
		c.Kept, c.Length = a.old, place.Length
	case o.Chapter != nil:
		c.Text, c.NotePrefix, c.Notes = o.Chapter.Text, o.Chapter.NotePrefix, o.Chapter.Notes
	default:
		return nil
	}
	text, err := a.writer.Add(c)
	if at := len(a.writer.Parts) - 1; !a.writer.Parts[at].Own {
		a.renamed[at] = digest([]byte(text))
	}
	return err
}

// errNotKept says that the output from which chapters were taken is not the
// one that the last build wrote. They have to be had in another way.
var errNotKept = errors.New("the last output is not what it was")

// verify reads the rest of the last output and compares its digest with what
// the index says.
func (a *assembly) verify(want [32]byte) error {
	sum, err := a.old.Sum()
	if err != nil {
		return fmt.Errorf("reading %s: %w", profile.OutputFile, err)
	}
	if sum != want {
		return errNotKept
	}
	return nil
}

// placesOf returns where each entry's chapter stands in the output.
func placesOf(m *manifest.Manifest) []compose.Part {
	var parts []compose.Part
	var which []int
	for i := range m.Files {
		if e := &m.Files[i]; e.Status == manifest.StatusOK {
			parts = append(parts, compose.Part{Path: e.Path, Length: e.Chapter.Length})
			which = append(which, i)
		}
	}
	out := make([]compose.Part, len(m.Files))
	for i, part := range compose.Locate(m.Label, parts) {
		out[which[i]] = part
	}
	return out
}
