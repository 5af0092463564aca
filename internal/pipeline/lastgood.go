package pipeline

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document/gate"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/sound"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// lastGood finds the last good chapters of sources that fail, where the profile
// says that these stay: in the last output, else in the chapter cache. The
// manifest alone vouches for nothing, so that what comes from the output is
// looked at as a stranger's text is.
type lastGood struct {
	plan    *plan
	before  *previous
	builder *Builder             // opens the chapter cache
	cache   *ingest.ChapterCache // nil until it is needed, and where there is none
	close   func() error         // of the cache
	entries map[string][]place   // by path; looked up, never ranged over
	text    string               // of the output, once it had to be read whole
	read    bool
}

// place is an entry and where its chapter is in the output, if that is as
// its manifest says.
type place struct {
	entry *manifest.Entry
	part  compose.Part
}

// lastGood returns what finds chapters.
func (b *Builder) lastGood(pl *plan, before *previous) *lastGood {
	return &lastGood{plan: pl, before: before, builder: b}
}

// chapter returns the last good chapter of a source that failed; nil where
// there is none, or none is to be kept. One that lacks its password always keeps its
// own, and its entry too where it is as it was: see [lastGood.locked].
func (g *lastGood) chapter(i int, o *ingest.Outcome) (*compose.Chapter, error) {
	src := &g.plan.sources[i]
	isLocked := errors.Is(o.Err, converters.ErrEncrypted)
	keeps := !g.plan.fromNone && (isLocked || g.plan.options.KeepsFailed(src.Path))
	if src.HashOnly || !isLocked && !keeps {
		return nil, nil
	}
	if g.entries == nil {
		g.list()
	}
	if isLocked {
		if c, err := g.locked(i, o); c != nil || err != nil || !keeps {
			return c, err
		}
	}
	return g.kept(i)
}

// locked returns the chapter of a source that is locked, and the same as when the
// last build had its password: that stays, with its entry.
func (g *lastGood) locked(i int, o *ingest.Outcome) (*compose.Chapter, error) {
	src := &g.plan.sources[i]
	for _, at := range g.entries[src.Path] {
		e := at.entry
		if e.Status != manifest.StatusOK || e.SHA256 != o.Digest || e.Key != o.Key.String() {
			continue
		}
		prefix := e.SHA256[:ingest.NotePrefix]
		text, err := g.find(at, prefix)
		if err != nil {
			return nil, err
		}
		if text == nil {
			continue
		}
		g.plan.good[i] = *e
		g.plan.unproven = append(g.plan.unproven, manifest.Failure{Path: src.Path, Error: o.Err.Error(), Code: ErrorCode(o.Err), Kept: true})
		o.Err = nil
		return keptChapter(src.Path, *text, prefix), nil
	}
	return nil, nil
}

// keptChapter returns a chapter that is not made again.
func keptChapter(path, text, prefix string) *compose.Chapter {
	c := &compose.Chapter{Path: path, Text: ownNotes(text, prefix), NotePrefix: prefix}
	if strings.Contains(c.Text, "[^"+prefix+"-") {
		c.Notes = 1 // one or more
	}
	return c
}

// kept returns the last good chapter of a source that failed, where there is one.
func (g *lastGood) kept(i int) (*compose.Chapter, error) {
	src := &g.plan.sources[i]
	for _, at := range g.entries[src.Path] {
		e := *at.entry
		if e.Status == manifest.StatusOK {
			e.Kept = manifest.Kept{SHA256: e.SHA256, Key: e.Key}
		}
		if sum, err := hex.DecodeString(e.Kept.SHA256); err != nil || len(sum) != sha256.Size {
			continue // no build of ours wrote it
		}
		prefix := e.Kept.SHA256[:ingest.NotePrefix]
		text, err := g.find(at, prefix)
		if err != nil {
			return nil, err
		}
		if text == nil {
			continue
		}
		c := keptChapter(src.Path, *text, prefix)
		e.Chapter.Digest = digest([]byte(c.Text))
		g.plan.good[i] = e
		return c, nil
	}
	if len(g.entries[src.Path]) > 0 {
		g.plan.notes = append(g.plan.notes, Note{
			Code: NoteNotKept, File: g.plan.folder + "/" + src.Path,
			Message: "its last good chapter is not kept: neither " + profile.OutputFile + " nor the cache has it as a build writes it",
		})
	}
	return nil, nil
}

// list lists the entries that have a chapter: of the last manifest, or of both
// sides where a merge left its markers in it.
func (g *lastGood) list() {
	g.entries = map[string][]place{}
	all := []*manifest.Manifest{g.before.manifest.Whole()}
	if conflict := new(manifest.ConflictError); errors.As(g.before.problem, &conflict) {
		all = []*manifest.Manifest{conflict.Ours, conflict.Theirs}
	}
	for _, m := range all {
		places := compose.NewPlaces(m.Label)
		for i := range m.Files {
			e := &m.Files[i]
			if !e.HasChapter() {
				continue
			}
			part := compose.Part{Path: e.Path, Length: e.Chapter.Length}
			if places.Next(&part); e.Chapter.Digest != "" {
				g.entries[e.Path] = append(g.entries[e.Path], place{e, part})
			}
		}
	}
}

// find returns the text of a chapter; nil where it is not to be had.
func (g *lastGood) find(at place, prefix string) (*string, error) {
	text, err := g.textAt(at)
	if err != nil {
		return nil, err
	}
	if text != nil && isClean(*text) && sound.Chapter(*text, prefix, compose.Base) {
		return text, nil
	}
	return g.cached(at.entry), nil
}

// textAt returns the text of a chapter from the last output: where it has to
// be, or, as a merge may have moved it, behind its heading. It has the digest
// that the entry says.
func (g *lastGood) textAt(at place) (*string, error) {
	if g.before.file == nil {
		return nil, nil
	}
	length := at.part.Length
	if length < 0 || length > g.before.size {
		return nil, nil
	}
	if !g.before.returns {
		buf := make([]byte, length)
		if n, err := g.before.file.ReadAt(buf, at.part.Offset); n == len(buf) && digest(buf) == at.entry.Chapter.Digest {
			text := string(buf)
			return &text, nil
		} else if err != nil && n == len(buf) {
			return nil, err
		}
	}
	if !g.read {
		raw, err := io.ReadAll(io.NewSectionReader(g.before.file, 0, g.before.size)) // others read from where they are
		if err != nil {
			return nil, err
		}
		g.text, g.read = string(unixLines(raw)), true
	}
	heading := markdown.FileHeading(compose.Base, "/"+at.entry.Path) + "\n\n"
	for rest := g.text; ; {
		_, after, found := strings.Cut(rest, heading)
		if !found {
			return nil, nil
		}
		if int64(len(after)) >= length && digest([]byte(after[:length])) == at.entry.Chapter.Digest {
			text := after[:length]
			return &text, nil
		}
		rest = after
	}
}

// cached returns the text of a chapter from the cache, which is the user's own;
// nil where the cache has another or none. A cache that cannot be used has none.
func (g *lastGood) cached(e *manifest.Entry) *string {
	name := e.Kept.Key
	if e.Status == manifest.StatusOK {
		name = e.Key
	}
	var key ingest.Key
	if raw, err := hex.DecodeString(name); err != nil || copy(key[:], raw) != len(key) {
		return nil
	}
	if g.close == nil {
		g.cache, g.close, _ = g.builder.openChapters()
	}
	if g.cache == nil {
		return nil
	}
	c, ok := g.cache.Get(key)
	if !ok || c.Long != nil {
		return nil
	}
	if text := strings.TrimRight(c.Text, "\n"); c.Notes > 0 || digest([]byte(text)) == e.Chapter.Digest {
		return &text
	}
	return nil
}

// done closes the cache, which costs time only if it could not be written.
func (g *lastGood) done() {
	if g.close != nil {
		_ = g.close()
	}
}

// keepChapter says in the entry of a source that failed that the chapter of
// another entry stays. Its warnings stay with it, but for those that are of the
// source as it is now.
func keepChapter(e, good *manifest.Entry) {
	e.Kept, e.Chapter = good.Kept, good.Chapter
	e.TokenEstimate, e.Tokens = good.TokenEstimate, good.Tokens
	kept := slices.DeleteFunc(slices.Clone(good.Warnings), func(w manifest.Warning) bool { return w.Code == converters.WarnConflictMarkers })
	e.Warnings = append(kept, e.Warnings...)
}

// ownNotes gives the footnotes of a chapter the labels that they had before they
// were set apart from those of an equal source.
func ownNotes(text, prefix string) string {
	if !strings.Contains(text, "[^"+prefix+"x") {
		return text
	}
	return regexp.MustCompile(`\[\^`+regexp.QuoteMeta(prefix)+`x[0-9]+-`).ReplaceAllLiteralString(text, "[^"+prefix+"-")
}

// isClean reports whether the gate changes nothing in a text.
func isClean(text string) bool {
	var gate gate.Gate
	return gate.Text(text) == text
}
