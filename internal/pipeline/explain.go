package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// ErrStale says that backstory.md is not what its sources would give now, so
// that its lines cannot be explained.
var ErrStale = errors.New("out of date")

// ErrNoLine says that backstory.md has no line of a number.
var ErrNoLine = errors.New("there is no such line")

// Explanation is where a line of backstory.md came from.
type Explanation struct {
	Line    int    // of backstory.md, from 1
	Text    string // of the line
	Source  string // path in the backstory folder; empty for the heading of the whole
	Heading bool   // the line names the source and is none of its text
	Kept    bool   // the line is of the last good version of the source, which is no longer there
	Version int
	Origin
	Warnings []document.Warning // of the source, at that place or everywhere in it
}

// Origin is the place in a source that a text came from.
type Origin struct {
	Format string
	Pos    document.Pos // as near as it is known
	Under  []string     // the headings that it is under, of a text document
}

// Lines are lines of backstory.md: one by its number, or those that contain a
// text.
type Lines struct {
	Number int
	Grep   string
	Most   int // of those that contain the text; 0 is all
}

// Explain says where lines of backstory.md came from, and how many there are:
// more than it explains where there are more than it may. The chapters come from
// the cache, or from the sources where it does not have them.
func (b *Builder) Explain(ctx context.Context, p *profile.Profile, lines Lines) (out []Explanation, all int, err error) {
	e, err := b.explainer(ctx, p)
	if err != nil {
		return nil, 0, err
	}
	number, offset := 0, 0
	for content := range strings.Lines(e.text) {
		number++
		if number == lines.Number || lines.Grep != "" && strings.Contains(content, lines.Grep) {
			if all++; lines.Most == 0 || all <= lines.Most {
				x, err := e.explain(ctx, number, offset, strings.TrimSuffix(content, "\n"))
				if err != nil {
					return nil, 0, err
				}
				out = append(out, x)
			}
		}
		offset += len(content)
	}
	if len(out) == 0 && lines.Grep == "" {
		return nil, 0, fmt.Errorf("%w: %s has %d lines; there is no line %d", ErrNoLine, profile.OutputFile, number, lines.Number)
	}
	return out, all, nil
}

type explainer struct {
	builder  *Builder
	plan     *plan
	manifest *manifest.Manifest
	text     string
	known    []string // by part: its text, where that is known without the whole
	entries  []*manifest.Entry
	parts    []compose.Part
	chapters map[string]*ingest.Chapter
}

// explainer reads what is there of a profile.
func (b *Builder) explainer(ctx context.Context, p *profile.Profile) (*explainer, error) {
	before, err := readPrevious(p, nothing(), false)
	if err != nil {
		return nil, err
	}
	defer before.close() // it is only read
	if !before.exists() || !before.match.Fresh() {
		return nil, fmt.Errorf("%s: %w: run backstory build first", profile.OutputFile, ErrStale)
	}
	text, err := before.read()
	if err != nil {
		return nil, err
	}
	plan, err := b.plan(ctx, p, nothing())
	if err != nil {
		return nil, err
	}
	if err := plan.list(); err != nil {
		return nil, err
	}
	plan.prepare(b, &discover.Index{}, before.manifest)
	e := &explainer{builder: b, plan: plan, manifest: before.manifest.Whole(), text: string(unixLines(text)), chapters: map[string]*ingest.Chapter{}}
	e.locate()
	return e, nil
}

// locate finds where each chapter is.
func (e *explainer) locate() {
	for i := range e.manifest.Files {
		f := &e.manifest.Files[i]
		if f.HasChapter() {
			e.entries = append(e.entries, f)
			e.parts = append(e.parts, compose.Part{Path: f.Path, Length: f.Chapter.Length})
		}
	}
	compose.Locate(e.manifest.Label, e.parts)
}

// explain explains the line that begins at an offset.
func (e *explainer) explain(ctx context.Context, line, offset int, text string) (Explanation, error) {
	x := Explanation{Line: line, Text: text}
	next := sort.Search(len(e.parts), func(i int) bool { return e.parts[i].Offset+e.parts[i].Length > int64(offset) })
	if next == len(e.parts) {
		return x, nil
	}
	part, entry := e.parts[next], e.entries[next]
	if int64(offset) < part.Offset {
		if strings.HasPrefix(text, markdown.FileHeading(compose.Base, "/"+part.Path)) {
			x.Source, x.Heading = part.Path, true
		}
		return x, nil
	}
	x.Source, x.Format, x.Version = part.Path, entry.Format, entry.FormatVersion
	if entry.Status != manifest.StatusOK {
		x.Kept = true
		return x, nil
	}
	chapter, err := e.chapter(ctx, next)
	if err != nil {
		return x, err
	}
	// The item of a list within a list begins behind the indent of its line.
	x.Origin = originOf(entry.Format, chapter, int64(offset)-part.Offset, int64(offset+max(0, len(text)-1))-part.Offset)
	for _, w := range chapter.Warnings {
		if w.Pos.IsZero() || overlap(w.Pos, x.Pos) {
			x.Warnings = append(x.Warnings, w)
		}
	}
	return x, nil
}

// Slide returns the number of the slide, or 0 where the source has none.
func (o Origin) Slide() int {
	if slices.Contains([]string{"pptx", "odp"}, o.Format) {
		return int(o.Pos.Page)
	}
	return 0
}

// Place returns the place in words, such as "slide 3", "sheet Data, row 9" or
// "paragraph 12, under Report > Figures", or "".
func (o Origin) Place() string {
	place := o.place()
	if len(o.Under) == 0 {
		return place
	}
	under := "under " + strings.Join(o.Under, " > ")
	if place == "" {
		return under
	}
	return place + ", " + under
}

func (o Origin) place() string {
	pos := o.Pos
	if pos.Part == mainOfWord || pos.Part == mainOfODF {
		if pos.Part = ""; pos.IsZero() {
			pos.Part = o.Pos.Part
		}
	}
	if o.Slide() == 0 {
		return pos.String()
	}
	place := "slide " + strconv.Itoa(int(pos.Page))
	pos.Page = 0
	if rest := pos.String(); rest != "" {
		place += ", " + rest
	}
	return place
}

// The parts with the text of a document, which need not be named.
const (
	mainOfWord = "word/document.xml"
	mainOfODF  = "content.xml"
)

// chapter returns the chapter of a part, from the cache or made again.
func (e *explainer) chapter(ctx context.Context, number int) (*ingest.Chapter, error) {
	entry := e.entries[number]
	if e.chapters[entry.Path] == nil {
		if err := e.load(ctx, []int{number}); err != nil {
			return nil, err
		}
	}
	if c := e.chapters[entry.Path]; c != nil {
		return c, nil
	}
	return nil, fmt.Errorf("%s changed after the last build: %w: run backstory build first", entry.Path, ErrStale)
}

// of returns the text of a part.
func (e *explainer) of(number int) string {
	if e.known != nil {
		return e.known[number]
	}
	return e.text[e.parts[number].Offset:][:e.parts[number].Length]
}

// load takes the chapters of parts from the cache, or makes them again. Those whose
// sources have changed are not there then.
func (e *explainer) load(ctx context.Context, numbers []int) error {
	one := *e.plan
	one.sources = nil
	var of []int
	for _, number := range numbers {
		path := e.entries[number].Path
		at := slices.IndexFunc(e.plan.sources, func(s ingest.Source) bool { return s.Path == path })
		if at >= 0 && e.chapters[path] == nil {
			one.sources, of = append(one.sources, e.plan.sources[at]), append(of, number)
		}
	}
	if len(of) == 0 {
		return nil
	}
	outcomes, err := e.builder.convert(ctx, &one, nil)
	if err != nil {
		return err
	}
	for i, number := range of {
		entry, c := e.entries[number], outcomes[i].Chapter
		if c != nil && c.Long != nil {
			c.Long.Close()
			c.Long = nil
		}
		if c == nil || outcomes[i].Digest != entry.SHA256 || outcomes[i].Err != nil {
			continue
		}
		if c.Text == "" { // a long chapter is not held: it is in the file
			c.Text = e.of(number)
		}
		e.chapters[entry.Path] = c
	}
	return nil
}

// originOf returns where a line of a chapter came from, by the offsets of its start
// and of its last character.
func originOf(format string, c *ingest.Chapter, begin, last int64) Origin {
	o := Origin{Format: format, Pos: c.PlaceAt(last)}
	if o.Pos.Paragraph > 0 || o.Pos.Table > 0 {
		o.Under = c.HeadingsAbove(begin)
	}
	return o
}

// overlap reports whether two places have something in common, as far as both
// are known.
func overlap(a, b document.Pos) bool {
	spans := func(a, b document.Span) bool {
		return a.First == 0 || b.First == 0 || a.First <= b.Last && b.First <= a.Last
	}
	return (a.Part == "" || b.Part == "" || a.Part == b.Part) && (a.Page == 0 || b.Page == 0 || a.Page == b.Page) &&
		spans(a.Rows, b.Rows) && spans(a.Lines, b.Lines)
}
