package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/inner"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/gate"
)

const (
	maxFiles = 1000      // attached files that are looked at
	maxBytes = 256 << 20 // of all that are read
	maxNamed = 20        // files whose names a warning has
	maxName  = 200       // characters of a name
)

// attachments reads or names the files inside the document: those of the
// document, among them the parts of a portfolio, and those that are pinned to
// pages.
func (r *reader) attachments(pinned []pdfium.Attachment) ([]document.Block, error) {
	a := attacher{reader: r, left: maxBytes, gate: &gate.Gate{}, seen: map[pdfium.Attachment]bool{}}
	count := r.doc.Attachments()
	for i := range min(count, maxFiles) {
		file, err := r.doc.Attachment(i)
		if err == nil {
			err = a.take(file)
		}
		if err != nil {
			return nil, err
		}
	}
	for i := range pinned[:min(len(pinned), maxFiles)] {
		if err := a.take(pinned[i]); err != nil {
			return nil, err
		}
	}
	a.count += max(count-maxFiles, 0) + max(len(pinned)-maxFiles, 0)
	a.warn()
	return a.out, nil
}

// attacher goes through the files of a document.
type attacher struct {
	*reader
	out   []document.Block
	left  int // bytes that may be read
	read  int // files
	count int // files that are not read
	named []string
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
	base := path.Base(strings.ReplaceAll(file.Name, `\`, "/"))
	doc, err := a.env.Convert(a.ctx, converters.Input{
		Name: base, SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content))),
	})
	switch {
	case err == nil:
	case a.ctx.Err() != nil, errors.Is(err, converters.ErrLimit):
		return "", err // the budget is that of the whole
	default:
		return a.gate.Line(err.Error()), nil
	}
	a.read++
	pos := document.Pos{Part: name}
	a.out = append(a.out, &document.Section{
		Pos: pos, Kind: document.SectionPart, Title: "Attachment: " + name,
		Blocks: inner.FitDocument(doc.Blocks, "a"+strconv.Itoa(a.read)+"-", pos),
	})
	return "", nil
}

// leave notes a file that is not read.
func (a *attacher) leave(name string, size int, why string) {
	a.count++
	if len(a.named) >= maxNamed {
		return
	}
	if name == "" {
		name = "without a name"
	}
	if why != "" {
		why = ": " + why
	}
	a.named = append(a.named, fmt.Sprintf("%s (%d bytes)%s", name, max(size, 0), why))
}

// warn reports the files that were not read.
func (a *attacher) warn() {
	if a.count == 0 {
		return
	}
	what := "attached files were not read: "
	if a.env.Options.Attachments != "convert" {
		what = "attached files were not read (the option attachments, convert, reads them): "
	}
	message := what + strings.Join(a.named, "; ")
	if more := a.count - len(a.named); more > 0 {
		message += fmt.Sprintf("; and %d more", more)
	}
	a.env.Warn(document.Warning{Code: warnAttachment, Message: message, Count: a.count})
}
