package xlsx

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/omml"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// canvas is a part with what is drawn on a sheet (ISO/IEC 29500-1, 20.5).
type canvas struct {
	book *book
	*xmlread.Tree
	rels   *ooxml.Relations
	pos    document.Pos // of the anchor that is being read
	blocks []document.Block
}

// drawn is what an anchor holds, and where.
type drawn struct {
	at     sheet.Place
	blocks []document.Block
}

// drawn returns what is drawn on a sheet, by the cells on which it begins.
func (sh *worksheet) drawn() ([]document.Block, error) {
	var all []drawn
	for _, id := range sh.drawings {
		r, ok := sh.rels.ByID(id)
		if !ok || r.External || !sh.book.packed.pkg.Has(r.Target) {
			continue
		}
		found, err := sh.draw(r.Target)
		if err = sh.book.packed.tolerate(err); err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.SortStableFunc(all, func(a, b drawn) int { return cmp.Or(a.at.Row-b.at.Row, a.at.Col-b.at.Col) })
	var out []document.Block
	for _, d := range all {
		out = append(out, d.blocks...)
	}
	return out, nil
}

// draw reads a drawing part, anchor by anchor.
func (sh *worksheet) draw(part string) ([]drawn, error) {
	t, err := sh.book.packed.tree(part, drawing.Spaces())
	if err != nil {
		return nil, err
	}
	c := canvas{book: sh.book, Tree: t}
	if c.rels, err = sh.book.packed.pkg.Relations(part); err != nil {
		return nil, err
	}
	var out []drawn
	drawing.Each(t, xmlread.Root, func(anchor xmlread.NodeID) {
		at := c.corner(anchor)
		c.pos, c.blocks = document.Pos{Part: sh.grid.Name}, nil
		if at.Row > 0 {
			c.pos = sh.grid.At(at)
		}
		drawing.Each(t, anchor, func(n xmlread.NodeID) {
			if err == nil {
				err = c.shape(n)
			}
		})
		out = append(out, drawn{at, c.blocks})
	})
	return out, err
}

// corner returns the cell on which an anchor begins; the zero place for one
// that is not bound to cells.
func (c *canvas) corner(anchor xmlread.NodeID) sheet.Place {
	from := c.Child(anchor, drawing.XDR, "from")
	if from == 0 {
		return sheet.Place{}
	}
	number := func(name string) int {
		n, err := strconv.Atoi(strings.TrimSpace(c.All(c.Child(from, drawing.XDR, name))))
		if err != nil {
			return 0
		}
		return n
	}
	return sheet.Place{Row: min(max(number("row"), 0), sheet.MaxRows-1) + 1, Col: min(max(number("col"), 0), sheet.MaxColumns-1)}
}

// shape reads what may be in an anchor or a group.
func (c *canvas) shape(n xmlread.NodeID) (err error) {
	name := c.Name(n)
	if name.Space != drawing.XDR {
		return nil
	}
	switch name.Local {
	case "sp", "pic", "graphicFrame", "grpSp", "cxnSp":
	default:
		return nil
	}
	properties := c.properties(n)
	if drawing.Bool(c.Attr(properties, xmlread.None, "hidden")) {
		c.book.losses.Hide(visible.Shape, c.pos)
		if c.book.losses.Drops(visible.Shape) {
			return nil
		}
		from := len(c.blocks)
		defer func() { c.book.losses.Label(visible.Shape).LabelBlocks(c.blocks[from:]) }()
	}
	switch name.Local {
	case "sp":
		c.text(n, properties)
	case "pic":
		c.image(properties, true)
	case "graphicFrame":
		return c.frame(n, properties)
	case "grpSp":
		c.image(properties, false)
		drawing.Each(c.Tree, n, func(inner xmlread.NodeID) {
			if err == nil {
				err = c.shape(inner)
			}
		})
	}
	return err
}

// properties returns the element with the name and the alternative text of a
// shape.
func (c *canvas) properties(n xmlread.NodeID) xmlread.NodeID {
	for child := range elements(c.Tree, n) {
		if strings.HasPrefix(c.Name(child).Local, "nv") {
			return c.Child(child, drawing.XDR, "cNvPr")
		}
	}
	return 0
}

// image adds an alternative text. A picture without one is counted by the
// writer, anything else needs none.
func (c *canvas) image(properties xmlread.NodeID, picture bool) {
	alt, decorative := drawing.Alt(c.Tree, properties)
	if decorative || alt == "" && !picture {
		return
	}
	c.blocks = append(c.blocks, converters.Make(c.book.env, &document.Paragraph{Pos: c.pos, Inlines: []document.Inline{converters.Make(c.book.env, &document.Image{Alt: alt})}}))
}

// fill returns what is behind the text of a shape: its own fill, or that of its
// style. Through others the cells are seen, whose colours are not looked at.
func (c *canvas) fill(n xmlread.NodeID) drawing.Paint {
	fill := drawing.ReadPaint(c.Tree, c.Child(n, drawing.XDR, "spPr"))
	if fill.Kind == drawing.PaintUnset {
		ref := c.Child(c.Child(n, drawing.XDR, "style"), drawing.A, "fillRef")
		if idx := c.Attr(ref, xmlread.None, "idx"); idx != "" && idx != "0" {
			fill = drawing.ReadColor(c.Tree, ref)
		}
	}
	if !fill.Covers() {
		return drawing.Paint{}
	}
	return fill
}

// text adds the text of a shape, or its alternative text where it has none.
func (c *canvas) text(n, properties xmlread.NodeID) {
	body := c.Child(n, drawing.XDR, "txBody")
	if body != 0 {
		x := c.reader(c.rels, c.fill(n))
		x.Tree = c.Tree
		if paras := x.Body(body); len(paras) > 0 {
			c.blocks = append(c.blocks, drawing.Blocks(c.book.env, paras, c.pos)...)
			return
		}
	}
	c.image(properties, false)
}

// tex returns an equation in LaTeX, and counts what nobody sees of it.
func (c *canvas) tex(t *xmlread.Tree, n xmlread.NodeID, hides func(run xmlread.NodeID) bool) string {
	for _, words := range omml.Phantoms(t, n) {
		c.book.losses.Tell(c.book.env, lost.Phantom, c.pos, words)
	}
	return omml.Seen(t, n, hides)
}

// reader returns a reader of text bodies that are on a ground.
func (c *canvas) reader(rels *ooxml.Relations, ground drawing.Paint) *drawing.Text {
	return &drawing.Text{
		Env: c.book.env,
		TeX: c.tex,
		Link: func(id string) string {
			if r, ok := rels.ByID(id); ok && r.External {
				return r.Target
			}
			return ""
		},
		Look: func(look drawing.Look, _ string) (label document.Style, shows bool) {
			how := c.book.styles.Theme.Judge(look, ground)
			if how == visible.Shown {
				return 0, true
			}
			return c.book.losses.Label(how), !c.book.losses.Hide(how, c.pos)
		},
	}
}

// frame adds a chart or a diagram.
func (c *canvas) frame(n, properties xmlread.NodeID) error {
	inner := xmlread.NodeID(0)
	drawing.Each(c.Tree, c.Child(c.Child(n, drawing.A, "graphic"), drawing.A, "graphicData"), func(child xmlread.NodeID) {
		if inner == 0 {
			inner = child
		}
	})
	switch name := c.Name(inner); {
	case inner == 0:
	case name.Is(drawing.C, "chart"), name.Is(drawing.CX, "chart"):
		return c.chart(c.target(c.Attr(inner, drawing.R, "id")), properties)
	case name.Is(drawing.DGM, "relIds"):
		return c.diagram(c.target(c.Attr(inner, drawing.R, "dm")), properties)
	}
	c.image(properties, false)
	return nil
}

// target returns the part that a relationship of the drawing leads to, or "".
func (c *canvas) target(id string) string {
	if r, ok := c.rels.ByID(id); ok && !r.External && c.book.packed.pkg.Has(r.Target) {
		return r.Target
	}
	return ""
}

// chart adds a chart from its part.
func (c *canvas) chart(part string, properties xmlread.NodeID) error {
	chart := &drawing.Chart{}
	if part != "" {
		text, err := c.book.packed.partText(part)
		if err == nil {
			text, err = c.book.cached(part, text)
		}
		if err == nil {
			var read *drawing.Chart
			if read, err = drawing.ReadChart(c.book.packed.ctx, c.book.env, xmlread.Source{Part: part, Text: text}, c.pos); err == nil {
				chart = read
			}
		}
		if err = c.book.packed.tolerate(err); err != nil {
			return err
		}
	}
	if alt, _ := drawing.Alt(c.Tree, properties); alt != chart.Title {
		c.image(properties, false)
	}
	blocks := chart.Blocks(c.book.env)
	if len(blocks) == 0 {
		c.book.losses.Lose(lost.ChartEmpty, c.pos)
	}
	c.blocks = append(c.blocks, blocks...)
	return nil
}

// diagram adds a diagram: the points of its data, or the text of the drawing
// that is beside it.
func (c *canvas) diagram(part string, properties xmlread.NodeID) error {
	c.image(properties, false)
	blocks, err := c.diagramPart(part, drawing.ReadDiagram)
	if err == nil && len(blocks) == 0 {
		blocks, err = c.diagramPart(c.book.packed.pkg.Part(c.rels, "diagramDrawing"), drawing.ReadDiagramDrawing)
	}
	if err == nil && len(blocks) == 0 {
		c.book.losses.Lose(lost.ChartEmpty, c.pos)
	}
	c.blocks = append(c.blocks, blocks...)
	return err
}

func (c *canvas) diagramPart(part string, read drawing.DiagramReader) ([]document.Block, error) {
	if part == "" {
		return nil, nil
	}
	text, err := c.book.packed.partText(part)
	if err != nil {
		return nil, c.book.packed.tolerate(err)
	}
	rels, err := c.book.packed.pkg.Relations(part)
	if err != nil {
		return nil, c.book.packed.tolerate(err)
	}
	blocks, err := read(c.book.packed.ctx, c.book.env, xmlread.Source{Part: part, Text: text}, *c.reader(rels, drawing.Paint{Kind: drawing.PaintOther}), c.pos)
	return blocks, c.book.packed.tolerate(err)
}
