package pipeline

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/elsewhere"
)

// Converter converts single files to Markdown, outside a profile.
type Converter struct {
	Registry *converters.Registry
	Options  converters.Options
	Limits   converters.Limits
	Many     bool            // give each file a heading with its name
	NoTokens bool            // leave the tokens uncounted, and where the text came from unsaid
	Services []any           // what converters may ask for
	Isolator ingest.Isolator // converts some formats in another process, to its own deadline; may be nil
	Watchdog time.Duration   // how long one conversion may take; 0 is [ingest.Watchdog]

	count int
}

// Converted is what became of one file.
type Converted struct {
	Format   string
	Chapter  *markdown.Chapter
	Warnings []document.Warning
}

// Convert converts one file and writes its Markdown as it comes. The result is
// nil if the file could not be read as its format at all.
func (c *Converter) Convert(ctx context.Context, in converters.Input, w io.Writer) (*Converted, error) {
	named, ok := c.Registry.ForContent(in.Name, in.SectionReader)
	if !ok {
		return nil, converters.Unsupported(in.Name)
	}
	content, watched := ingest.Watch(in.SectionReader)
	in.SectionReader = content
	text, err := ingest.UnixText(c.Registry, c.Options, in)
	if err != nil {
		return nil, cmp.Or(watched.Err(), err)
	}
	in.SectionReader = text
	out, err := c.convert(ctx, named, in, w)
	if errors.Is(err, ingest.ErrTimeout) || ctx.Err() != nil {
		return out, err // it may read on
	}
	if fault := watched.Err(); fault != nil {
		return nil, fault
	}
	return out, err
}

func (c *Converter) convert(ctx context.Context, named converters.Converter, in converters.Input, w io.Writer) (*Converted, error) {
	c.count++
	if ingest.Isolates(c.Isolator, c.Registry, named, in.SectionReader) {
		return c.elsewhere(ctx, in, w)
	}
	var out *Converted
	err := ingest.Within(ctx, c.Watchdog, w, func(ctx context.Context, w io.Writer) error {
		result, err := c.here(ctx, in, w)
		if err == nil {
			out = result
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// here converts a file in this process.
func (c *Converter) here(ctx context.Context, in converters.Input, w io.Writer) (*Converted, error) {
	job, before := c.job(in)
	head := &headed{w, before}
	chapter, err := ingest.RunTo(ctx, c.Registry, job, head, nil)
	if err == nil {
		_, err = head.Write(nil)
	}
	if err != nil {
		return nil, err
	}
	return converted(chapter), nil
}

// job returns what is to be done for a file, and the heading above it.
func (c *Converter) job(in converters.Input) (job ingest.Job, heading string) {
	job = ingest.Job{
		Name: in.Name, Content: in.SectionReader, Options: c.Options, Limits: c.Limits, NoTokens: c.NoTokens, NoPlaces: c.NoTokens, Services: c.Services,
	}
	if c.Many {
		job.Base, job.Prefix = 1, strconv.Itoa(c.count)
		heading = markdown.FileHeading(job.Base, in.Name) + "\n"
	}
	return job, heading
}

func converted(c *ingest.Chapter) *Converted {
	return &Converted{Format: c.Format, Chapter: &c.Chapter, Warnings: c.Warnings}
}

// headed writes a heading before the first text: that of a file that cannot be
// read has none.
type headed struct {
	io.Writer
	heading string
}

func (h *headed) Write(p []byte) (int, error) {
	if h.heading != "" {
		if _, err := io.WriteString(h.Writer, h.heading); err != nil {
			return 0, err
		}
		h.heading = ""
	}
	return h.Writer.Write(p)
}

// elsewhere converts a file in another process.
func (c *Converter) elsewhere(ctx context.Context, in converters.Input, w io.Writer) (out *Converted, err error) {
	job, before := c.job(in)
	chapter, err := c.Isolator.Convert(ctx, job)
	if err != nil {
		return nil, err
	}
	defer chapter.Long.Close()
	text := io.Reader(strings.NewReader(chapter.Text))
	if chapter.Long != nil {
		text = chapter.Long.Reader()
	}
	behind := ""
	if chapter.Length > 0 {
		behind = "\n"
	}
	if _, err := io.Copy(w, io.MultiReader(strings.NewReader(before), text, strings.NewReader(behind))); err != nil {
		return nil, err
	}
	return converted(chapter), nil
}

// IsConversion reports whether an error says that a source could not be
// converted, and not that it could not be read or written.
func IsConversion(err error) bool {
	if errors.Is(err, converters.ErrMachine) {
		return false
	}
	for _, kind := range []error{
		converters.ErrCorrupt, converters.ErrEncrypted, converters.ErrLimit,
		converters.ErrUnsupported, converters.ErrPanic, ingest.ErrTimeout, ingest.ErrEnded,
	} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// The codes of a source that is damaged, of one with nothing in it, and of one that is locked.
const (
	codeCorrupt = "corrupt"
	codeEmpty   = "empty"
	codeLocked  = "encrypted"
)

// errEmpty is in the place of the errors of sources with nothing in them.
var errEmpty = errors.New("nothing in it")

func isEmpty(err error) bool {
	var corrupt *converters.CorruptError
	return errors.As(err, &corrupt) && corrupt.Empty
}

// failure is a kind of error of a source.
type failure struct {
	err error // nil for all others
	converters.WarningInfo
}

func failures() []failure {
	return []failure{
		{errEmpty, converters.WarningInfo{Code: codeEmpty, Title: "it holds nothing; for a build that is a note, and no failure"}},
		{converters.ErrCorrupt, converters.WarningInfo{Code: codeCorrupt, Title: "it is damaged, or not what its name says"}},
		{converters.ErrEncrypted, converters.WarningInfo{Code: codeLocked, Title: "it needs a password, or another one than was given: docs/configuration.md says how to give it"}},
		{converters.ErrLimit, converters.WarningInfo{Code: "limit", Title: "it passed the limit that the error names; docs/limits.md says how to raise it"}},
		{converters.ErrUnsupported, converters.WarningInfo{Code: "unsupported", Title: "it has something that is not read"}},
		{converters.ErrPanic, converters.WarningInfo{Code: "bug", Title: "the converter crashed on it: please report it"}},
		{ingest.ErrTimeout, converters.WarningInfo{Code: "timeout", Title: "its conversion did not come back"}},
		{ingest.ErrEnded, converters.WarningInfo{Code: "ended", Title: "the process that read it was ended from outside; the next build tries again"}},
		{elsewhere.ErrGivenUp, converters.WarningInfo{Code: "given-up", Title: "workers of a cluster ended while they converted it, so that it is not converted here either; docs/cluster says how it is tried again"}},
		{nil, converters.WarningInfo{Code: "io", Title: "it could not be read"}},
	}
}

// Failures returns the codes of sources that fail, and what they mean.
func Failures() (all []converters.WarningInfo) {
	for _, f := range failures() {
		all = append(all, f.WarningInfo)
	}
	return all
}

// ErrorCode returns the stable kind of a source's error, for the manifest.
func ErrorCode(err error) string {
	for _, f := range failures() {
		if f.err == nil || errors.Is(err, f.err) || f.err == errEmpty && isEmpty(err) {
			return f.Code
		}
	}
	return ""
}
