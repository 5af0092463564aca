package shared

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
)

const (
	indexName    = "index"
	indexVersion = 1
	maxIndex     = 32 << 20 // bytes
	maxPack      = 1 << 30  // bytes of a pack that is read
	maxKept      = 4 << 30  // bytes of all packs that an index lists
	maxWritten   = 24 << 20 // bytes of an index that is written: a longer one nobody would read
	keyStart     = 8        // bytes of a key in the index
)

// An index says which packs a namespace has, the oldest first. It is not signed: who changes it
// can hide packs, and cannot have others taken.
type index struct {
	Version int     `json:"version"`
	Packs   []entry `json:"packs"`
}

// entry is a pack of an index.
type entry struct {
	Digest    string `json:"digest"` // SHA-256, hexadecimal
	Size      int64  `json:"size"`
	Formats   string `json:"formats"` // that its chapters are of, as "csv 3, docx 12"
	Signature string `json:"signature"`
	Keys      []byte `json:"keys"` // the first bytes of each, one behind the other
}

// length is about how long it is in the index, in bytes.
func (e *entry) length() int64 {
	return 256 + int64(len(e.Keys)/3*4+len(e.Formats)+2*len(e.Signature))
}

func (e *entry) name() string { return "packs/" + e.Digest }

// message is what is signed of a pack.
func (e *entry) message(namespace string) []byte {
	return fmt.Appendf(nil, "backstory shared pack 1\nnamespace %s\npack %s\nformats %s\n", namespace, e.Digest, e.Formats)
}

// errIndex says that an index cannot be used.
var errIndex = errors.New("its index is not one that backstory wrote")

func parseIndex(content []byte) (*index, error) {
	x := &index{}
	if err := json.Unmarshal(content, x); err != nil || x.Version != indexVersion {
		return nil, errIndex
	}
	for i := range x.Packs {
		e := &x.Packs[i]
		if sum, err := hex.DecodeString(e.Digest); err != nil || len(sum) != 32 || e.Digest != strings.ToLower(e.Digest) || e.Size < 0 || e.Size > maxPack || len(e.Keys)%keyStart != 0 {
			return nil, errIndex
		}
	}
	return x, nil
}

// merge adds packs, takes away those that were joined, and keeps the newest that are
// not too large together. It returns the names of the packs that are not listed any more.
func (x *index) merge(added []entry, joined map[string]bool) (gone []string) {
	var kept []entry
	total, length := int64(0), int64(0)
	list := append(slices.Clone(x.Packs), added...)
	seen := map[string]bool{}
	for _, e := range slices.Backward(list) {
		switch {
		case seen[e.Digest]:
			continue
		case joined[e.Digest], total+e.Size > maxKept, length+e.length() > maxWritten:
			gone = append(gone, e.name())
		default:
			total += e.Size
			length += e.length()
			kept = append(kept, e)
		}
		seen[e.Digest] = true
	}
	slices.Reverse(kept)
	x.Version, x.Packs = indexVersion, kept
	return gone
}

// formats is a set of versions of formats.
type formats map[string]int

func (f formats) String() string {
	var out []string
	for name, version := range f {
		out = append(out, fmt.Sprintf("%s %d", name, version))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// lists reports whether what was signed of a pack lists a version of a format.
func (e *entry) lists(c *ingest.Chapter) bool {
	one := fmt.Sprintf("%s %d", c.Format, c.Version)
	return slices.Contains(strings.Split(e.Formats, ", "), one)
}

// current reports whether any of the formats of a pack is as this program has it: else no key
// of it is asked for.
func (e *entry) current(r *converters.Registry) bool {
	return slices.ContainsFunc(strings.Split(e.Formats, ", "), has(r))
}

// all reports whether all formats of a pack are as this program has them.
func (e *entry) all(r *converters.Registry) bool {
	other := func(one string) bool { return !has(r)(one) }
	return !slices.ContainsFunc(strings.Split(e.Formats, ", "), other)
}

// has returns a function that reports whether a program has a format in a version, such as "csv 3".
func has(r *converters.Registry) func(one string) bool {
	return func(one string) bool {
		name, version, _ := strings.Cut(one, " ")
		f, ok := r.Format(name)
		return ok && fmt.Sprint(f.Version) == version
	}
}

// CheckNamespace refuses what is no name of a namespace.
func CheckNamespace(name string) error {
	ok := func(c rune) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' }
	if name == "" || len(name) > 63 || strings.IndexFunc(name, func(c rune) bool { return !ok(c) }) >= 0 {
		return fmt.Errorf("%q is not a namespace: give 1 to 63 of a-z, 0-9, - and _", name)
	}
	return nil
}

// smallest first, then by digest: the same packs are joined by everybody.
func bySize(a, b entry) int {
	return cmp.Or(cmp.Compare(len(a.Keys), len(b.Keys)), strings.Compare(a.Digest, b.Digest))
}
