package pdf

import (
	"context"
	"fmt"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/inner"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/gate"
)

const (
	maxFiles = 1000      // attached files that are looked at
	maxBytes = 256 << 20 // of all that are read
	maxName  = 200       // characters of a name
)

// readAttachments reads or names the files inside the document: those of the
// document, among them the parts of a portfolio, and those that are pinned to
// pages.
func readAttachments(ctx context.Context, env *converters.Env, doc *pdfium.Document, pinned []pdfium.Attachment) ([]document.Block, error) {
	a := attacher{ctx: ctx, env: env, doc: doc, left: maxBytes, gate: &gate.Gate{}, seen: map[pdfium.Attachment]bool{}}
	files, count, err := doc.Attachments(maxFiles)
	if err != nil {
		return nil, err
	}
	for _, file := range append(files, pinned[:min(len(pinned), maxFiles)]...) {
		if err := a.take(file); err != nil {
			return nil, err
		}
	}
	a.files.LeaveMore(max(count-maxFiles, 0) + max(len(pinned)-maxFiles, 0))
	hint := ""
	if a.env.Options.Attachments != "convert" {
		hint = " (the option attachments, convert, reads them)"
	}
	a.files.Warn(a.env, hint)
	return a.out, nil
}

// attacher goes through the files of a document.
type attacher struct {
	ctx   context.Context
	env   *converters.Env
	doc   *pdfium.Document
	out   []document.Block
	left  int // bytes that may be read
	files inner.Attached
	gate  *gate.Gate
	seen  map[pdfium.Attachment]bool
}

// take reads a file, or names it, once.
func (a *attacher) take(file pdfium.Attachment) error {
	if a.seen[file] {
		return nil
	}
	a.seen[file] = true
	name := a.gate.Line(file.Name)
	if c := []rune(name); len(c) > maxName {
		name = string(c[:maxName]) + "…"
	}
	if a.env.Options.Attachments != "convert" {
		a.leave(name, file.Size, "")
		return nil
	}
	why, err := a.convert(file, name)
	if err == nil && why != "" {
		a.leave(name, file.Size, why)
	}
	return err
}

// convert reads a file as the source that it is. It returns why it cannot.
func (a *attacher) convert(file pdfium.Attachment, name string) (string, error) {
	if file.Size <= 0 {
		return "it is empty or broken", nil
	}
	if most := a.env.Limits.Get(converters.LimitInput); int64(file.Size) > most || file.Size > a.left {
		return "it is too big", nil
	}
	content, err := a.doc.Content(file, a.left)
	if err != nil || len(content) == 0 {
		return "it is broken", err
	}
	a.left -= len(content)
	blocks, why, err := a.files.Read(a.ctx, a.env, file.Name, content, document.Pos{Part: name})
	a.out = append(a.out, blocks...)
	return why, err
}

// leave notes a file that is not read.
func (a *attacher) leave(name string, size int, why string) {
	if name == "" {
		name = "without a name"
	}
	if why != "" {
		why = ": " + why
	}
	a.files.Leave(fmt.Sprintf("%s (%d bytes)%s", name, max(size, 0), why), document.Pos{})
}
