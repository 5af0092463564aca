package manifest

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"unsafe"

	"github.com/seed353dc258/backstory/internal/names"
)

// What is wrong with a manifest file. A caller that treats a manifest it
// cannot read as none, as Coqui does, may ignore the error of [Load].
var (
	ErrMissing = errors.New("reading the manifest: there is none")
	ErrInvalid = errors.New("reading the manifest: not a manifest")
)

// Load reads a manifest file; nil stands for a file that does not exist.
// The result is never nil. With an error it is empty: [ErrMissing],
// [ErrInvalid] when it is not a JSON object or holds bytes behind it, or a
// [*ConflictError]. Keys that are unknown or of another type are passed over.
// The texts of the result are parts of data, which must not change afterwards.
func Load(data []byte) (*Manifest, error) {
	if data == nil {
		return &Manifest{}, ErrMissing
	}
	m, ok := parse(data)
	if ok {
		return m, nil
	}
	ours, theirs, conflict := SplitConflict(data)
	if !conflict {
		return &Manifest{}, ErrInvalid
	}
	a, _ := parse(ours)
	b, _ := parse(theirs)
	return &Manifest{}, &ConflictError{Ours: a, Theirs: b}
}

// parse reads one JSON object. Without ok the manifest is empty.
func parse(data []byte) (m *Manifest, ok bool) {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	r := &reader{b: unsafe.String(unsafe.SliceData(data), len(data))} // which would be as much memory again
	m = &Manifest{}
	if r.peek() != '{' {
		return m, false
	}
	r.members(func(name string) { r.field(m, name) })
	r.peek()
	if r.bad || r.at != len(r.b) {
		return &Manifest{}, false
	}
	if m.Schema >= schemaOneList && !m.Coqui {
		m.takeApart(r.aside)
	}
	if m.Schema != 0 {
		m.Recount()
	}
	return m, true
}

// takeApart gives what was found to the lists it belongs to.
func (m *Manifest) takeApart(more []aside) {
	m.Files = slices.DeleteFunc(m.Files, func(e Entry) bool {
		if !isAside(e.Status) {
			return false
		}
		said := more[0]
		more = more[1:]
		switch e.Status {
		case statusUnsupported:
			m.Unsupported = append(m.Unsupported, Unsupported{Path: e.Path, Extension: said.extension, SHA256: e.SHA256, SizeBytes: e.SizeBytes, Reason: said.reason})
		case statusSkipped:
			m.Skipped = append(m.Skipped, Skip{Path: e.Path, Reason: said.reason})
		default:
			m.Errors = append(m.Errors, Failure{Path: e.Path, Error: e.Error, Code: said.code, Kept: e.Kept != (Kept{})})
			return false
		}
		return true
	})
}

func (r *reader) field(m *Manifest, name string) {
	switch name {
	case "version":
		m.Version = r.integer()
	case "generated_at":
		m.GeneratedAt, m.Coqui = r.str(), true
	case "content_hash":
		m.ContentHash = r.str()
	case "files":
		m.Files = readList(r, r.most, r.entry)
	case "errors":
		m.Errors = readList(r, few, r.failure)
	case "unsupported_files":
		m.Unsupported = readList(r, few, r.unsupported)
	case "total_tokens":
		m.TotalTokens = r.integer()
	case "total_files":
		m.TotalFiles = r.integer()
	case "failed_files":
		m.FailedFiles = r.integer()
	default:
		r.ownField(m, name)
	}
}

func (r *reader) ownField(m *Manifest, name string) {
	switch name {
	case "schema":
		m.Schema = r.integer()
	case "generator":
		m.Generator = r.str()
	case "options_digest":
		m.OptionsDigest = r.str()
	case "label":
		m.Label = r.str()
	case "skipped":
		m.Skipped = readList(r, few, r.skipped)
	case "output":
		m.Output = r.output()
	default:
		r.skip(0)
	}
}

func (r *reader) integer() int { return int(min(r.num(), math.MaxInt)) }

// readList reads a list of objects with the function for one of them, which is
// told the last one read.
func readList[T any](r *reader, more room, read func(item, last *T)) []T {
	var list []T
	last := new(T)
	from := r.at
	r.items(func() {
		if len(list) == cap(list) {
			list = slices.Grow(list, more(len(list), r.at-from, len(r.b)-r.at))
		}
		list = append(list, *new(T))
		item := &list[len(list)-1]
		read(item, last)
		last = item
	})
	return list
}

// room says for how many more items to make room in a list that has some, which
// took so many bytes, when so many are left.
type room func(have, took, left int) int

// few is the room of a short list.
func few(have, _, _ int) int { return have + 1 }

// most is the room of the list that most of the file consists of. Entries are
// large: to copy them as the list grows costs more than to guess how many there
// are. However small they are, and however many lists there are, room that is
// guessed takes about as much memory as the text, once.
func (r *reader) most(have, took, left int) int {
	const size = 256 // about that of an entry in memory
	if have == 0 {
		return 16
	}
	n := left/max(took/have, size) + 16
	if r.guessed += n; r.guessed > len(r.b)/size+1024 {
		return few(have, took, left)
	}
	return n
}

// named reads an object whose first field is a file name.
func (r *reader) named(field func(name string)) (path string) {
	r.members(func(name string) {
		switch name {
		case "relative_path":
			path = names.Read(r.str())
		default:
			field(name)
		}
	})
	return path
}

func (r *reader) entry(e, last *Entry) {
	var side aside
	e.Path = r.named(func(name string) {
		switch name {
		case "code":
			side.code = r.str()
		case "extension":
			side.extension = r.str()
		case "reason":
			side.reason = r.str()
		case "sha256":
			e.SHA256 = r.str()
		case "size_bytes":
			e.SizeBytes = r.num()
		case "modified_at":
			e.ModifiedAt = r.again(last.ModifiedAt)
		case "token_estimate":
			e.TokenEstimate = r.integer()
		case "status":
			e.Status = Status(r.again(string(last.Status)))
		case "error":
			e.Error = r.str()
		default:
			r.ownEntry(e, last, name)
		}
	})
	if isAside(e.Status) {
		r.aside = append(r.aside, side)
	}
}

func (r *reader) ownEntry(e, last *Entry, name string) {
	switch name {
	case "format":
		e.Format = r.again(last.Format)
	case "format_version":
		e.FormatVersion = r.integer()
	case "key":
		e.Key = r.str()
	case "options_digest":
		e.OptionsDigest = r.again(last.OptionsDigest)
	case "tokens":
		e.Tokens = r.integer()
	case "chapter":
		e.Chapter = r.chapter()
	case "kept":
		e.Kept = r.kept()
	case "warnings":
		e.Warnings = readList(r, few, r.warning)
	default:
		r.skip(0)
	}
}

func (r *reader) chapter() (c Chapter) {
	r.members(func(name string) {
		switch name {
		case "length":
			c.Length = r.num()
		case "digest":
			c.Digest = r.str()
		case "keywords":
			c.Keywords = r.str()
		default:
			r.skip(0)
		}
	})
	return c
}

func (r *reader) kept() (k Kept) {
	r.members(func(name string) {
		switch name {
		case "sha256":
			k.SHA256 = r.str()
		case "key":
			k.Key = r.str()
		default:
			r.skip(0)
		}
	})
	return k
}

func (r *reader) warning(w, last *Warning) {
	r.members(func(name string) {
		switch name {
		case "code":
			w.Code = r.again(last.Code)
		case "count":
			w.Count = r.integer()
		case "message":
			w.Message = r.again(last.Message)
		case "place":
			w.Place = r.str()
		default:
			r.skip(0)
		}
	})
}

func (r *reader) failure(f, last *Failure) {
	f.Path = r.named(func(name string) {
		switch name {
		case "error":
			f.Error = r.str()
		case "timestamp":
			f.Timestamp = r.again(last.Timestamp)
		case "code":
			f.Code = r.again(last.Code)
		case "kept":
			f.Kept = r.peek() == 't'
			r.skip(0)
		default:
			r.skip(0)
		}
	})
}

func (r *reader) unsupported(u, last *Unsupported) {
	u.Path = r.named(func(name string) {
		switch name {
		case "extension":
			u.Extension = r.again(last.Extension)
		case "sha256":
			u.SHA256 = r.str()
		case "size_bytes":
			u.SizeBytes = r.num()
		case "modified_at":
			u.ModifiedAt = r.again(last.ModifiedAt)
		case "reason":
			u.Reason = r.again(last.Reason)
		default:
			r.skip(0)
		}
	})
}

func (r *reader) skipped(s, last *Skip) {
	s.Path = r.named(func(name string) {
		if name == "reason" {
			s.Reason = r.again(last.Reason)
			return
		}
		r.skip(0)
	})
}

// output reads the description of the output; null and other values are none.
func (r *reader) output() *Output {
	if r.peek() != '{' {
		r.skip(0)
		return nil
	}
	o := &Output{}
	r.members(func(name string) {
		switch name {
		case "sha256":
			o.SHA256 = r.str()
		case "previous_sha256":
			o.PreviousSHA256 = r.str()
		default:
			r.skip(0)
		}
	})
	return o
}
