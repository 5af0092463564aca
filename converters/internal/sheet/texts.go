package sheet

import (
	"encoding/binary"
	"unsafe"

	"github.com/seed353dc258/backstory/converters"
)

const (
	chunkBits = 16
	chunkSize = 1 << chunkBits
	chunkMask = chunkSize - 1

	firstChunk = 2 << 10
)

// maxText is how many bytes of text the cells of a workbook may have, a text that
// several cells show counted for each of them; textFactor, how many for each
// character that it may give, where these are more. Less than what is there may
// be given: the writer cuts long tables.
const (
	maxText    = 64 << 20
	textFactor = 8
)

// Address says where among the texts of a workbook a text is.
type Address uint32

// Texts holds texts in chunks: two bytes or more of length, then the text.
// Nothing in it changes.
type Texts struct {
	chunks chunks[byte]
	recent []Address // by hash: short texts that were added lately
	size   int64
	max    int64
}

func (s *Texts) init(env *converters.Env) {
	s.max = max(maxText, textFactor*env.Limits.Get(converters.LimitText))
}

const (
	recentBits = 12
	maxRecent  = 24 // bytes of a text that is looked up
)

// Add stores a text. A short one that was stored lately is not stored again:
// tables are full of the same dates and numbers.
func (s *Texts) Add(text []byte) (Address, error) {
	if len(s.chunks) < 3 || len(text) > maxRecent {
		return s.Put(text)
	}
	if s.recent == nil {
		s.recent = make([]Address, 1<<recentBits)
	}
	hash := uint32(len(text))
	for _, c := range text {
		hash = (hash ^ uint32(c)) * 16777619
	}
	at := &s.recent[(hash^hash>>15)&(1<<recentBits-1)]
	if *at != 0 && s.Get(*at) == string(text) {
		return *at, nil
	}
	var err error
	*at, err = s.Put(text)
	return *at, err
}

// Put stores a text where no other one is.
func (s *Texts) Put(text []byte) (Address, error) {
	if err := s.Spend(int64(len(text) + 3)); err != nil {
		return 0, err
	}
	need := len(text) + 5
	if s.chunks.room() < need {
		size := min(firstChunk<<(3*min(len(s.chunks), 3)), chunkSize)
		s.chunks.add(max(size, need))
	}
	var head [binary.MaxVarintLen64]byte
	at := s.chunks.append(head[:binary.PutUvarint(head[:], uint64(len(text)))]...)
	s.chunks.append(text...)
	return Address((len(s.chunks)-1)<<chunkBits | at), nil
}

// Spend counts bytes of text that are held or, once more, shown.
func (s *Texts) Spend(size int64) error {
	if s.size += size; s.size > s.max {
		return &converters.LimitError{Limit: converters.LimitText, Value: (s.size + textFactor - 1) / textFactor, Max: s.max / textFactor}
	}
	return nil
}

// Get returns a text.
func (s *Texts) Get(at Address) string {
	text := s.chunks[at>>chunkBits][at&chunkMask:]
	n, head := binary.Uvarint(text)
	text = text[head:][:n]
	return unsafe.String(unsafe.SliceData(text), len(text)) // what is full is not written to
}
