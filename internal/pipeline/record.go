package pipeline

import (
	"encoding/hex"
	"time"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/lineend"
	"github.com/seed353dc258/backstory/manifest"
)

// record is the manifest of a build, and what is to be remembered of it, as they
// are made from what becomes of its files, one after the other, and for chapters
// that are kept from the last manifest.
type record struct {
	manifest *manifest.Manifest
	plan     *plan
	before   *manifest.Follower // of entries that are kept
	epoch    time.Time
	cached   int                       // chapters that were there before
	index    *discover.Index           // of the files; nil where nothing is to be remembered
	shown    map[string]ingest.Outcome // of sources that go by other bytes than theirs; nil where nobody asks
}

// record begins the record of a build.
func (b *Builder) record(plan *plan) *record {
	m := manifest.New()
	m.Coqui = plan.options.Options.Compat == "coqui"
	m.GeneratedAt = manifest.Timestamp(b.now())
	m.Generator = b.Generator
	m.OptionsDigest = digest(plan.canonical)
	m.Label = plan.label
	m.Skipped = plan.skipped
	return &record{manifest: m, plan: plan, epoch: b.Epoch}
}

// follow prepares for the entries of many sources, and for those that are kept.
func (r *record) follow(before *previous) {
	if !r.manifest.Coqui {
		r.manifest.Pack()
	}
	if r.plan.keeps {
		r.before = before.manifest.Follow(discover.Compare)
	}
}

// add puts down what became of the next source, and where its chapter is in the
// output, if it has one there.
func (r *record) add(i int, out *ingest.Outcome, part compose.Part) {
	m, src, file := r.manifest, &r.plan.sources[i], r.plan.files[i]
	if out.Cached || out.Kept {
		r.cached++
	}
	if r.shown != nil && out.Size != out.Bytes {
		said := *out
		said.Chapter = nil
		r.shown[src.Path] = said
	}
	r.remember(file, out)
	if src.Kept {
		r.before.Find(src.Path)
		m.Keep(r.before)
		return
	}
	modified := manifest.Timestamp(manifest.Clamp(time.Unix(0, file.ModTime), r.epoch))
	if src.HashOnly {
		m.Unsupported = append(m.Unsupported, manifest.Unsupported{
			Path: src.Path, Extension: converters.Extension(src.Name()), SHA256: out.Digest, SizeBytes: out.Size,
			ModifiedAt: modified, Reason: converters.Unsupported(src.Name()).Error(),
		})
		return
	}
	e := entry(src, out)
	e.ModifiedAt = modified
	if good, ok := r.plan.good[i]; ok && out.Err == nil {
		e = good
		e.ModifiedAt = modified
	} else if ok {
		keepChapter(&e, &good)
	}
	if out.Err != nil {
		m.Errors = append(m.Errors, manifest.Failure{
			Path: src.Path, Error: out.Err.Error(), Timestamp: m.GeneratedAt, Code: failureCode(out.Err, m.Coqui), Kept: e.HasChapter(),
		})
	}
	if e.HasChapter() {
		if e.Chapter.Length = part.Length; part.Sum != "" {
			e.Chapter.Digest = part.Sum
		}
	}
	m.Add(&e)
}

// remember puts down what is to be remembered of a file.
func (r *record) remember(f *discover.File, o *ingest.Outcome) {
	if r.index == nil {
		return
	}
	content := o.Content
	if content == (lineend.Content{}) || o.Bytes != f.Size { // it could not be read, or changed
		if r.plan.tree == nil {
			r.index = nil // look at all again
			return
		}
		content = lineend.Content{} // it costs itself alone
	}
	r.index.Add(f, content, o.Kept || o.Chapter != nil && o.Chapter.Notes == 0)
}

// failureCode returns the code of a source that failed. To Coqui an empty one is
// damaged.
func failureCode(err error, coqui bool) string {
	code := ErrorCode(err)
	if coqui && code == codeEmpty {
		return codeCorrupt
	}
	return code
}

// entry returns what the manifest says of one source. One that was hashed and
// not converted has no status yet.
func entry(src *ingest.Source, out *ingest.Outcome) manifest.Entry {
	e := manifest.Entry{Path: src.Path, SHA256: out.Digest, SizeBytes: out.Size}
	if out.Key != (ingest.Key{}) {
		e.Key = out.Key.String()
	}
	switch {
	case out.Err != nil:
		e.Status, e.Error = manifest.StatusFailed, out.Err.Error()
		for _, w := range out.Warnings {
			e.Warnings = append(e.Warnings, warning(w))
		}
	case out.Chapter != nil:
		c := out.Chapter
		e.Status, e.Format, e.FormatVersion = manifest.StatusOK, c.Format, c.Version
		e.TokenEstimate, e.Tokens = c.Coqui, c.Tokens
		e.Chapter.Digest, e.Chapter.Keywords = hex.EncodeToString(c.Digest[:]), c.Keywords
		for _, w := range c.Warnings {
			e.Warnings = append(e.Warnings, warning(w))
		}
	}
	return e
}

func warning(w document.Warning) manifest.Warning {
	return manifest.Warning{Code: w.Code, Count: w.Count, Message: w.Message, Place: w.Pos.String()}
}
