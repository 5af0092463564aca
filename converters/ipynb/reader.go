package ipynb

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/inner"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// The warnings of this format.
const (
	warnCell   = "ipynb-cell-unread"
	warnOutput = "ipynb-output-dropped"
	warnCut    = "ipynb-output-cut"
)

const (
	cellNodes     = 8  // tokens of a cell, and of an output, without its text
	documentNodes = 16 // what reading a document in a cell takes at least
)

// reader goes through the cells of a notebook.
type reader struct {
	ctx    context.Context
	env    *converters.Env
	text   string
	lang   string // of the kernel
	blocks []document.Block
	found  bool // a list of cells

	count   int          // cells so far
	results int          // Markdown texts so far
	line    int          // of the byte at, from 1
	at      int          // how far the lines are counted
	pos     document.Pos // of the current cell
}

// lineAt returns the line of an offset. Offsets do not go back.
func (r *reader) lineAt(offset int) int {
	r.line += strings.Count(r.text[r.at:offset], "\n")
	r.at = offset
	return r.line
}

func (r *reader) add(b document.Block) { r.blocks = append(r.blocks, b) }

// code adds literal text, unless there is none.
func (r *reader) code(lang, text string) {
	text = strings.TrimLeft(r.env.Gate.Code(text), "\n")
	if strings.TrimSpace(text) == "" {
		return
	}
	block := plain.Block(r.env, text, lang)
	block.Pos = r.pos
	r.add(block)
}

// markdown adds a Markdown cell. Text that a Markdown file could not hold is
// added as code.
func (r *reader) markdown(source string) error {
	if strings.TrimSpace(source) == "" {
		return nil
	}
	if strings.HasPrefix(source, "---") || strings.HasPrefix(source, "+++") {
		source = "\n" + source // a rule; only files have front matter
	}
	if err := r.env.Spend(converters.LimitNodes, documentNodes, r.pos); err != nil {
		return err
	}
	doc, err := r.env.Convert(r.ctx, converters.TextInput("cell.md", source))
	if errors.Is(err, converters.ErrCorrupt) {
		r.code("", source)
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading cell %d: %w", r.count, err)
	}
	r.join(doc.Blocks)
	return nil
}

// join adds the blocks of a document in a cell.
func (r *reader) join(blocks []document.Block) {
	r.results++
	r.blocks = append(r.blocks, inner.Fit(blocks, fmt.Sprintf("cell%d-%d-", r.count, r.results), r.pos)...)
}
