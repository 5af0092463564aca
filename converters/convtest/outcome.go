package convtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/documenttest"
	"github.com/seed353dc258/backstory/document/markdown"
)

// outcome is what one conversion gives.
type outcome struct {
	dump     string
	markdown string
	warnings []document.Warning // of the converter, then of the writer
	err      error
	doc      *document.Document
	job      job
}

// job is a conversion to do.
type job struct {
	input   input
	options converters.Options
	limits  converters.Limits
	offset  bool // let the input begin in the middle of its reader
}

// of returns the job of a case.
func of(c *testCase) job { return job{input: c.input, options: c.options, limits: c.limits} }

// convert does a job: once for the dump, once more for the Markdown, since
// rows stream and warnings come while they do.
func (s *suite) convert(ctx context.Context, j job) outcome {
	doc, env, err := s.model(ctx, j)
	if err != nil {
		return outcome{err: err, warnings: env.Warnings()}
	}
	o := outcome{job: j, doc: doc, dump: documenttest.Dump(doc)}
	again, env, err := s.model(ctx, j)
	if err != nil {
		o.err = fmt.Errorf("converting again: %w", err)
		return o
	}
	var b bytes.Buffer
	chapter, err := markdown.Write(&b, again, writing(j))
	if err != nil {
		return outcome{err: err, warnings: env.Warnings()}
	}
	o.markdown = b.String()
	o.warnings = append(env.Warnings(), chapter.Warnings...)
	return o
}

// model converts an input up to the document, with a new environment.
func (s *suite) model(ctx context.Context, j job) (*document.Document, *converters.Env, error) {
	env := converters.NewEnv(s.registry, j.limits, j.options, s.services...)
	doc, err := s.registry.Convert(ctx, j.open(), env)
	if err == nil && doc == nil {
		err = errors.New("neither a document nor an error")
	}
	return doc, env, err
}

// open returns the input for reading.
func (j job) open() converters.Input {
	content := j.input.content
	if !j.offset {
		return converters.Input{Name: j.input.name, SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	}
	const before, after = "PK\x03\x04 not yours", "nor this"
	around := bytes.NewReader([]byte(before + string(content) + after))
	return converters.Input{Name: j.input.name, SectionReader: io.NewSectionReader(around, int64(len(before)), int64(len(content)))}
}

// writing returns the writer's options for a job.
func writing(j job) markdown.WriteOptions {
	return markdown.WriteOptions{
		Coqui:      j.options.Compat == "coqui",
		HTMLTables: j.options.Tables == "html",
		Rows:       j.options.Rows,
		NoComments: j.options.Comments == "off",
		MaxChars:   j.limits.Get(converters.LimitText),
	}
}

// kinds names the errors that a converter may return.
func kinds() []struct {
	name string
	err  error
} {
	return []struct {
		name string
		err  error
	}{
		{"corrupt", converters.ErrCorrupt},
		{"limit", converters.ErrLimit},
		{"encrypted", converters.ErrEncrypted},
		{"unsupported", converters.ErrUnsupported},
	}
}

// kind returns the name of an error's kind; an error without one is a broken
// promise.
func kind(err error) (string, bool) {
	for _, k := range kinds() {
		if errors.Is(err, k.err) {
			return k.name, true
		}
	}
	var overflow *markdown.OverflowError
	if errors.As(err, &overflow) {
		return "limit", true
	}
	return "untyped", false
}

// section returns an outcome as a section of a case states it.
func (o outcome) section(name string) string {
	var text string
	switch name {
	case "want.dump":
		text = o.dump
	case "want.md":
		text = o.markdown
	case "want.warnings":
		text = listing(o.warnings)
	case "want.error":
		if o.err != nil {
			k, _ := kind(o.err)
			text = k + ": " + o.err.Error()
		}
	default:
		panic("convtest: unknown section " + name)
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

// listing writes warnings, one a line.
func listing(warnings []document.Warning) string {
	var b strings.Builder
	for _, w := range warnings {
		place := w.Pos.String()
		if place == "" {
			place = "-"
		}
		fmt.Fprintf(&b, "%s %d (%s) %s\n", w.Code, w.Count, place, w.Message)
	}
	return b.String()
}

// whole is everything about an outcome in one string, for comparing two.
func (o outcome) whole() string {
	var b strings.Builder
	for _, name := range outcomes() {
		b.WriteString("-- " + name + " --\n" + o.section(name))
	}
	return b.String()
}

// converted calls visit with every case and what it gives.
func (s *suite) converted(visit func(*testCase, outcome)) {
	for _, c := range s.cases {
		visit(c, s.convert(context.Background(), of(c)))
	}
}
