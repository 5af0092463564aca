// Package backstory compiles folders of documents for language models: what the
// program backstory does, for other programs.
//
// A profile is a folder with a soul.md and a folder backstory/ of documents. [Build]
// converts them and writes backstory.md with its manifest, [Check] says whether that
// is up to date, [Prompt] composes the system prompt that the profile gives. [Convert]
// turns one document into Markdown.
//
// These functions and types are the stable surface of the module: within a major
// version nothing goes and nothing changes its meaning. docs/library.md says what
// the other packages promise.
package backstory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/internal/worker"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// Options say how documents are converted. The zero value is what the program does,
// but that documents are converted in this process, in Go's memory alone.
type Options struct {
	CacheDir   string             // for chapters and the compiled PDF reader; empty keeps nothing
	Jobs       int                // documents at once; 0 is one for each processor
	Force      bool               // replace a backstory.md that is not a build's, and keep a copy
	Conversion converters.Options // over what the profile says
	Limits     converters.Limits  // over what the profile says
	Password   string             // of documents that [Convert] reads
}

// Report is what a build did.
type Report struct {
	Output   string // path of backstory.md, below the folder that was named
	Written  bool   // false where it was up to date
	Manifest *manifest.Manifest
	Failed   []manifest.Failure // sources that cannot be converted: they cost themselves alone
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
		return nil, err
	}
	if r.Manifest == nil { // nothing had to be looked at
		v, err := b.Check(ctx, p, pipeline.CheckOptions{Whole: true})
		if err != nil {
			return nil, err
		}
		r.Manifest = v.Manifest
	}
	return &Report{Output: filepath.Join(dir, r.Output), Written: r.State != pipeline.StateCurrent && r.State != pipeline.StateEmpty, Manifest: r.Manifest, Failed: r.Manifest.Errors}, nil
}

// Verdict is what a check found.
type Verdict struct {
	Fresh   bool
	Edited  bool              // backstory.md is not what a build wrote
	Reasons []manifest.Change // why it is not fresh
	Failed  []manifest.Failure
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
		return nil, err
	}
	return &Verdict{Fresh: v.Fresh, Edited: v.Edited, Reasons: v.Reasons, Failed: v.Failed}, nil
}

// Document is a document as text.
type Document struct {
	Format   string // by name, such as docx
	Markdown string
	Warnings []document.Warning // what was lost, dropped or noticed
}

// ErrUnsupported says that no format is for a name.
var ErrUnsupported = converters.ErrUnsupported

// Convert returns a document as Markdown. The name says by its extension what it is
// ("report.docx"); no file of that name needs to be there. An [ErrUnsupported] says
// that no format is for it; any other error names the place in the document.
func Convert(ctx context.Context, name string, content []byte, o Options) (*Document, error) {
	registry, err := all.Registry()
	if err != nil {
		return nil, err
	}
	services := o.services()
	if o.Password != "" {
		services = append(services, converters.Passwords{o.Password})
	}
	c := pipeline.Converter{Registry: registry, Options: o.Conversion, Limits: o.Limits, Services: services}
	var text bytes.Buffer
	out, err := c.Convert(ctx, converters.Input{Name: filepath.Base(name), SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}, &text)
	if err != nil {
		return nil, fmt.Errorf("converting %s: %w", name, err)
	}
	return &Document{out.Format, text.String(), out.Warnings}, nil
}

// PromptOptions say which prompt is composed. The zero value is that of an
// orchestrator whose model has a window of 128,000 tokens.
type PromptOptions struct {
	Role      string
	Model     string // provider/model; empty for what the profile says
	Layout    string // see [profile.Layouts]
	MaxTokens int    // of the prompt; 0 is a quarter of the window
	Window    int    // of the model, in tokens
}

// Prompt composes the system prompt of a profile, without tools. The epoch has its
// text (System), its sections, and what did not fit (Omitted). A
// [prompt.BudgetError] says that what must be there does not fit.
func Prompt(dir string, o PromptOptions) (*prompt.Epoch, error) {
	p, err := profile.Open(dir)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	identity, err := profile.Load(nil, p)
	if err != nil {
		return nil, err
	}
	return prompt.Compose(prompt.Inputs{
		Identity: identity, Role: o.Role, Model: o.Model, Layout: o.Layout, Budget: prompt.Budget{Cap: o.MaxTokens, Window: o.Window},
	})
}

// open opens a profile and makes what builds it.
func (o *Options) open(dir string) (*pipeline.Builder, *profile.Profile, error) {
	if dir == "" {
		return nil, nil, errors.New("opening a profile: no folder is named")
	}
	registry, err := all.Registry()
	if err != nil {
		return nil, nil, err
	}
	b := &pipeline.Builder{
		Registry: registry, Generator: "backstory (library)", Override: o.Conversion, Limits: o.Limits, Force: o.Force, Conversion: pipeline.Conversion{Jobs: o.Jobs, Services: o.services()},
	}
	if o.CacheDir != "" {
		b.Index, b.Chapters, b.Lock.Holders = filepath.Join(o.CacheDir, "index"), filepath.Join(o.CacheDir, "chapters"), filepath.Join(o.CacheDir, "locks")
	}
	p, err := profile.Open(dir)
	return b, p, err
}

// services are what converters may ask for.
func (o *Options) services() []any {
	return []any{&worker.Engine{Cache: o.CacheDir, Interruptible: true}, &worker.Tesseract{}}
}
