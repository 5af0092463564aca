package pdfium

const (
	maxElements  = 50_000 // of a page
	elementDepth = 64
)

// Element is a node of the structure tree, as far as it has to do with a page.
type Element struct {
	Type     string // with the document's own names mapped to the standard's
	Title    string
	Alt      string
	Actual   string // text that stands for what the element shows
	Lang     string
	RowSpan  int
	ColSpan  int
	Scope    string
	Marker   string // ListNumbering
	Before   bool   // it began on another page
	Children []Child
}

// Child is an element, or a piece of marked content where Element is nil.
type Child struct {
	Element *Element
	MCID    int
}

// readTree reads the structure tree of the page.
func (p *openPage) readTree() ([]*Element, error) {
	tree := p.ptr(fnTreeLoad, p.handle)
	if tree == 0 {
		return nil, p.err
	}
	defer p.call(fnTreeClose, tree)
	t := treeReader{machine: p.machine, left: maxElements}
	var out []*Element
	for i := range uint64(max(p.int(fnTreeCount, tree), 0)) {
		e, err := t.element(p.ptr(fnTreeChild, tree, i), 0)
		if err != nil {
			return nil, err
		}
		if e != nil {
			out = append(out, e)
		}
	}
	return out, p.err
}

type treeReader struct {
	*machine
	left int
}

// element reads an element and those below it; nil for none.
func (t *treeReader) element(handle uint64, depth int) (*Element, error) {
	if handle == 0 || depth > elementDepth || t.left <= 0 {
		return nil, t.err
	}
	t.left--
	if err := t.step(2); err != nil {
		return nil, err
	}
	e := &Element{
		Type:   t.text(fnElementType, handle),
		Alt:    t.text(fnElementAlt, handle),
		Actual: t.text(fnElementActual, handle),
	}
	t.attributes(handle, e)
	for i := range uint64(max(t.int(fnElementCount, handle), 0)) {
		if t.left <= 0 {
			break
		}
		if id := t.int(fnElementChildMCID, handle, i); id >= 0 {
			t.left--
			e.Children = append(e.Children, Child{MCID: id})
			continue
		}
		inner := t.ptr(fnElementChild, handle, i)
		if inner == 0 {
			t.elsewhere(e)
			continue
		}
		child, err := t.element(inner, depth+1)
		if err != nil {
			return nil, err
		}
		if child != nil {
			e.Before = e.Before || child.Before && len(e.Children) == 0
			e.Children = append(e.Children, Child{Element: child, MCID: -1})
		}
	}
	return e, t.err
}

// elsewhere notes that a child of an element is not on this page. A cell keeps
// its place in its row.
func (t *treeReader) elsewhere(e *Element) {
	switch e.Type {
	case "TR":
		e.Children = append(e.Children, Child{Element: &Element{Type: "TD"}, MCID: -1})
	case "Link", "Annot", "Form", "Reference": // what it refers to is no part of the page
	case "LI", "TOCI": // its label may be painted, and not written
	default:
		e.Before = e.Before || len(e.Children) == 0
	}
}

// attributes reads what lists and tables say of themselves.
func (t *treeReader) attributes(handle uint64, e *Element) {
	switch e.Type {
	case "L":
		e.Marker = t.text(fnElementAttribute, handle, t.key("ListNumbering"))
	case "TH", "TD":
		e.Scope = t.text(fnElementAttribute, handle, t.key("Scope"))
		e.RowSpan, e.ColSpan = t.number(handle, "RowSpan"), t.number(handle, "ColSpan")
	}
}

// number returns an attribute that is a small number, or 0.
func (t *treeReader) number(handle uint64, name string) int {
	for i := range uint64(min(max(t.int(fnElementAttrCount, handle), 0), 8)) {
		attr := t.ptr(fnElementAttr, handle, i)
		if attr == 0 {
			continue
		}
		value := t.ptr(fnAttrValue, attr, t.key(name))
		if value != 0 && t.ok(fnAttrNumber, value, t.at(0)) {
			if n := t.f32(0); n >= 1 && n <= 1000 {
				return int(n)
			}
		}
	}
	return 0
}
