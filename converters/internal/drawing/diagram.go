package drawing

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// DiagramReader is [ReadDiagram] or [ReadDiagramDrawing].
type DiagramReader func(context.Context, *converters.Env, xmlread.Source, Text, document.Pos) ([]document.Block, error)

// ReadDiagram reads the data model of a diagram, a dgm:dataModel (ISO/IEC
// 29500-1, 21.4.2), and returns its points with text as a nested list. There
// are no blocks if it has none. The text body reader of the caller says what
// becomes of links and hidden text; its Tree is set. The error is one of
// [xmlread.ReadTree].
func ReadDiagram(ctx context.Context, env *converters.Env, src xmlread.Source, x Text, pos document.Pos) ([]document.Block, error) {
	t, done, err := readTree(ctx, env, src)
	if err != nil {
		return nil, err
	}
	defer done()
	x.Env, x.Tree = env, t
	d := diagram{text: &x, pos: pos, byID: map[string]int{}}
	d.readPoints(t.Child(xmlread.Root, DGM, "ptLst"))
	d.readLinks(t.Child(xmlread.Root, DGM, "cxnLst"))
	return d.blocks(), nil
}

// ReadDiagramDrawing reads the drawing that is beside a diagram, a
// dsp:drawing (MS-ODRAWXML, 2.7), and returns the text of its shapes, for
// diagrams whose data model says nothing.
func ReadDiagramDrawing(ctx context.Context, env *converters.Env, src xmlread.Source, x Text, pos document.Pos) ([]document.Block, error) {
	t, done, err := readTree(ctx, env, src)
	if err != nil {
		return nil, err
	}
	defer done()
	x.Env, x.Tree = env, t
	var paras []Para
	var walk func(n xmlread.NodeID)
	walk = func(n xmlread.NodeID) {
		Each(t, n, func(c xmlread.NodeID) {
			switch name := t.Name(c); {
			case name.Is(DSP, "txBody"):
				paras = append(paras, x.Body(c)...)
			case name.Space == DSP:
				walk(c)
			}
		})
	}
	walk(xmlread.Root)
	for i := range paras {
		paras[i] = Para{Marker: Bullet, Inlines: paras[i].Inlines, TeX: paras[i].TeX}
	}
	return Blocks(env, paras, pos), nil
}

// diagram is a data model: points, and which is below which.
type diagram struct {
	text   *Text
	pos    document.Pos
	points []diagramPoint
	byID   map[string]int
}

type diagramPoint struct {
	id    string
	node  bool // shows text of its own: not the document, a transition or a presentation
	root  bool // the document
	below []diagramLink
	body  xmlread.NodeID
	above bool // is below another one
	seen  bool
}

type diagramLink struct{ to, order int }

func (d *diagram) readPoints(list xmlread.NodeID) {
	t := d.text.Tree
	for c := t.First(list); c != 0; c = t.Next(c) {
		if !t.Name(c).Is(DGM, "pt") {
			continue
		}
		p := diagramPoint{id: t.Attr(c, xmlread.None, "modelId"), body: t.Child(c, DGM, "t")}
		switch t.Attr(c, xmlread.None, "type") {
		case "", "node", "asst":
			p.node = true
		case "doc":
			p.root = true
		}
		if _, ok := d.byID[p.id]; !ok {
			d.byID[p.id] = len(d.points)
		}
		d.points = append(d.points, p)
	}
}

// readLinks reads which point is below which, and in which order.
func (d *diagram) readLinks(list xmlread.NodeID) {
	t := d.text.Tree
	for c := t.First(list); c != 0; c = t.Next(c) {
		kind := t.Attr(c, xmlread.None, "type")
		if !t.Name(c).Is(DGM, "cxn") || kind != "" && kind != "parOf" {
			continue
		}
		from, ok := d.byID[t.Attr(c, xmlread.None, "srcId")]
		to, known := d.byID[t.Attr(c, xmlread.None, "destId")]
		if !ok || !known || d.points[to].above || from == to {
			continue
		}
		order, err := strconv.Atoi(t.Attr(c, xmlread.None, "srcOrd"))
		if err != nil {
			order = 0
		}
		d.points[to].above = true
		d.points[from].below = append(d.points[from].below, diagramLink{to, order})
	}
	for i := range d.points {
		slices.SortStableFunc(d.points[i].below, func(a, b diagramLink) int { return cmp.Compare(a.order, b.order) })
	}
}

// blocks returns the list: what is below the document, then what is below
// nothing, as in models that are broken.
func (d *diagram) blocks() []document.Block {
	list := converters.Make(d.text.Env, &document.List{Pos: d.pos})
	for i := range d.points {
		if d.points[i].root {
			d.under(i, &list.Items, 0)
		}
	}
	for i := range d.points {
		if p := &d.points[i]; p.node && !p.seen && !p.above {
			d.item(i, &list.Items, 0)
		}
	}
	for i := range d.points {
		if p := &d.points[i]; p.node && !p.seen { // in a circle
			d.item(i, &list.Items, 0)
		}
	}
	if len(list.Items) == 0 {
		return nil
	}
	return []document.Block{list}
}

// diagramDepth is how deep points are followed; what is deeper is at that
// depth.
const diagramDepth = 32

func (d *diagram) under(i int, items *[]document.Item, depth int) {
	d.points[i].seen = true
	if depth >= diagramDepth {
		d.flat(i, items)
		return
	}
	for _, l := range d.points[i].below {
		if !d.points[l.to].seen {
			d.item(l.to, items, depth+1)
		}
	}
}

// flat adds what is below a point as items of one list, without recursion.
func (d *diagram) flat(i int, items *[]document.Item) {
	stack := []int{i}
	for len(stack) > 0 {
		top := &d.points[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		for _, l := range slices.Backward(top.below) {
			if !d.points[l.to].seen {
				d.points[l.to].seen = true
				stack = append(stack, l.to)
			}
		}
		if len(stack) > 0 {
			if blocks := d.content(&d.points[stack[len(stack)-1]]); len(blocks) > 0 {
				*items = append(*items, converters.Make(d.text.Env, document.Item{Marker: Bullet, Blocks: blocks}))
			}
		}
	}
}

// item adds a point and what is below it. What is below a point without text
// is in its place.
func (d *diagram) item(i int, items *[]document.Item, depth int) {
	blocks := d.content(&d.points[i])
	if len(blocks) == 0 {
		d.under(i, items, depth)
		return
	}
	list := converters.Make(d.text.Env, &document.List{Pos: d.pos})
	d.under(i, &list.Items, depth)
	if len(list.Items) > 0 {
		blocks = append(blocks, list)
	}
	*items = append(*items, converters.Make(d.text.Env, document.Item{Marker: Bullet, Blocks: blocks}))
}

// content returns the text of a point.
func (d *diagram) content(p *diagramPoint) []document.Block {
	if !p.node || p.body == 0 {
		return nil
	}
	paras := d.text.Body(p.body)
	for i := range paras {
		paras[i] = Para{Inlines: paras[i].Inlines, TeX: paras[i].TeX}
	}
	return Blocks(d.text.Env, paras, d.pos)
}
