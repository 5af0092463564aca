package markdown

import "github.com/seed353dc258/backstory/document"

// container is what close needs to take an empty container back.
type container struct {
	prefix, before int
	after          int64
	gap            writeGap
	places         int
	placed         bool
	at             blockAt
	lists          listBorder
	border         *borderState // where the container begins a segment
}

// borderState is what is counted of the segments so far.
type borderState struct {
	segments segmenter
	meter    meter
}

// open begins a container: first is in front of its first line, rest in
// front of the others.
func (w *chapterWriter) open(first, rest string) container {
	c := container{
		prefix: len(w.prefix), before: len(w.buf), gap: w.gap,
		places: len(w.places), placed: w.placed, at: w.line, lists: w.lists,
	}
	if w.segments.due || len(w.segments.list) == 0 {
		c.border = &borderState{w.segments, w.meter}
	}
	w.begin()
	w.text(first)
	w.prefix = append(w.prefix, rest...)
	c.after = w.offset()
	w.depth++
	w.lists, w.line = listBorder{}, blockAt{}
	return c
}

// close ends a container. One that has stayed empty is taken back.
func (w *chapterWriter) close(c container) {
	w.prefix = w.prefix[:c.prefix]
	w.depth--
	w.lists = c.lists
	if w.offset() == c.after {
		w.buf = w.buf[:c.before]
		if b := c.border; b != nil {
			w.segments, w.meter = b.segments, b.meter
		}
		w.gap, w.line = c.gap, c.at
		if len(w.places) > c.places {
			w.places, w.placed = w.places[:c.places], false
		}
		return
	}
	w.lists.last = 0
	w.end()
}

// contents writes the blocks of a container, whose own text begins after an
// offset. If it stands alone, nothing around it takes text back, and it is handed
// on as it comes.
func (w *chapterWriter) contents(blocks []document.Block, after int64, alone bool) {
	w.each(blocks, func(b document.Block) bool {
		w.block(b)
		if alone && w.offset() > after {
			w.breathe()
		}
		return w.err == nil
	})
}
