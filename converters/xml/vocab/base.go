package vocab

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

const (
	// MaxPieces is how many pieces of text and nodes a paragraph has, up to the
	// next blank; without blanks it has twice as many.
	MaxPieces = 8192
	// MaxSpan is how many columns or rows a cell may cover.
	MaxSpan = 1000
)

// Base is a document whose vocabulary is known, with what reading it needs.
type Base struct {
	*xmlread.Tree

	Ctx    context.Context
	Env    *converters.Env
	Meta   document.Meta
	Source string // of the document
}

// Words returns the text of a node with its white space collapsed.
func (r *Base) Words(n xmlread.NodeID) string {
	if n == 0 {
		return ""
	}
	return xmlread.Collapse(r.All(n))
}

// Elements calls visit for each child element.
func (r *Base) Elements(n xmlread.NodeID, visit func(xmlread.NodeID) error) error {
	for c := r.First(n); c != 0; c = r.Next(c) {
		if r.IsText(c) {
			continue
		}
		if err := r.Env.Step(r.Ctx, 1, document.Pos{}); err != nil {
			return err
		}
		if err := visit(c); err != nil {
			return err
		}
	}
	return nil
}
