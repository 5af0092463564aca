package markdown

import (
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/document"
)

// writeMarkOf reads the marker that the source shows. Markdown knows bullets,
// and decimal numbers of up to nine digits with "." or ")" (CommonMark 5.2);
// what else has letters or digits is text, and so are the daggers that notes are
// counted by.
func writeMarkOf(marker string) listMark {
	marker = strings.TrimSpace(marker)
	if n := len(marker) - 1; n > 0 && n <= 9 && (marker[n] == '.' || marker[n] == ')') && strings.Trim(marker[:n], "0123456789") == "" {
		return listMark{number: marker}
	}
	counts := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsNumber(r) || strings.ContainsRune("†‡§", r)
	}
	if strings.ContainsFunc(marker, counts) {
		return listMark{literal: marker + " "}
	}
	return listMark{}
}

// list writes a list. Items whose marks are of different kinds are lists of
// their own to Markdown.
func (w *chapterWriter) list(b *document.List) {
	if w.out.depth >= writeMaxDepth {
		w.flatList(b)
		return
	}
	var l sublist
	for _, item := range b.Items {
		if kind := writeMarkKind(item); kind != l.kind {
			w.out.endSublist(&l)
			l = w.out.beginSublist(kind)
		}
		if l.written {
			w.out.gap = writeGapLine
			if b.Loose {
				w.out.gap = writeGapBlank
			}
		}
		w.out.place.at(l.around)
		l.written = w.oneItem(item, l.mark, b.Loose) || l.written
		if w.out.alone() {
			w.out.breathe()
		}
		if w.out.err != nil {
			return
		}
	}
	w.out.endSublist(&l)
}

// sublist is a run of items of one kind that is being written.
type sublist struct {
	kind, mark, next byte
	around           document.Pos
	written          bool
}

// writeMarkKind returns "-", "." or ")".
func writeMarkKind(item document.Item) byte {
	if n := writeMarkOf(item.Marker).number; n != "" {
		return n[len(n)-1]
	}
	return '-'
}

// beginSublist begins a run of items of a kind.
func (s *blockSink) beginSublist(kind byte) sublist {
	avoid := [3]byte{s.lists.last, s.lists.next}
	if s.gap == writeGapNone {
		avoid[2] = s.line.marker
	}
	return sublist{kind: kind, mark: writeUnlike(kind, avoid), next: s.lists.next, around: s.place.pos}
}

// endSublist ends a run of items.
func (s *blockSink) endSublist(l *sublist) {
	if l.written {
		s.gap = writeGapBlank
		s.lists = listBorder{last: l.mark, next: l.next}
	}
}

// writeUnlike returns a mark of the kind that is not among avoid, if it can.
func writeUnlike(kind byte, avoid [3]byte) byte {
	choice := "-*+"
	switch kind {
	case '.':
		choice, avoid[2] = ".)", 0
	case ')':
		choice, avoid[2] = ").", 0
	}
	for i := range len(choice) {
		if c := choice[i]; c != avoid[0] && c != avoid[1] && c != avoid[2] {
			return c
		}
	}
	for i := range len(choice) {
		if c := choice[i]; c != avoid[0] && c != avoid[2] {
			return c
		}
	}
	return choice[0]
}

// oneItem writes one item. One with nothing in it is dropped: some readers
// lose the containers around it. It reports whether there is an item.
func (w *chapterWriter) oneItem(item document.Item, mark byte, loose bool) bool {
	m := writeMarkOf(item.Marker)
	first := string(mark) + " "
	if m.number != "" {
		first = m.number[:len(m.number)-1] + first
	}
	if len(item.Blocks) > 0 {
		w.out.place.at(item.Blocks[0].At())
	}
	c := w.out.open(first, strings.Repeat(" ", len(first)))
	w.out.line = blockAt{item: true}
	if m.number == "" {
		w.out.line.marker = mark
	}
	w.itemBlocks(item, m.literal, loose)
	if w.out.offset() == c.after {
		w.out.close(c)
		return false
	}
	w.out.buf = writeTrimmed(w.out.buf) // behind a box without text
	w.out.close(c)
	return true
}

// itemBlocks writes what is in an item.
func (w *chapterWriter) itemBlocks(item document.Item, literal string, loose bool) {
	blocks := item.Blocks
	if item.Task != document.NoTask {
		box := "[ ] "
		if item.Task == document.TaskDone {
			box = "[x] "
		}
		w.out.text(box)
		w.out.line = blockAt{mid: true}
	}
	led := 0 // blocks that are written with the text in front
	if literal != "" || item.Task != document.NoTask {
		led = len(blocks) - len(w.lead(literal, blocks))
	}
	var before document.Block
	if led > 0 {
		before = blocks[led-1]
	}
	w.out.each(blocks[led:], func(b document.Block) bool {
		if !loose && before != nil && writeInterrupts(before, b) {
			w.out.gap = min(w.out.gap, writeGapLine)
		}
		w.block(b)
		before = b
		return w.out.err == nil
	})
}

// lead writes text in front of the first of blocks, on its line if it is a
// paragraph, and returns the blocks that are left.
func (w *chapterWriter) lead(text string, blocks []document.Block) []document.Block {
	mid := w.out.line.mid
	var first []document.Inline
	if text != "" {
		first = append(first, &document.Text{Value: text})
	}
	if len(blocks) > 0 {
		if p, ok := blocks[0].(*document.Paragraph); ok {
			first, blocks = append(first, p.Inlines...), blocks[1:]
		}
	}
	w.paragraph(first)
	if mid && w.out.line.mid {
		w.out.buf = writeTrimmed(w.out.buf) // nothing follows the box
		w.out.end()
	}
	return blocks
}

// writeInterrupts reports whether a block may follow a paragraph without a
// blank line, for every reader.
func writeInterrupts(before, b document.Block) bool {
	p, ok := before.(*document.Paragraph)
	if !ok || strings.TrimSpace(document.InlineText(p.Inlines)) == "" {
		return false
	}
	switch b := b.(type) {
	case *document.List:
		return len(b.Items) > 0 && writeOpensList(b.Items[0])
	case *document.CodeBlock:
		return true
	}
	return false
}

// writeOpensList reports whether a list that begins with the item may follow
// a paragraph directly: the item has text, and no number but 1.
func writeOpensList(item document.Item) bool {
	m := writeMarkOf(item.Marker)
	if m.number != "" && m.number[:len(m.number)-1] != "1" {
		return false
	}
	if m.literal != "" || item.Task != document.NoTask {
		return true
	}
	if len(item.Blocks) == 0 {
		return false
	}
	p, ok := item.Blocks[0].(*document.Paragraph)
	return ok && writeHasText(p.Inlines)
}

// writeHasText reports whether inlines surely leave text on the line.
func writeHasText(inlines []document.Inline) bool {
	for _, in := range inlines {
		if t, ok := in.(*document.Text); ok && strings.TrimSpace(t.Value) != "" {
			return true
		}
	}
	return false
}

// flatList writes the items of a list that nests too deep as blocks of the
// container around it.
func (w *chapterWriter) flatList(b *document.List) {
	for _, item := range b.Items {
		blocks := item.Blocks
		marker := strings.TrimSpace(item.Marker)
		switch item.Task {
		case document.TaskOpen:
			marker += " [ ]"
		case document.TaskDone:
			marker += " [x]"
		}
		if marker != "" {
			blocks = w.lead(strings.TrimSpace(marker)+" ", blocks)
		}
		w.blocks(blocks, 0, false)
	}
}

// writeLineMark returns the mark of the list item that text begins with, or 0.
func writeLineMark(text string) byte {
	line, _, _ := strings.Cut(strings.TrimLeft(text, " "), "\n")
	if line == "" {
		return 0
	}
	i := 0
	for i < len(line) && i < 9 && line[i] >= '0' && line[i] <= '9' {
		i++
	}
	if i == len(line) || line[i+1:] != "" && strings.IndexByte(" \t", line[i+1]) < 0 {
		return 0
	}
	switch c := line[i]; c {
	case '-', '*', '+':
		if i == 0 {
			return c
		}
	case '.', ')':
		if i > 0 {
			return c
		}
	}
	return 0
}
