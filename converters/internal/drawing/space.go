package drawing

import (
	"sync"

	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// The namespaces of presentations and drawings, those of Strict and
// Transitional with one number each.
const (
	A     xmlread.Space = iota + 1 // DrawingML
	P                              // PresentationML
	R                              // relationships in attributes
	C                              // charts
	CX                             // extended charts
	DGM                            // the data model of diagrams
	DSP                            // the drawing of diagrams
	MC                             // markup compatibility
	M                              // equations
	A14                            // equations in drawings
	P14                            // ink, sections of presentations
	P15                            // threads of comments
	P188                           // comments since 2018
	ADEC                           // the mark for decoration
	XDR                            // drawings on sheets
	WP                             // drawings in documents
	WPS                            // shapes in documents
	WPG                            // groups in documents
	PIC                            // pictures in documents
	later                          // what programs understand and this package does not read
)

// Spaces returns the namespaces that parts are read with for this package.
var Spaces = sync.OnceValue(func() *xmlread.Spaces {
	return xmlread.NewSpaces(
		[]string{"http://schemas.openxmlformats.org/drawingml/2006/main", "http://purl.oclc.org/ooxml/drawingml/main"},
		[]string{"http://schemas.openxmlformats.org/presentationml/2006/main", "http://purl.oclc.org/ooxml/presentationml/main"},
		[]string{"http://schemas.openxmlformats.org/officeDocument/2006/relationships", "http://purl.oclc.org/ooxml/officeDocument/relationships"},
		[]string{"http://schemas.openxmlformats.org/drawingml/2006/chart", "http://purl.oclc.org/ooxml/drawingml/chart"},
		[]string{"http://schemas.microsoft.com/office/drawing/2014/chartex"},
		[]string{"http://schemas.openxmlformats.org/drawingml/2006/diagram", "http://purl.oclc.org/ooxml/drawingml/diagram"},
		[]string{"http://schemas.microsoft.com/office/drawing/2008/diagram"},
		[]string{"http://schemas.openxmlformats.org/markup-compatibility/2006"},
		[]string{"http://schemas.openxmlformats.org/officeDocument/2006/math", "http://purl.oclc.org/ooxml/officeDocument/math"},
		[]string{"http://schemas.microsoft.com/office/drawing/2010/main"},
		[]string{"http://schemas.microsoft.com/office/powerpoint/2010/main"},
		[]string{"http://schemas.microsoft.com/office/powerpoint/2012/main"},
		[]string{"http://schemas.microsoft.com/office/powerpoint/2018/8/main"},
		[]string{"http://schemas.microsoft.com/office/drawing/2017/decorative"},
		[]string{"http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing", "http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing"},
		[]string{"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing", "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing"},
		[]string{"http://schemas.microsoft.com/office/word/2010/wordprocessingShape"},
		[]string{"http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"},
		[]string{"http://schemas.openxmlformats.org/drawingml/2006/picture", "http://purl.oclc.org/ooxml/drawingml/picture"},
		ooxml.Understood(),
	)
})

// Each calls visit for every child element of a node. In place of an
// alternative (ISO/IEC 29500-3, 7.6) it visits the content of the branch that
// is understood.
func Each(t *xmlread.Tree, n xmlread.NodeID, visit func(xmlread.NodeID)) {
	for c := t.First(n); c != 0; c = t.Next(c) {
		switch {
		case t.IsText(c):
		case t.Name(c).Is(MC, "AlternateContent"):
			if branch := branch(t, c); branch != 0 {
				Each(t, branch, visit)
			}
		default:
			visit(c)
		}
	}
}

// branch returns the branch of an alternative that is read: the first choice
// whose content is known, else the fallback, else the first choice. A choice that
// requires a namespace which no program understands is never shown, so that it is
// not read; what the others require is told by what is in them. It returns 0 if
// there is no branch.
func branch(t *xmlread.Tree, alternative xmlread.NodeID) xmlread.NodeID {
	first := xmlread.NodeID(0)
	for c := t.First(alternative); c != 0; c = t.Next(c) {
		switch name := t.Name(c); {
		case name.Is(MC, "Choice"):
			switch {
			case t.IsForeign(c):
			case known(t, c):
				return c
			case first == 0:
				first = c
			}
		case name.Is(MC, "Fallback"):
			return c
		}
	}
	return first
}

// known reports whether the first element of a branch is one that readers of
// this package know.
func known(t *xmlread.Tree, branch xmlread.NodeID) bool {
	c := firstElement(t, branch)
	if c == 0 {
		return false
	}
	switch name := t.Name(c); {
	case name.Space <= xmlread.None, name.Space == later, name.Local == "contentPart", name.Local == "AlternateContent":
		return false
	case name.Is(P, "oleObj"):
		return t.Child(c, P, "pic") != 0 // the other branch may have one
	case name.Local == "graphicFrame":
		data := t.Child(t.Child(c, A, "graphic"), A, "graphicData")
		inner := firstElement(t, data)
		return inner != 0 && t.Name(inner).Space > xmlread.None && t.Name(inner).Space != later
	}
	return true
}

// firstElement returns the first child that is an element, or 0.
func firstElement(t *xmlread.Tree, n xmlread.NodeID) xmlread.NodeID {
	for c := t.First(n); c != 0; c = t.Next(c) {
		if !t.IsText(c) {
			return c
		}
	}
	return 0
}
