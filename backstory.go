// Package backstory compiles folders of documents for language models: what the
// program backstory does, for other programs.
//
// A profile is a folder with a soul.md and a folder backstory/ of documents. [Build]
// converts them and writes backstory.md with its manifest, [Check] says whether that
// is up to date, [Search] finds passages in it, and [Prompt] composes the system prompt
// that the profile gives. [Convert] turns one document into Markdown.
//
// These functions and types are the stable surface of the module: within a major
// version nothing goes and nothing changes its meaning. docs/library.md says what
// the other packages promise.
package backstory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/internal/worker"
	"github.com/seed353dc258/backstory/profile"
)

// Options say how documents are converted. The zero value is what the program does,
// but that documents are converted in this process, in Go's memory alone.
type Options struct {
	CacheDir string // for chapters and the compiled PDF reader; empty keeps nothing
	Jobs     int    // documents at once; 0 is one for each processor
	Force    bool   // replace a backstory.md that is not a build's, and keep a copy
	// Conversion are options by the names that they have in backstory/.backstory.json, such
	// as "hidden": "mark" or "rows": 100. They hold over what the profile says.
	Conversion map[string]any
	// Limits are those of docs/limits.md by their names. They hold over what the profile says.
	Limits   map[string]int64
	Password string // of documents that [Convert] reads
}

// Report is what a build did.
type Report struct {
	Output  string // path of backstory.md, below the folder that was named
	Written bool   // false where it was up to date
	Sources []Source
	Failed  []Failure // sources that cannot be converted: they cost themselves alone
}

// Build brings the backstory.md of a profile up to date. An error says that nothing
// was written; a source that cannot be converted is not an error, see [Report].
func Build(ctx context.Context, dir string, o Options) (*Report, error) {
	b, p, err := o.open(dir)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	r, err := b.Build(ctx, p)
	if err != nil {
		return nil, failed("", err)
	}
	if r.Manifest == nil { // nothing had to be looked at
		v, err := b.Check(ctx, p, pipeline.CheckOptions{Whole: true})
		if err != nil {
			return nil, failed("", err)
		}
		r.Manifest = v.Manifest
	}
	return &Report{
		Output: filepath.Join(dir, r.Output), Written: r.State != pipeline.StateCurrent && r.State != pipeline.StateEmpty,
		Sources: sourcesOf(r.Manifest), Failed: failuresOf(r.Manifest.Errors),
	}, nil
}

// Verdict is what a check found.
type Verdict struct {
	Fresh   bool
	Edited  bool     // backstory.md is not what a build wrote
	Reasons []Change // why it is not fresh
	Failed  []Failure
}

// Check says whether the backstory.md of a profile is what its sources give. It
// converts every source and compares bytes where rebuild is set, and believes the
// digests in the manifest where not. Nothing is written.
func Check(ctx context.Context, dir string, rebuild bool, o Options) (*Verdict, error) {
	b, p, err := o.open(dir)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	v, err := b.Check(ctx, p, pipeline.CheckOptions{Rebuild: rebuild, Whole: true})
	if err != nil {
		return nil, failed("", err)
	}
	return &Verdict{Fresh: v.Fresh, Edited: v.Edited, Reasons: changesOf(v.Reasons), Failed: failuresOf(v.Failed)}, nil
}

// Document is a document as text.
type Document struct {
	Format   string // by name, such as docx
	Markdown string
	Warnings []Warning // what was lost, dropped or noticed
}

// Convert returns a document as Markdown. The name says by its extension what it is
// ("report.docx"); no file of that name needs to be there. At most as much is read as
// the limit "input" allows. The error is an [Error].
func Convert(ctx context.Context, name string, content io.Reader, o Options) (*Document, error) {
	conversion, limits, err := o.conversion()
	if err != nil {
		return nil, err
	}
	registry, err := all.Registry()
	if err != nil {
		return nil, err
	}
	most := limits.Get(converters.LimitInput)
	data, err := io.ReadAll(io.LimitReader(content, most+1))
	if err != nil {
		return nil, failed("reading "+name, err)
	}
	services := o.services()
	if o.Password != "" {
		services = append(services, converters.Passwords{o.Password})
	}
	c := pipeline.Converter{Registry: registry, Options: conversion, Limits: limits, Services: services}
	var text bytes.Buffer
	out, err := c.Convert(ctx, converters.Input{Name: filepath.Base(name), SectionReader: io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data)))}, &text)
	if err != nil {
		return nil, failed("converting "+name, err)
	}
	d := &Document{Format: out.Format, Markdown: text.String()}
	for _, w := range out.Warnings {
		d.Warnings = append(d.Warnings, Warning{Code: w.Code, Place: w.Pos.String(), Count: w.Count, Message: w.Message})
	}
	return d, nil
}

// open opens a profile and makes what builds it.
func (o *Options) open(dir string) (*pipeline.Builder, *profile.Profile, error) {
	if dir == "" {
		return nil, nil, errors.New("opening a profile: no folder is named")
	}
	conversion, limits, err := o.conversion()
	if err != nil {
		return nil, nil, err
	}
	registry, err := all.Registry()
	if err != nil {
		return nil, nil, err
	}
	b := &pipeline.Builder{
		Registry: registry, Generator: "backstory (library)", Override: conversion, Force: o.Force, Conversion: pipeline.Conversion{Jobs: o.Jobs, Services: o.services()},
	}
	b.Limits.Command = limits
	if o.CacheDir != "" {
		b.Index, b.Chapters, b.Lock.Holders = filepath.Join(o.CacheDir, "index"), filepath.Join(o.CacheDir, "chapters"), filepath.Join(o.CacheDir, "locks")
	}
	p, err := profile.Open(dir)
	return b, p, err
}

// conversion returns the options and limits by which documents are converted.
func (o *Options) conversion() (conversion converters.Options, limits converters.Limits, err error) {
	text, err := json.Marshal(o.Conversion)
	if err != nil {
		return conversion, limits, fmt.Errorf("options: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err = d.Decode(&conversion); err == nil {
		err = conversion.Validate()
	}
	if err != nil {
		return conversion, limits, fmt.Errorf("options: %w", err)
	}
	for name, n := range o.Limits {
		limit, ok := converters.LimitNamed(name)
		if !ok || n < 1 {
			return conversion, limits, fmt.Errorf("limits: %+.100q: give the name of a limit of docs/limits.md and a positive number", name)
		}
		limits = limits.With(limit, n)
	}
	return conversion, limits, nil
}

// services are what converters may ask for.
func (o *Options) services() []any {
	return []any{&worker.Engine{Cache: o.CacheDir, Interruptible: true}, &worker.Tesseract{}}
}
