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
func (s *blockSink) open(first, rest string) container {
	c := container{
		prefix: len(s.prefix), before: len(s.buf), gap: s.gap,
		places: len(s.place.places), placed: s.place.placed, at: s.line, lists: s.lists,
	}
	if s.segments.due || len(s.segments.list) == 0 {
		c.border = &borderState{s.segments, s.meter}
	}
	s.begin()
	s.text(first)
	s.prefix = append(s.prefix, rest...)
	c.after = s.offset()
	s.depth++
	s.lists, s.line = listBorder{}, blockAt{}
	return c
}

// close ends a container. One that has stayed empty is taken back.
func (s *blockSink) close(c container) {
	s.prefix = s.prefix[:c.prefix]
	s.depth--
	s.lists = c.lists
	if s.offset() == c.after {
		s.buf = s.buf[:c.before]
		if b := c.border; b != nil {
			s.segments, s.meter = b.segments, b.meter
		}
		s.gap, s.line = c.gap, c.at
		if len(s.place.places) > c.places {
			s.place.places, s.place.placed = s.place.places[:c.places], false
		}
		return
	}
	s.lists.last = 0
	s.end()
}

// blocks writes the blocks of a container, whose own text begins after an
// offset. If it stands alone, nothing around it takes text back, and it is handed
// on as it comes.
func (w *chapterWriter) blocks(blocks []document.Block, after int64, alone bool) {
	w.out.each(blocks, func(b document.Block) bool {
		w.block(b)
		if alone && w.out.offset() > after {
			w.out.breathe()
		}
		return w.out.err == nil
	})
}
