package docx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// What is held is counted in nodes of about 32 bytes, with the room that slices
// and maps grow by, so that the limit on nodes bounds the memory that a document
// takes.
const (
	nodeBytes = 32

	nodesPara    = 4
	nodesRun     = 3
	nodesLong    = 20 // a run of a paragraph with more than longRuns, which is written at once
	nodesLink    = 6
	nodesNote    = 6 // the mark of a note, and its name
	nodesBody    = 5 // the note itself
	nodesTable   = 7
	nodesRow     = 8
	nodesCell    = 2
	nodesList    = 5
	nodesItem    = 4
	nodesMark    = 2
	nodesNamed   = 3 // a name of a heading
	nodesBeside  = 3
	nodesComment = 14
	nodesStyle   = 16
	nodesUse     = 4 // a list
	nodesChange  = 6 // a level of its own
	nodesPlace   = 3 // where a definition is
	nodesLevels  = 36
)

// longRuns is how many runs, and lines, an honest paragraph has at most.
const longRuns = 1 << 12

// partBytes is how many bytes of a part that is held count as one node: parts
// are let go in the end, or were counted for what was read in them, too.
const partBytes = 48

// hold counts nodes that the document holds.
func (r *reader) hold(nodes int, pos document.Pos) error {
	return r.env.Spend(converters.LimitNodes, int64(nodes), pos)
}

// holds counts nodes in the midst of a paragraph.
func (st *story) holds(nodes int) { st.fail(st.hold(nodes, st.pos)) }

// holdText counts text in the midst of a paragraph.
func (st *story) holdText(n int) {
	const some = 64
	if st.reader.uncounted += n; st.reader.uncounted >= some*nodeBytes {
		st.holds(st.reader.uncounted / nodeBytes)
		st.reader.uncounted %= nodeBytes
	}
}

// text returns a part, which is held.
func (r *reader) text(part string) (string, error) {
	text, err := r.pkg.Text(part)
	if err != nil {
		return "", err
	}
	return text, r.hold(len(text)/partBytes, document.Pos{Part: part})
}

// scan returns a scanner of a part, which is held.
func (r *reader) scan(part string) (*xmlread.Scanner, error) {
	text, err := r.text(part)
	if err != nil {
		return nil, err
	}
	return xmlread.New(r.ctx, r.env, xmlread.Source{Part: part, Text: text, Spaces: r.spaces}), nil
}
