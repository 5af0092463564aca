package docx

import (
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// The namespaces of documents, those of Strict and Transitional with one
// number each.
const (
	nsW    xmlread.Space = iota + 1 // WordprocessingML
	nsR                             // relationships in attributes
	nsM                             // equations
	nsMC                            // alternatives
	nsWP                            // where drawings stand
	nsA                             // drawings
	nsPic                           // pictures
	nsWPS                           // shapes
	nsWPG                           // groups of shapes
	nsWPC                           // canvases
	nsC                             // charts
	nsCX                            // extended charts
	nsDgm                           // diagrams
	nsV                             // VML
	nsO                             // VML's additions of Office
	nsW14                           // Word 2010: check boxes, names of paragraphs
	nsW15                           // Word 2013: threads of comments
	nsWP14                          // Word 2010: where drawings stand
	nsA14                           // Office 2010: drawings
	nsDec                           // the mark for decoration
)

// spaces returns the namespaces that the parts of a document are read with.
func spaces() *xmlread.Spaces {
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

// understood are the namespaces that a choice of an alternative may require.
// A chart that only newer programs draw (cx1 and its like) is told by the
// namespace of its content, so that its prefix does not matter.
var understood = []xmlread.Space{
	nsW, nsR, nsM, nsWP, nsA, nsPic, nsWPS, nsWPG, nsWPC, nsC, nsCX, nsDgm, nsV, nsO, nsW14, nsW15, nsWP14, nsA14, nsDec,
}
