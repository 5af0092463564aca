package ingest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document/markdown"
)

// keyDomain sets our keys apart from every other use of SHA-256, and names
// the layout of what they are made of.
const keyDomain = "backstory chapter 2"

// Key names everything that a chapter depends on: equal keys mean equal
// chapters.
type Key [sha256.Size]byte

// String returns the key in hexadecimal.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// key returns the key of the chapter that a source's content gives. Every
// field is written with its length, so that no two lists of fields are alike.
// What many sources have in common is put together once.
func (w *worker) key(s *Settings, digest [sha256.Size]byte, src *Source, f converters.Format) Key {
	which := tail{f.Name, keyName(src.Name(), f), src.Terms}
	rest, ok := w.tails[which]
	if !ok {
		if rest = s.tail(which); w.tails == nil {
			w.tails = map[tail][]byte{}
		}
		w.tails[which] = rest
	}
	b := field(w.keyBytes[:0], []byte(keyDomain))
	b = field(b, []byte(s.Namespace))
	b = field(b, digest[:])
	w.keyBytes = append(b, rest...)
	return sha256.Sum256(w.keyBytes)
}

// tail returns the fields behind the digest.
func (s *Settings) tail(which tail) []byte {
	var b []byte
	for _, f := range s.formats(which.format) {
		b = field(b, []byte(f.Name))
		b = field(b, binary.LittleEndian.AppendUint64(nil, uint64(f.Version)))
	}
	b = field(b, []byte(which.name))
	b = field(b, []byte(markdown.Revision))
	terms := (&Source{Terms: which.terms}).terms()
	b = field(b, append(canonical(terms.Options.Normal()), canonical(terms.Limits.Filled())...))
	return field(b, binary.LittleEndian.AppendUint64(nil, uint64(s.Base)))
}

// formats returns every format that can have a part in reading a source: the
// one its name says, those that content may say instead, and those they call.
func (s *Settings) formats(named string) []converters.Format {
	names := []string{named}
	if c, ok := s.Registry.ForFormat(named); ok {
		names = append(names, s.Registry.Instead(c)...)
	}
	var out []converters.Format
	for i := 0; i < len(names); i++ {
		f, ok := s.Registry.Format(names[i])
		if !ok || slices.ContainsFunc(out, func(f converters.Format) bool { return f.Name == names[i] }) {
			continue
		}
		out = append(out, f)
		names = append(names, s.Registry.Calls(f)...)
	}
	return out
}

// keyName is what of a source's name its conversion may depend on: its
// extension, or the whole name where the format knows it by that.
func keyName(name string, f converters.Format) string {
	if slices.Contains(f.Filenames, name) {
		return name
	}
	return "." + converters.Extension(name)
}

func canonical(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic("ingest: encoding options: " + err.Error())
	}
	return text
}

func field(b, value []byte) []byte {
	return append(binary.LittleEndian.AppendUint64(b, uint64(len(value))), value...)
}
