package model

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// Warnings lists what is reported of a document.
func Warnings() []converters.WarningInfo {
	out := visible.Warnings(visible.Text, visible.Deleted, visible.Shape, visible.Note, visible.OffPage, visible.Size, visible.Color, visible.Cell, visible.Unsure)
	return append(out, lost.Warnings(lost.Object, lost.Furniture, lost.Brace, lost.End, lost.Appended, lost.Trailing, lost.Ragged)...)
}

// LineAt returns the position of a line.
func LineAt(line int) document.Pos { return document.LineSpan(line, line) }
