package markdown

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// noteBook knows the notes of a document, and which have been referred to. Of one
// that is packed, it knows where it is.
type noteBook struct {
	bodies  [][]noteBody     // in order, in chunks, so that many are not copied
	count   int              // of bodies
	plain   []*document.Note // that are not packed
	runs    []*document.Packed
	byID    map[string]int32 // index in bodies; nil while each is called by its number
	numbers []int32          // by index: the number, from 1; 0 if not referred to
	queue   []int32          // indexes in the order of their numbers
	written int              // how many of the queue are written
}

// noteBody is where the body of a note is: at a place of the run with an index, or
// with the index -1 - run among those that are not packed.
type noteBody struct {
	run   int32
	place document.PackedPlace
}

// noteChunk is how many bodies are in a chunk.
const noteChunk = 1 << 10

// noteShown is the number of a note that has been written as one that nothing
// refers to; only such notes can still refer to it.
const noteShown = -1

// collect finds the bodies.
func (n *noteBook) collect(blocks []document.Block) {
	document.Walk(blocks, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Note:
			n.plain = append(n.plain, b)
			n.add(b.ID, noteBody{run: -int32(len(n.plain))})
		case *document.Packed:
			if b.HasNotes() {
				n.collectPacked(b)
			}
			return false
		case *document.Table:
			rows, packed := b.Source.(*document.PackedRows)
			return !packed || rows.HasNotes()
		case *document.List:
			if b.Packed == nil || b.Packed.HasNotes() {
				return true
			}
			for i := range b.Items {
				n.collect(b.Items[i].Blocks)
			}
			return false
		}
		return true
	})
}

// collectPacked finds the bodies among blocks that are packed.
func (n *noteBook) collectPacked(p *document.Packed) {
	run := int32(len(n.runs))
	n.runs = append(n.runs, p)
	for place, b := range p.Places() {
		note, ok := b.(*document.Note)
		if !ok {
			n.collect([]document.Block{b})
			continue
		}
		n.add(note.ID, noteBody{run: run, place: place})
		n.collect(note.Blocks)
	}
}

func (n *noteBook) add(id string, body noteBody) {
	if n.byID == nil && id != strconv.Itoa(n.count+1) {
		n.byID = map[string]int32{}
		for i := range n.count {
			n.byID[strconv.Itoa(i+1)] = int32(i)
		}
	}
	if n.byID != nil {
		if _, known := n.byID[id]; !known {
			n.byID[id] = int32(n.count)
		}
	}
	if n.count%noteChunk == 0 {
		n.bodies = append(n.bodies, nil)
	}
	last := &n.bodies[len(n.bodies)-1]
	*last = append(*last, body)
	n.count++
	n.numbers = append(n.numbers, 0)
}

// find returns the index of a note.
func (n *noteBook) find(id string) (i int32, ok bool) {
	if n.byID != nil {
		i, ok = n.byID[id]
		return i, ok
	}
	number, err := strconv.Atoi(id)
	if err != nil || number < 1 || number > n.count || id != strconv.Itoa(number) {
		return 0, false
	}
	return int32(number - 1), true
}

// note returns the note with an index.
func (n *noteBook) note(i int32) *document.Note {
	body := n.bodies[i/noteChunk][i%noteChunk]
	if body.run < 0 {
		return n.plain[-1-body.run]
	}
	return n.runs[body.run].Block(body.place).(*document.Note)
}

// noteLabel returns the label of a note, which has its number from the first
// time that it is asked for. A mark without a body is dropped.
func (w *chapterWriter) noteLabel(id string) (string, bool) {
	n := &w.notes
	i, ok := n.find(id)
	if !ok {
		w.warn(warnNote)
		return "", false
	}
	switch n.numbers[i] {
	case noteShown:
		return "", false
	case 0:
		n.queue = append(n.queue, i)
		n.numbers[i] = int32(len(n.queue))
	}
	return w.label(n.numbers[i]), true
}

func (w *chapterWriter) label(number int32) string {
	if w.opts.NotePrefix == "" {
		return strconv.Itoa(int(number))
	}
	return w.opts.NotePrefix + "-" + strconv.Itoa(int(number))
}

// notesAtEnd writes the bodies of the notes: those that were referred to as
// definitions, by number, then what nothing refers to, which readers would
// drop as a definition, as a list.
func (w *chapterWriter) notesAtEnd() {
	n := &w.notes
	next := 0
	if n.count > 0 {
		w.segments.notes()
	}
	for w.err == nil {
		if n.written < len(n.queue) {
			w.define(n.queue[n.written])
			n.written++
			w.breathe()
			continue
		}
		for next < n.count && n.numbers[next] != 0 {
			next++
		}
		if next == n.count {
			return
		}
		n.numbers[next] = noteShown
		w.orphan(n.note(int32(next)))
		next++
		w.breathe()
	}
}

// define writes a note's definition. Its blocks are indented by four columns.
func (w *chapterWriter) define(i int32) {
	note := w.notes.note(i)
	w.at(note.Pos)
	w.quiet = true
	w.begin()
	w.text("[^" + w.label(w.notes.numbers[i]) + "]: ")
	w.prefix = append(w.prefix, "    "...)
	w.line = blockAt{item: true}
	w.depth++
	after := w.offset()
	blocks := w.ledByParagraph(note.Blocks)
	w.contents(blocks, after, true)
	if w.offset() <= after {
		w.text(" (empty)"[1-(after-w.offset()):]) // an empty definition would run into what follows it
	}
	w.depth--
	w.prefix = w.prefix[:0]
	w.quiet = false
	w.lists = listBorder{}
	w.end()
}

// ledByParagraph makes a container whose marker is no list's begin on a line
// of its own if what comes first is no paragraph.
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
		if w.gap != writeGapNone {
			return blocks
		}
	}
	if len(blocks) > 0 {
		w.buf = writeTrimmed(w.buf)
		w.gap = writeGapLine
	}
	return blocks
}

// orphan writes the body of a note that nothing refers to.
func (w *chapterWriter) orphan(note *document.Note) {
	w.at(note.Pos)
	label := "Footnote: "
	if note.Kind == document.Endnote {
		label = "Endnote: "
	}
	w.quiet = true
	w.list(&document.List{Items: []document.Item{{Marker: label, Blocks: note.Blocks}}})
	w.quiet = false
}

// annotation writes a comment as a quotation with its number, author and date
// in front.
func (w *chapterWriter) annotation(b *document.Annotation) {
	if w.opts.NoComments {
		return
	}
	quiet, alone := w.quiet, w.depth == 0 && !w.quiet
	w.quiet = true
	label := w.commentLabel(b)
	if w.depth >= writeMaxDepth {
		w.blocks(w.lead(label+" ", b.Blocks))
		w.quiet = quiet
		return
	}
	c := w.open("> ", "> ")
	w.contents(w.lead(label+" ", b.Blocks), c.after, alone)
	w.close(c)
	w.quiet = quiet
}

// commentLabel numbers a comment: "Comment 1 (Ann, 2024-05-01, resolved):".
func (w *chapterWriter) commentLabel(b *document.Annotation) string {
	w.comments++
	var about []string
	for _, s := range []string{b.Author, b.Date} {
		if s = strings.Join(strings.Fields(s), " "); s != "" {
			about = append(about, s)
		}
	}
	if b.Resolved {
		about = append(about, "resolved")
	}
	label := "Comment " + strconv.Itoa(w.comments)
	if len(about) > 0 {
		label += " (" + strings.Join(about, ", ") + ")"
	}
	return label + ":"
}
