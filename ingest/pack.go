package ingest

import (
	"crypto/sha256"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/ingest/codec"
	"github.com/seed353dc258/backstory/ingest/sound"
)

// maxShared is how long an encoded chapter may be in a pack from elsewhere, in bytes: it
// is held in memory while it is judged.
const maxShared = 64 << 20

// recognized are the codes of warnings that a text depends, or may depend, on a program that
// reads pictures.
var recognized = []string{"needs-ocr", "recognized", "recognized-unsure"}

// Pack is a pack that is being written to a file, for others to read.
type Pack struct {
	File *os.File
	w    *packWriter // nil as long as it has no chapter
}

// Add adds a chapter, with its text where that is long.
func (p *Pack) Add(key Key, c *Chapter) (err error) {
	if p.w == nil {
		if p.w, err = newPackWriter(p.File); err != nil {
			return err
		}
	}
	readers := []io.Reader{strings.NewReader(string(EncodeChapter(c)))}
	if c.Long != nil {
		readers = append(readers, c.Long.Reader())
	}
	p.w.addFrom(key, nil, readers...)
	if _, ok := p.w.index[key]; !ok {
		return errPack
	}
	return nil
}

// Has reports whether a chapter was added.
func (p *Pack) Has(key Key) bool {
	if p.w == nil {
		return false
	}
	_, ok := p.w.index[key]
	return ok
}

// Size returns how many bytes its chapters take.
func (p *Pack) Size() int64 { return p.w.offset }

// Finish writes the index, of one chapter or more, and closes the file.
func (p *Pack) Finish() error { return p.w.finish() }

// PackReader reads a pack from elsewhere. Nothing in it is believed.
type PackReader struct {
	f   io.ReaderAt
	all map[Key]packed
}

// OpenPack reads the index of a pack.
func OpenPack(f io.ReaderAt, size int64) (*PackReader, error) {
	index, err := openIndex(f, size)
	if err != nil {
		return nil, err
	}
	all, err := index.all()
	return &PackReader{f, all}, err
}

// Keys returns the keys of its chapters, in no order.
func (p *PackReader) Keys() []Key {
	keys := make([]Key, 0, len(p.all))
	for key := range p.all {
		keys = append(keys, key)
	}
	return keys
}

// Has reports whether it says that it has a chapter.
func (p *PackReader) Has(key Key) bool {
	_, ok := p.all[key]
	return ok
}

// Chapter returns a chapter through the gate that those of other processes pass, or an error
// that says why it is not taken: [Received] and what this program would have
// made. The level is that of the heading that it is under.
func (p *PackReader) Chapter(key Key, r *converters.Registry, base int) (*Chapter, error) {
	at, ok := p.all[key]
	if !ok || at.length > maxShared {
		return nil, errPack
	}
	content := make([]byte, at.length)
	if _, err := p.f.ReadAt(content, at.offset); err != nil {
		return nil, errPack
	}
	if sha256.Sum256(content) != at.digest {
		return nil, errPack
	}
	said, from, err := headOf(content)
	if err != nil || said > len(content)-from {
		return nil, codec.ErrCodec
	}
	about, err := decodeSaid(string(content[from : from+said]))
	if err != nil {
		return nil, err
	}
	c, err := receive(content[:from+said], content[from+said:], about.Length)
	if err != nil {
		return nil, err
	}
	f, known := r.Format(c.Format)
	if !known || f.Version != c.Version || !c.IsShareable() || len(c.NotePrefix) != NotePrefix || !sound.Chapter(textOf(c), c.NotePrefix, base) {
		c.Long.Close()
		return nil, errUnsound
	}
	return c, nil
}

// receive passes what is said of a text, and the text, through the gate. The length is that
// of the text with the line ends at its end, which no chapter has.
func receive(said, text []byte, length int64) (*Chapter, error) {
	ends := length - int64(len(text))
	if ends < 0 || ends > 16 {
		return nil, errUnsound
	}
	in := Receive("", converters.Limits{}.With(converters.LimitText, maxShared))
	defer in.Close()
	if _, err := in.Write(append(text, strings.Repeat("\n", int(ends))...)); err != nil {
		return nil, err
	}
	return in.Chapter(said)
}

func textOf(c *Chapter) string {
	if c.Long == nil {
		return c.Text
	}
	var b strings.Builder
	_, _ = io.Copy(&b, c.Long.Reader()) // what is missing is not sound, or was not there
	return b.String()
}

// IsShareable reports whether a chapter depends on nothing but its key: a text that a program
// recognised in pictures depends on the program and its languages, which no key
// has. What a password opened is not for others.
func (c *Chapter) IsShareable() bool {
	return !c.isLocked() && !slices.ContainsFunc(c.Warnings, func(w document.Warning) bool {
		return slices.Contains(recognized, w.Code)
	})
}

// In returns the key of the same chapter in a namespace of a shared cache: who does not know
// the namespace cannot ask whether somebody has a document.
func (k Key) In(namespace string) Key {
	return sha256.Sum256(field(field([]byte("backstory shared key 1"), []byte(namespace)), k[:]))
}
