package wordml

import (
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// The namespaces of documents, those of Strict and Transitional with one
// number each.
const (
	NsW    xmlread.Space = iota + 1 // WordprocessingML
	NsR                             // relationships in attributes
	NsM                             // equations
	NsMC                            // alternatives
	NsWP                            // where drawings are
	NsA                             // drawings
	NsPic                           // pictures
	NsWPS                           // shapes
	NsWPG                           // groups of shapes
	NsWPC                           // canvases
	NsC                             // charts
	NsCX                            // extended charts
	NsDgm                           // diagrams
	NsV                             // VML
	NsO                             // VML's additions of Office
	NsW14                           // Word 2010: check boxes, names of paragraphs
	NsW15                           // Word 2013: threads of comments
	NsWP14                          // Word 2010: where drawings are
	NsA14                           // Office 2010: drawings
	NsDec                           // the mark for decoration
)

// Spaces returns the namespaces that the parts of a document are read with.
func Spaces() *xmlread.Spaces {
	return xmlread.NewSpaces(
		ooxml.Spaces("wordprocessingml/main"),
		ooxml.Spaces("officeDocument/relationships"),
		ooxml.Spaces("officeDocument/math"),
		[]string{ooxml.Compatibility},
		ooxml.Spaces("drawingml/wordprocessingDrawing"),
		ooxml.Spaces("drawingml/main"),
		ooxml.Spaces("drawingml/picture"),
		[]string{"http://schemas.microsoft.com/office/word/2010/wordprocessingShape"},
		[]string{"http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"},
		[]string{"http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas"},
		ooxml.Spaces("drawingml/chart"),
		[]string{"http://schemas.microsoft.com/office/drawing/2014/chartex"},
		ooxml.Spaces("drawingml/diagram"),
		[]string{"urn:schemas-microsoft-com:vml"},
		[]string{"urn:schemas-microsoft-com:office:office"},
		[]string{"http://schemas.microsoft.com/office/word/2010/wordml"},
		[]string{"http://schemas.microsoft.com/office/word/2012/wordml"},
		[]string{"http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing"},
		[]string{"http://schemas.microsoft.com/office/drawing/2010/main"},
		[]string{"http://schemas.microsoft.com/office/drawing/2017/decorative"},
	)
}

// Understood are the namespaces that a choice of an alternative may require.
// A chart that only newer programs draw (cx1 and its like) is told by the
// namespace of its content, so that its prefix does not matter.
var Understood = []xmlread.Space{
	NsW, NsR, NsM, NsWP, NsA, NsPic, NsWPS, NsWPG, NsWPC, NsC, NsCX, NsDgm, NsV, NsO, NsW14, NsW15, NsWP14, NsA14, NsDec,
}
