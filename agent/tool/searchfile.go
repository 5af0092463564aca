package tool

import (
	"encoding/json"
	"io"
	"slices"

	"github.com/seed353dc258/backstory/prompt"
	"github.com/seed353dc258/backstory/search"
)

// note is what the cache keeps of a chapter besides its index.
type note struct {
	Ref    string         `json:"r"`
	Path   string         `json:"p,omitempty"`
	Title  string         `json:"t,omitempty"`
	Origin *prompt.Origin `json:"o,omitempty"`
}

func noteOf(r prompt.Reading) string {
	text, err := json.Marshal(note{r.Ref, r.Path, r.Title, r.Origin})
	if err != nil {
		panic(err) // it has texts and numbers
	}
	return string(text)
}

// FileSearcher searches what is in files. Only one goroutine may use it, and it has to be
// closed.
type FileSearcher struct {
	*Searcher
	index     *search.File
	backstory io.ReaderAt
	beside    []prompt.Reading  // what is not in the backstory
	broken    map[string]string // the texts of chapters that are not as they lie there
}

// OpenSearcher returns a searcher of a library whose index the cache has under a stamp. Of
// the backstory those parts are read that answer a query; what is beside it is given.
func OpenSearcher(c *search.Cache, stamp string, backstory io.ReaderAt, beside []prompt.Reading) (*FileSearcher, bool) {
	s := &FileSearcher{backstory: backstory, beside: beside, broken: map[string]string{}}
	index, ok := c.Open(stamp, s.text)
	if !ok {
		return nil, false
	}
	s.index = index
	chapter := func(i int) prompt.Reading {
		var n note
		if json.Unmarshal([]byte(index.Note(i)), &n) != nil {
			return prompt.Reading{}
		}
		return prompt.Reading{Ref: n.Ref, Path: n.Path, Title: n.Title, Origin: n.Origin}
	}
	s.Searcher = &Searcher{shelf: &shelf{cache: c, library: func() library { return library{index.Index, chapter} }}}
	return s, true
}

// Close closes the index.
func (s *FileSearcher) Close() { s.index.Close() }

// Wrong reports whether a file was not as the index has it: then what was found says
// nothing.
func (s *FileSearcher) Wrong() bool { return s.index.Wrong() }

// text returns a part of a chapter.
func (s *FileSearcher) text(raw string, from, to int) (string, bool) {
	var n note
	if json.Unmarshal([]byte(raw), &n) != nil {
		return "", false
	}
	whole, ok := s.broken[n.Ref]
	switch o := n.Origin; {
	case ok:
	case o == nil:
		at := slices.IndexFunc(s.beside, func(r prompt.Reading) bool { return r.Ref == n.Ref && r.Path == n.Path })
		if at < 0 {
			return "", false
		}
		whole = s.beside[at].Text
	case o.Broken:
		raw, ok := s.read(o.Offset, o.Length)
		if !ok {
			return "", false
		}
		whole = o.Text(raw)
		s.broken[n.Ref] = whole
	default:
		return s.read(o.Offset+min(from, o.Length), min(to, o.Length)-min(from, o.Length))
	}
	to = min(to, len(whole))
	return whole[min(from, to):to], true
}

// read returns a part of the backstory.
func (s *FileSearcher) read(from, length int) (string, bool) {
	part := make([]byte, max(0, length))
	_, err := s.backstory.ReadAt(part, int64(from))
	return string(part), err == nil
}

// Chapter returns the chapter of a source as the backstory has it.
func (s *FileSearcher) Chapter(o *prompt.Origin) (string, bool) { return s.read(o.Offset, o.Length) }
