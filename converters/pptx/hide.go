package pptx

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// hiding is how content is hidden.
type hiding uint8

const (
	notHidden hiding = iota
	hiddenSlide
	hiddenShape
	hiddenOffSlide
	hiddenClear
	hiddenSize
	hiddenColor
	hiddenCell
	hiddenCovered
	hidingCount
)

// Bounds of what can be seen.
const (
	sizeLeast    = 200           // of letters, in hundredths of a point
	overlapLeast = 50            // of a shape with the slide, in per cent
	sideLeast    = drawing.Point // of a shape
)

// hides returns how a shape is hidden.
func (p *painter) hides(sh *shape) hiding {
	switch {
	case sh.hidden:
		return hiddenShape
	case p.size.Known && sh.frame.Known && sh.kind != kindGroup && p.isOutside(sh):
		return hiddenOffSlide
	case sh.text != 0 && sh.frame.Known && sh.frame.W < sideLeast && sh.frame.H < sideLeast && !p.grows(sh):
		return hiddenSize
	case sh.text != 0 && p.isCovered(sh):
		return hiddenCovered
	}
	return notHidden
}

// grows reports whether a shape is as large as its text.
func (p *painter) grows(sh *shape) bool {
	body := p.s.Child(sh.text, drawing.A, "bodyPr")
	return p.s.Child(body, drawing.A, "spAutoFit") != 0 || p.s.Attr(body, xmlread.None, "wrap") == "none"
}

// isOutside reports whether most of a shape is beside the slide. Of a shape
// that reaches into the slide, the place of its text decides; of a table, that
// of its first row, since tables that are too long run over the edge.
func (p *painter) isOutside(sh *shape) bool {
	switch in := sh.frame.Overlap(p.size); {
	case in >= overlapLeast:
		return false
	case in == 0:
		return true
	case sh.text != 0:
		return p.textFrame(sh).Overlap(p.size) < overlapLeast
	case sh.kind == kindFrame:
		f := sh.frame
		if row := p.s.Child(p.inner(sh), drawing.A, "tr"); row != 0 {
			f.H = min(f.H, max(drawing.Length(p.s.Attr(row, xmlread.None, "h")), 1))
		}
		return f.Overlap(p.size) < overlapLeast
	}
	return true
}

// textFrame returns about where the text of a shape stands: as high as its
// lines are, which are guessed, and where the shape sets them.
func (p *painter) textFrame(sh *shape) drawing.Frame {
	const size, inset = 18 * drawing.Point, drawing.Inch / 20
	t := p.s.Tree
	high := drawing.EMU(0)
	for c := t.First(sh.text); c != 0; c = t.Next(c) {
		if t.Name(c).Is(drawing.A, "p") {
			wide := drawing.EMU(len(t.All(c))) * size / 2
			high += (1 + wide/max(sh.frame.W, size)) * size * 6 / 5
		}
	}
	f := sh.frame
	if high = high + 2*inset; high >= f.H {
		return f
	}
	switch t.Attr(t.Child(sh.text, drawing.A, "bodyPr"), xmlread.None, "anchor") {
	case "ctr":
		f.Y += (f.H - high) / 2
	case "b":
		f.Y += f.H - high
	}
	f.H = high
	return f
}

// look returns what becomes of a run of text on the ground of the one that is
// read.
func (p *painter) look(l drawing.Look, text string) string {
	if p.bytes += int64(len(text)); p.bytes > utf8.UTFMax*p.env.Limits.Text {
		return "" // more than may be written: see overflow
	}
	how, ground := notHidden, p.ground
	if l.Ground.Kind != drawing.PaintUnset {
		ground = l.Ground
	}
	switch {
	case l.Size > 0 && l.Size < sizeLeast, l.Pressed:
		how = hiddenSize
	case l.Fill.IsClear() && !l.Lined:
		how = hiddenClear
	case l.Fill.Kind == drawing.PaintSolid && !l.Lined && p.theme.Faint(l.Fill, ground):
		how = hiddenColor
	default:
		if !l.Lined && p.theme.Unsure(l.Fill, ground) {
			p.lose(lostUnsure, p.number)
		}
		return text
	}
	p.hide(how, p.number)
	switch p.policy {
	case converters.DropHidden:
		return ""
	case converters.MarkHidden:
		return "[hidden: " + strings.TrimSpace(text) + "]"
	}
	return text
}

// shown returns what becomes of blocks that are hidden.
func (d *deck) shown(blocks []document.Block) []document.Block {
	switch d.policy {
	case converters.DropHidden:
		return nil
	case converters.MarkHidden:
		return mark(blocks)
	}
	return blocks
}

// overflow returns an error once there is more text than may be written, so
// that no more of it is held.
func (d *deck) overflow() error {
	return d.env.Check(converters.LimitText, (d.bytes+utf8.UTFMax-1)/utf8.UTFMax, d.pos())
}

// mark sets the text of blocks in brackets that say that it is hidden.
func mark(blocks []document.Block) []document.Block {
	document.Walk(blocks, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Paragraph:
			if len(b.Inlines) == 1 {
				if image, ok := b.Inlines[0].(*document.Image); ok {
					image.Alt = strings.TrimSpace("hidden: " + image.Alt)
					return true
				}
			}
			inlines := make([]document.Inline, 0, len(b.Inlines)+2)
			inlines = append(inlines, &document.Text{Value: "[hidden: "})
			inlines = append(inlines, b.Inlines...)
			b.Inlines = append(inlines, &document.Text{Value: "]"})
		case *document.MathBlock:
			b.TeX = `\text{[hidden] }` + b.TeX
		case *document.Table:
			markCells(b)
		}
		return true
	})
	return blocks
}

// markCells marks the cells of a table that are plain text.
func markCells(t *document.Table) {
	for _, row := range t.Rows {
		for i := range row.Cells {
			if c := &row.Cells[i]; c.Text != "" {
				c.Text = "[hidden: " + c.Text + "]"
			}
		}
	}
}
