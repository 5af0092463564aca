package zipfile

import (
	"context"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Archive is an open package. It is for one goroutine, but for the readers of
// [Archive.Open], of which several may be read in turns.
type Archive struct {
	unpacker
	index
}

// Open reads the directory of a package. The error is a
// [converters.LimitError] for too many entries, a [converters.EncryptedError]
// for an encrypted document of Office, which is not a zip file any more, and a
// [converters.CorruptError] for what is not a package or a broken one. The
// content has to stay open as long as the archive is used.
func Open(ctx context.Context, env *converters.Env, content *io.SectionReader) (*Archive, error) {
	d, err := findDirectory(content)
	if err != nil {
		return nil, err
	}
	entries, err := d.list(ctx, env)
	if err != nil {
		return nil, err
	}
	names, err := newIndex(entries)
	if err != nil {
		return nil, err
	}
	return &Archive{unpacker{ctx: ctx, env: env, content: content}, names}, checkOverlap(entries, d.offset)
}

// Find returns the entry with a name. Letters of ASCII are the same in both
// cases (ECMA-376 part 2, 6.3.5); a slash in front of the name is ignored.
func (a *Archive) Find(name string) (Entry, bool) {
	if e := a.find(name); e != nil {
		return *e, true
	}
	return Entry{}, false
}

// Has reports whether there is an entry with a name.
func (a *Archive) Has(name string) bool { return a.find(name) != nil }

// Read returns the content of a part as a slice of its own. A part that does
// not exist is a [converters.CorruptError]. The other errors are a
// [converters.LimitError] for the limits part, parts and ratio, a
// [converters.EncryptedError], and a [converters.CorruptError] for a part
// that is not what the directory says.
func (a *Archive) Read(name string) ([]byte, error) { return a.ReadTo(nil, name) }

// ReadTo is [Archive.Read] into memory of the caller, where its capacity is
// enough for the part.
func (a *Archive) ReadTo(to []byte, name string) ([]byte, error) {
	e, err := a.admit(name)
	if err != nil {
		return nil, err
	}
	return a.whole(e, to)
}

// Head returns the first bytes of a part, and whether they are all. Only then their checksum was looked at. The errors are
// those of [Archive.Read].
func (a *Archive) Head(name string, size int64) (head []byte, all bool, err error) {
	e, err := a.admit(name)
	if err != nil {
		return nil, false, err
	}
	if e.Size <= size {
		head, err = a.whole(e, nil)
		return head, true, err
	}
	head, err = a.head(e, size)
	return head, false, err
}

// Open returns a reader of a part, for parts that are read as they unpack. Its
// errors are those of [Archive.Read]; those that unpacking shows come from the
// reader, after the last good byte at the earliest.
func (a *Archive) Open(name string) (io.Reader, error) {
	e, err := a.admit(name)
	if err != nil {
		return nil, err
	}
	return a.stream(e)
}

// admit returns an entry that may be unpacked. Its size counts once, however
// often it is read.
func (a *Archive) admit(name string) (*Entry, error) {
	e := a.find(name)
	pos := document.Pos{Part: name}
	if e == nil {
		return nil, converters.Corrupt(pos, "the package has no such part")
	}
	if e.Encrypted {
		return nil, &converters.EncryptedError{
			What:   "the part " + e.Name + " is encrypted with a password",
			Remedy: "save the document without a password",
		}
	}
	if e.method != methodStore && e.method != methodDeflate {
		return nil, converters.Corrupt(pos, "the part is packed by method %d, which no document uses", e.method)
	}
	if err := a.env.Check(converters.LimitPart, e.Size, pos); err != nil {
		return nil, err
	}
	if err := a.checkRatio(e, pos); err != nil {
		return nil, err
	}
	due := e.Size
	if e.spent {
		due = 0
	}
	e.spent = true
	if err := a.env.Spend(converters.LimitParts, due, pos); err != nil {
		return nil, err
	}
	return e, a.env.Step(a.ctx, 1, pos)
}

// ratioFree is how many bytes a part may have, however well it packs.
const ratioFree = 10 << 20

// checkRatio keeps out parts that unpack to far more than they are.
func (a *Archive) checkRatio(e *Entry, pos document.Pos) error {
	if e.Size <= ratioFree {
		return nil
	}
	return a.env.Check(converters.LimitRatio, e.Size/max(e.Packed, 1), pos)
}
