package ingest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash"
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document/markdown"
)

// keyDomain sets our keys apart from every other use of SHA-256, and names
// the layout of what they are made of.
const keyDomain = "backstory chapter 1"

// Key names everything that a chapter depends on: equal keys mean equal
// chapters.
type Key [sha256.Size]byte

// String returns the key in hexadecimal.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// keys makes keys. What many sources have in common is written once.
type keys struct {
	namespace string
	base      int
	formats   map[string][]converters.Format // by the name of the format that a name says
	settings  map[sourceSettings][]byte
}

// sourceSettings is what a source's options and limits are.
type sourceSettings struct {
	options converters.Options
	limits  converters.Limits
}

// newKeys prepares the keys of sources.
func newKeys(s *Settings, sources []Source) *keys {
	k := &keys{
		namespace: s.Namespace, base: s.Base,
		formats: map[string][]converters.Format{}, settings: map[sourceSettings][]byte{},
	}
	for _, f := range s.Registry.Formats() {
		c, _ := s.Registry.ForFormat(f.Name)
		k.formats[f.Name] = s.formats(c)
	}
	for i := range sources {
		set := sourceSettings{sources[i].Options, sources[i].Limits}
		if _, ok := k.settings[set]; !ok {
			k.settings[set] = append(canonical(set.options.Normal()), canonical(set.limits.Filled())...)
		}
	}
	return k
}

// of returns the key of the chapter that a source's content gives. Every
// field is written with its length, so that no two lists of fields are alike.
func (k *keys) of(digest [sha256.Size]byte, src *Source, f converters.Format) Key {
	h := sha256.New()
	field(h, []byte(keyDomain))
	field(h, []byte(k.namespace))
	field(h, digest[:])
	for _, f := range k.formats[f.Name] {
		field(h, []byte(f.Name))
		field(h, binary.LittleEndian.AppendUint64(nil, uint64(f.Version)))
	}
	field(h, []byte(keyName(src.Name(), f)))
	field(h, []byte(markdown.Revision))
	field(h, k.settings[sourceSettings{src.Options, src.Limits}])
	field(h, binary.LittleEndian.AppendUint64(nil, uint64(k.base)))
	var key Key
	h.Sum(key[:0])
	return key
}

// formats returns every format that can have a part in reading a source: the
// one its name says, those that content may say instead, and those they call.
func (s *Settings) formats(named converters.Converter) []converters.Format {
	names := []string{named.Format().Name}
	if _, ok := named.(converters.Sniffer); ok {
		for _, f := range s.Registry.Formats() {
			if c, _ := s.Registry.ForFormat(f.Name); isSniffer(c) {
				names = append(names, f.Name)
			}
		}
	}
	var out []converters.Format
	for i := 0; i < len(names); i++ {
		c, ok := s.Registry.ForFormat(names[i])
		if !ok || slices.ContainsFunc(out, func(f converters.Format) bool { return f.Name == names[i] }) {
			continue
		}
		f := c.Format()
		out = append(out, f)
		names = append(names, f.Calls...)
	}
	return out
}

func isSniffer(c converters.Converter) bool {
	_, ok := c.(converters.Sniffer)
	return ok
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

func field(h hash.Hash, value []byte) {
	var length [8]byte
	binary.LittleEndian.PutUint64(length[:], uint64(len(value)))
	h.Write(length[:])
	h.Write(value)
}
