package markdown

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// noteShown is the number of a note that has been written as one that nothing
// refers to; only such notes can still refer to it.
const noteShown = -1

// collect finds the bodies.
func (n *noteBook) collect(blocks []document.Block) {
	document.Walk(blocks, func(b document.Block) bool {
		if note, ok := b.(*document.Note); ok {
			n.add(note)
		}
		return true
	})
}

func (n *noteBook) add(note *document.Note) {
	count := len(n.bodies)
	if n.byID == nil && note.ID != strconv.Itoa(count+1) {
		n.byID = map[string]int32{}
		for i := range count {
			n.byID[strconv.Itoa(i+1)] = int32(i)
		}
	}
	if n.byID != nil {
		if _, known := n.byID[note.ID]; !known {
			n.byID[note.ID] = int32(count)
		}
	}
	n.bodies = append(n.bodies, note)
	n.numbers = append(n.numbers, 0)
}

// find returns the index of a note.
func (n *noteBook) find(id string) (i int32, ok bool) {
	if n.byID != nil {
		i, ok = n.byID[id]
		return i, ok
	}
	number, err := strconv.Atoi(id)
	if err != nil || number < 1 || number > len(n.bodies) || id != strconv.Itoa(number) {
		return 0, false
	}
	return int32(number - 1), true
}

// NoteLabel returns the label of a note, which has its number from the first
// time that it is asked for. A mark without a body is dropped.
func (r *references) NoteLabel(id string) (string, bool) {
	n := &r.notes
	i, ok := n.find(id)
	if !ok {
		r.warn(warnNote)
		return "", false
	}
	switch n.numbers[i] {
	case noteShown:
		return "", false
	case 0:
		n.queue = append(n.queue, i)
		n.numbers[i] = int32(len(n.queue))
	}
	return r.notes.label(n.numbers[i]), true
}

func (n *noteBook) label(number int32) string {
	if n.prefix == "" {
		return strconv.Itoa(int(number))
	}
	return n.prefix + "-" + strconv.Itoa(int(number))
}

// notesAtEnd writes the bodies of the notes: those that were referred to as
// definitions, by number, then what nothing refers to, which readers would
// drop as a definition, as a list.
func (w *chapterWriter) notesAtEnd() {
	n := &w.refs.notes
	next := 0
	if len(n.bodies) > 0 {
		w.out.segments.notes()
	}
	for w.out.err == nil {
		if n.written < len(n.queue) {
			w.define(n.queue[n.written])
			n.written++
			w.out.breathe()
			continue
		}
		for next < len(n.bodies) && n.numbers[next] != 0 {
			next++
		}
		if next == len(n.bodies) {
			return
		}
		n.numbers[next] = noteShown
		w.out.place.at(n.bodies[next].Pos)
		w.out.quiet = true
		w.list(writeOrphan(n.bodies[next]))
		w.out.quiet = false
		next++
		w.out.breathe()
	}
}

// define writes a note's definition. Its blocks are indented by four columns.
func (w *chapterWriter) define(i int32) {
	note := w.refs.notes.bodies[i]
	w.out.place.at(note.Pos)
	w.out.quiet = true
	w.out.begin()
	w.out.text("[^" + w.refs.notes.label(w.refs.notes.numbers[i]) + "]: ")
	w.out.prefix = append(w.out.prefix, "    "...)
	w.out.line = blockAt{item: true}
	w.out.depth++
	after := w.out.offset()
	blocks := w.ledByParagraph(note.Blocks)
	w.blocks(blocks, after, true)
	if w.out.offset() <= after {
		w.out.text(" (empty)"[1-(after-w.out.offset()):]) // an empty definition would run into what follows it
	}
	w.out.depth--
	w.out.prefix = w.out.prefix[:0]
	w.out.quiet = false
	w.out.lists = listBorder{}
	w.out.end()
}

// ledByParagraph makes a container whose marker is not a list's begin on a line
// of its own if what comes first is not a paragraph.
func (w *chapterWriter) ledByParagraph(blocks []document.Block) []document.Block {
	for len(blocks) > 0 {
		p, ok := blocks[0].(*document.Paragraph)
		if !ok {
			break
		}
		if writeHasText(p.Inlines) {
			return blocks
		}
		w.block(p)
		blocks = blocks[1:]
		if w.out.gap != writeGapNone {
			return blocks
		}
	}
	if len(blocks) > 0 {
		w.out.buf = writeTrimmed(w.out.buf)
		w.out.gap = writeGapLine
	}
	return blocks
}

// writeOrphan returns the body of a note that nothing refers to, as a list.
func writeOrphan(note *document.Note) *document.List {
	label := "Footnote: "
	if note.Kind == document.Endnote {
		label = "Endnote: "
	}
	return &document.List{Items: []document.Item{{Marker: label, Blocks: note.Blocks}}}
}

// annotation writes a comment as a quotation with its number, author and date
// in front.
func (w *chapterWriter) annotation(b *document.Annotation) {
	if w.opts.NoComments {
		return
	}
	quiet, alone := w.out.quiet, w.out.alone()
	w.out.quiet = true
	w.quote(w.comments.label(b)+" ", b.Blocks, alone)
	w.out.quiet = quiet
}

// label numbers a comment: "Comment 1 (Ann, 2024-05-01, resolved):".
func (c *commentCount) label(b *document.Annotation) string {
	*c++
	var about []string
	for _, s := range []string{b.Author, b.Date} {
		if s = strings.Join(strings.Fields(s), " "); s != "" {
			about = append(about, s)
		}
	}
	if b.Resolved {
		about = append(about, "resolved")
	}
	label := "Comment " + strconv.Itoa(int(*c))
	if len(about) > 0 {
		label += " (" + strings.Join(about, ", ") + ")"
	}
	return label + ":"
}
