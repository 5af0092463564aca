package inner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/gate"
)

// WarnAttachment is the code of the warning of [Attached.Warn].
const WarnAttachment = "attachment-left-out"

const (
	maxNamed = 20  // files whose names a warning has
	maxName  = 200 // characters of a name
)

// Attached reads the files that a document has attached, and keeps account of those
// that are not read. The zero value is ready.
type Attached struct {
	read  int
	left  int
	named []string
	first document.Pos // of those that are left
	gate  gate.Gate    // of what warnings say
}

// Read reads a file as the source that its name says, as a section. Where it
// cannot be read it returns why; an error ends the document around it.
func (a *Attached) Read(ctx context.Context, env *converters.Env, name string, content []byte, pos document.Pos) ([]document.Block, string, error) {
	in := converters.Input{
		Name:          path.Base(strings.ReplaceAll(name, `\`, "/")),
		SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content))),
	}
	blocks, why, err := a.Convert(ctx, env, in, pos)
	if why != "" || err != nil {
		return nil, why, err
	}
	if c := []rune(name); len(c) > maxName {
		name = string(c[:maxName]) + "…"
	}
	return []document.Block{converters.Make(env, &document.Section{Pos: pos, Kind: document.SectionPart, Title: "Attachment: " + name, Blocks: blocks})}, "", nil
}

// Convert is Read for a source that is no file of its own, such as the page of a
// message: it returns the blocks without a section.
func (a *Attached) Convert(ctx context.Context, env *converters.Env, in converters.Input, pos document.Pos) ([]document.Block, string, error) {
	doc, err := env.Convert(ctx, in)
	switch {
	case err == nil:
	case ctx.Err() != nil, errors.Is(err, converters.ErrLimit):
		return nil, "", err // the budget is that of the whole
	default:
		return nil, err.Error(), nil
	}
	a.read++
	return FitDocument(doc.Blocks, "a"+strconv.Itoa(a.read)+"-", pos), "", nil
}

// Leave notes a file that is not read, and where it is.
func (a *Attached) Leave(what string, pos document.Pos) {
	if a.left++; a.left == 1 {
		a.first = pos
	}
	if len(a.named) < maxNamed {
		a.named = append(a.named, a.gate.Line(what))
	}
}

// LeaveMore notes n files without their names.
func (a *Attached) LeaveMore(n int) { a.left += n }

// Warn reports the files that were not read, if there are any.
func (a *Attached) Warn(env *converters.Env, hint string) {
	if a.left == 0 {
		return
	}
	message := "attached files were not read" + hint + ": " + strings.Join(a.named, "; ")
	if more := a.left - len(a.named); more > 0 {
		message += fmt.Sprintf("; and %d more", more)
	}
	env.Warn(document.Warning{Code: WarnAttachment, Pos: a.first, Message: message, Count: a.left})
}
