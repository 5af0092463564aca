package markdown

// segmenter finds the parts of a chapter that can stand alone.
type segmenter struct {
	base  int // see WriteOptions
	level int // of the headings that begin one, in the text; 0 for none
	list  []Segment
	title string
	due   bool // the next block begins one
}

// maxSegments is how many segments a chapter has at most: the last one holds the
// rest. Of many short headings, they would take more memory than the text.
const maxSegments = 1 << 16

// notes makes the notes at the end a segment of their own, where there are
// others.
func (s *segmenter) notes() {
	if len(s.list) > 1 {
		s.next("Notes")
	}
}

// next says that the next block begins a segment.
func (s *segmenter) next(title string) {
	s.title, s.due = title, true
}

// begin is called where a block begins.
func (s *segmenter) begin(w *writeSink) {
	if len(s.list) > 0 && !s.due || len(s.list) >= maxSegments {
		return
	}
	at := w.offset()
	if n := len(s.list); n > 0 && s.list[n-1].Offset == at {
		s.list = s.list[:n-1]
	} else {
		s.shut(w)
	}
	s.list = append(s.list, Segment{Offset: at, Title: s.title})
	s.title, s.due = "", false
}

// shut completes the last segment.
func (s *segmenter) shut(w *writeSink) {
	w.count()
	if n := len(s.list) - 1; n >= 0 {
		s.list[n].Length = w.offset() - s.list[n].Offset
		s.list[n].Tokens = w.meter.tokens.tokens()
	}
	w.meter.tokens = tokenSampler{}
}

// finish completes the last segment and returns all.
func (s *segmenter) finish(w *writeSink) []Segment {
	s.shut(w)
	return s.list
}
