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
	r := &reader{json: jsonReader{b: unsafe.String(unsafe.SliceData(data), len(data))}} // which would be as much memory again
	m = &Manifest{}
	if r.json.peek() != '{' {
		return m, false
	}
	r.json.members(func(name string) { r.field(m, name) })
	r.json.peek()
	if r.json.bad || r.json.at != len(r.json.b) {
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
		m.Version = r.json.integer()
	case "generated_at":
		m.GeneratedAt, m.Coqui = r.json.str(), true
	case "content_hash":
		m.ContentHash = r.json.str()
	case "files":
		m.Files = readList(r, r.most, r.entry)
	case "errors":
		m.Errors = readList(r, few, r.failure)
	case "unsupported_files":
		m.Unsupported = readList(r, few, r.unsupported)
	case "total_tokens":
		m.TotalTokens = r.json.integer()
	case "total_files":
		m.TotalFiles = r.json.integer()
	case "failed_files":
		m.FailedFiles = r.json.integer()
	default:
		r.ownField(m, name)
	}
}

func (r *reader) ownField(m *Manifest, name string) {
	switch name {
	case "schema":
		m.Schema = r.json.integer()
	case "generator":
		m.Generator = r.json.str()
	case "options_digest":
		m.OptionsDigest = r.json.str()
	case "label":
		m.Label = r.json.str()
	case "skipped":
		m.Skipped = readList(r, few, r.skipped)
	case "output":
		m.Output = r.output()
	default:
		r.json.skip(0)
	}
}

func (j *jsonReader) integer() int { return int(min(j.num(), math.MaxInt)) }

// readList reads a list of objects with the function for one of them, which is
// told the last one read.
func readList[T any](r *reader, more room, read func(item, last *T)) []T {
	var list []T
	last := new(T)
	from := r.json.at
	r.json.items(func() {
		if len(list) == cap(list) {
			list = slices.Grow(list, more(len(list), r.json.at-from, len(r.json.b)-r.json.at))
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
	if r.guessed += n; r.guessed > len(r.json.b)/size+1024 {
		return few(have, took, left)
	}
	return n
}

// named reads an object whose first field is a file name.
func (r *reader) named(field func(name string)) (path string) {
	r.json.members(func(name string) {
		switch name {
		case "relative_path":
			path = names.Read(r.json.str())
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
			side.code = r.json.str()
		case "extension":
			side.extension = r.json.str()
		case "reason":
			side.reason = r.json.str()
		case "sha256":
			e.SHA256 = r.json.str()
		case "size_bytes":
			e.SizeBytes = r.json.num()
		case "modified_at":
			e.ModifiedAt = r.json.again(last.ModifiedAt)
		case "token_estimate":
			e.TokenEstimate = r.json.integer()
		case "status":
			e.Status = Status(r.json.again(string(last.Status)))
		case "error":
			e.Error = r.json.str()
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
		e.Format = r.json.again(last.Format)
	case "format_version":
		e.FormatVersion = r.json.integer()
	case "key":
		e.Key = r.json.str()
	case "options_digest":
		e.OptionsDigest = r.json.again(last.OptionsDigest)
	case "tokens":
		e.Tokens = r.json.integer()
	case "chapter":
		e.Chapter = r.chapter()
	case "kept":
		e.Kept = r.kept()
	case "warnings":
		e.Warnings = readList(r, few, r.warning)
	default:
		r.json.skip(0)
	}
}

func (r *reader) chapter() (c Chapter) {
	r.json.members(func(name string) {
		switch name {
		case "length":
			c.Length = r.json.num()
		case "digest":
			c.Digest = r.json.str()
		case "keywords":
			c.Keywords = r.json.str()
		default:
			r.json.skip(0)
		}
	})
	return c
}

func (r *reader) kept() (k Kept) {
	r.json.members(func(name string) {
		switch name {
		case "sha256":
			k.SHA256 = r.json.str()
		case "key":
			k.Key = r.json.str()
		default:
			r.json.skip(0)
		}
	})
	return k
}

func (r *reader) warning(w, last *Warning) {
	r.json.members(func(name string) {
		switch name {
		case "code":
			w.Code = r.json.again(last.Code)
		case "count":
			w.Count = r.json.integer()
		case "message":
			w.Message = r.json.again(last.Message)
		case "place":
			w.Place = r.json.str()
		default:
			r.json.skip(0)
		}
	})
}

func (r *reader) failure(f, last *Failure) {
	f.Path = r.named(func(name string) {
		switch name {
		case "error":
			f.Error = r.json.str()
		case "timestamp":
			f.Timestamp = r.json.again(last.Timestamp)
		case "code":
			f.Code = r.json.again(last.Code)
		case "kept":
			f.Kept = r.json.peek() == 't'
			r.json.skip(0)
		default:
			r.json.skip(0)
		}
	})
}

func (r *reader) unsupported(u, last *Unsupported) {
	u.Path = r.named(func(name string) {
		switch name {
		case "extension":
			u.Extension = r.json.again(last.Extension)
		case "sha256":
			u.SHA256 = r.json.str()
		case "size_bytes":
			u.SizeBytes = r.json.num()
		case "modified_at":
			u.ModifiedAt = r.json.again(last.ModifiedAt)
		case "reason":
			u.Reason = r.json.again(last.Reason)
		default:
			r.json.skip(0)
		}
	})
}

func (r *reader) skipped(s, last *Skip) {
	s.Path = r.named(func(name string) {
		if name == "reason" {
			s.Reason = r.json.again(last.Reason)
			return
		}
		r.json.skip(0)
	})
}

// output reads the description of the output; null and other values are none.
func (r *reader) output() *Output {
	if r.json.peek() != '{' {
		r.json.skip(0)
		return nil
	}
	o := &Output{}
	r.json.members(func(name string) {
		switch name {
		case "sha256":
			o.SHA256 = r.json.str()
		case "previous_sha256":
			o.PreviousSHA256 = r.json.str()
		default:
			r.json.skip(0)
		}
	})
	return o
}
