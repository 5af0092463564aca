package pipeline

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// Quote is a text that is in one line of the chapter of a source.
type Quote struct {
	Source string // path in the backstory folder
	Text   string
	Offset int    // in the chapter, in bytes, where it is known that the text is there
	Within string // a longer text that has it, which tells it from its like; may be empty
}

// maxTraced is how many bytes the sources have together whose chapters
// [Builder.Trace] asks for: where the cache does not have one, it is converted
// while somebody waits.
const maxTraced = 32 << 20

// Trace says where quotes came from, in their order, with one look at the
// profile. The zero Origin is that of a quote whose place is not known: its text
// or its source is not there, was changed after the last build, or is one too
// many. Where a text is in several lines and not where the quote says, the first
// one within that longer text counts, or the first one.
func (b *Builder) Trace(ctx context.Context, p *profile.Profile, quotes []Quote) ([]Origin, error) {
	e, err := b.explainer(ctx, p)
	if err != nil {
		return make([]Origin, len(quotes)), err
	}
	return e.trace(ctx, quotes)
}

// Known is the chapter of a source, as the last build wrote it.
type Known struct {
	Source string // path in the backstory folder
	Format string
	Digest string // SHA-256 of the source
	Size   int64  // of it
	Text   string // the chapter
}

// tracer says where quotes came from, one answer after the other. It keeps chapters that
// were asked for last, as long as their sources stay as they are.
type tracer struct {
	builder *Builder
	recent  ingest.Recent[traced]
}

// traced is what a chapter depends on; settled is of [discover.Settled].
type traced struct {
	folder, org, source, as, digest, settled string
	terms                                    ingest.Terms
}

// Tracer returns what is [Builder.Trace] where the chapters are known that the quotes are
// from, and only their sources are looked at: neither the backstory nor its manifest.
func (b *Builder) Tracer() func(context.Context, *profile.Profile, []Quote, []Known) ([]Origin, error) {
	return (&tracer{builder: b}).trace
}

func (t *tracer) trace(ctx context.Context, p *profile.Profile, quotes []Quote, chapters []Known) ([]Origin, error) {
	b := t.builder
	options, err := b.options(p)
	if err != nil {
		return make([]Origin, len(quotes)), err
	}
	root, folder := p.Documents()
	e := &explainer{builder: b, plan: &plan{options: options, root: root, org: p.Org()}, chapters: map[string]*ingest.Chapter{}}
	terms := b.terms(options)
	keys := map[string]traced{}
	for _, c := range chapters {
		e.entries = append(e.entries, &manifest.Entry{Path: c.Source, Format: c.Format, SHA256: c.Digest, SizeBytes: c.Size, Status: manifest.StatusOK})
		e.parts, e.known = append(e.parts, compose.Part{Path: c.Source}), append(e.known, c.Text)
		name := filepath.Join(filepath.FromSlash(folder), filepath.FromSlash(c.Source))
		e.plan.sources = append(e.plan.sources, ingest.Source{
			Path: c.Source, Terms: terms(c.Source), As: b.readAs(p, c), Last: c.Digest,
			Open: func() (*os.File, error) {
				f, _, err := plainfile.Open(root, name)
				return f, err
			},
		})
		key := traced{p.Dir, p.Org(), c.Source, b.readAs(p, c), c.Digest, discover.Settled(root, []string{name}), *terms(c.Source)}
		e.chapters[c.Source], keys[c.Source] = t.recent.Get(key), key
	}
	origins, err := e.trace(ctx, quotes)
	for source, key := range keys {
		if c := e.chapters[source]; c != nil && key.settled != "" {
			t.recent.Put(key, c)
		}
	}
	return origins, err
}

// readAs returns the name under which a source was read, where its own tells nothing:
// mails of a Maildir are, and documents without an extension.
func (b *Builder) readAs(p *profile.Profile, c Known) string {
	name := path.Base(c.Source)
	named, ok := b.Registry.ForName(name)
	f, known := b.Registry.Format(c.Format)
	if p.Sources == nil || ok && (c.Format != formatMail || named.Format().Name == c.Format) || !known || len(f.Extensions) == 0 {
		return ""
	}
	return name + "." + f.Extensions[0]
}

// formatMail is the format of mails, and their extension.
const formatMail = "eml"

// trace says where quotes came from. All chapters that are needed are had at once.
func (e *explainer) trace(ctx context.Context, quotes []Quote) ([]Origin, error) {
	type stretch struct {
		number      int // of the part; -1 for none
		begin, last int64
	}
	out, at := make([]Origin, len(quotes)), make([]stretch, len(quotes))
	left, seen, wanted := int64(maxTraced), map[int]bool{}, []int{}
	for i, q := range quotes {
		number := slices.IndexFunc(e.parts, func(part compose.Part) bool { return part.Path == q.Source })
		at[i].number = -1
		if number < 0 {
			continue
		}
		begin, last, ok := e.find(number, q)
		if !ok {
			continue
		}
		at[i] = stretch{number, begin, last}
		if entry := e.entries[number]; !seen[number] && left >= entry.SizeBytes && entry.Status == manifest.StatusOK {
			left -= entry.SizeBytes
			wanted = append(wanted, number)
			seen[number] = true
		}
	}
	if err := e.load(ctx, wanted); err != nil {
		return out, err
	}
	for i, s := range at {
		if s.number < 0 {
			continue
		}
		if c := e.chapters[e.entries[s.number].Path]; c != nil {
			out[i] = originOf(e.entries[s.number].Format, c, s.begin, s.last)
		}
	}
	return out, nil
}

// find returns where a quote begins in its chapter, and the last character of the
// line there.
func (e *explainer) find(number int, q Quote) (begin, last int64, ok bool) {
	chapter := e.of(number)
	at := q.Offset
	if at < 0 || at > len(chapter) || !strings.HasPrefix(chapter[at:], q.Text) {
		at = strings.Index(chapter, q.Text)
		if in := strings.Index(q.Within, q.Text); in >= 0 {
			if whole := strings.Index(chapter, q.Within); whole >= 0 {
				at = whole + in
			}
		}
	}
	if at < 0 || q.Text == "" {
		return 0, 0, false
	}
	end := at + len(q.Text)
	if rest := strings.IndexByte(chapter[end:], '\n'); rest >= 0 {
		end += rest
	} else {
		end = len(chapter)
	}
	return int64(at), int64(end - 1), true
}
