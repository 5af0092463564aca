package pipeline

import (
	"encoding/hex"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/manifest"
)

// record makes the manifest of a build from what became of its files, and for
// chapters that are kept from the last manifest.
func (b *Builder) record(plan *plan, before *previous, outcomes []ingest.Outcome) *manifest.Manifest {
	m := manifest.New()
	m.Coqui = plan.options.Options.Compat == "coqui"
	m.GeneratedAt = manifest.Timestamp(b.now())
	m.Generator = b.Generator
	m.OptionsDigest = digest(plan.canonical)
	m.Label = plan.label
	m.Skipped = plan.skipped
	m.Files = make([]manifest.Entry, 0, len(plan.sources))
	for i := range plan.sources {
		src, out := &plan.sources[i], &outcomes[i]
		if src.Kept {
			m.Files = append(m.Files, before.manifest.Files[plan.kept[i]])
			continue
		}
		modified := manifest.Timestamp(manifest.Clamp(time.Unix(0, plan.files[i].ModTime), b.Epoch))
		if src.HashOnly {
			m.Unsupported = append(m.Unsupported, manifest.Unsupported{
				Path: src.Path, Extension: converters.Extension(src.Name()), SHA256: out.Digest, SizeBytes: out.Size,
				ModifiedAt: modified, Reason: converters.Unsupported(src.Name()).Error(),
			})
			continue
		}
		e := entry(src, out)
		e.ModifiedAt = modified
		if good, ok := plan.good[i]; ok && out.Err == nil {
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
		m.Files = append(m.Files, e)
	}
	m.Recount()
	return m
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

// seal adds what is known once the output is written: how long each chapter is
// in it, and what its digest is where its notes were renamed.
func seal(m *manifest.Manifest, a *assembly) {
	next := 0
	for i := range m.Files {
		e := &m.Files[i]
		if !e.HasChapter() {
			continue
		}
		part := &a.writer.Parts[next]
		if e.Chapter.Length = part.Length; !part.Own {
			e.Chapter.Digest = hex.EncodeToString(part.Sum[:])
		}
		next++
	}
}
