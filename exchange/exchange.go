// Package exchange takes personas of other systems in and gives profiles out.
//
// A kind, such as character cards, is a folder: a [Reader] that turns a file or
// a folder into the texts of a profile, and, where the way back is there, a
// [Writer]. The kinds are listed in exchange/all.
//
//   - organisation.go: several personas that belong together
//   - place.go: making the folder of a profile, whole or not at all
//   - exchange.go: the contract
//   - json.go: JSON from strangers, bounded
//   - persona.go: a profile as writers see it
//   - import.go, clean.go: what an import makes, and the rules for its texts
//   - zip.go, tree.go: the files of a folder or of a zip package, bounded
//   - error.go: what may be wrong with an input
//   - report.go, record.go: what became of each part; what an export goes by
//
// The rules, which no kind can leave out since [Import] applies them: nothing is
// fetched and nothing of a file is run; every text passes the gate; a text never
// becomes front matter, preferences, options, tools or a model; a file lands in
// the folders of a profile that hold text, under a name that is made here.
package exchange

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// Kind is a system, or a kind of file, that personas come from or go to.
type Kind struct {
	Name  string // as the command line has it
	Title string
	Forms []string // what export calls its results; empty where there is no way out
}

// Reader reads what one kind has. It keeps nothing between two inputs.
type Reader interface {
	Kind() Kind
	// Read hands what it finds in the input over to out. Its errors are
	// ErrCorrupt, ErrLimit, ErrUnknown, the context's, or those of reading and of
	// SignedBy;
	// after one nothing of the import is kept.
	Read(ctx context.Context, in *Input, out *Import) error
}

// Writer is a Reader that writes as well.
type Writer interface {
	Reader
	// Write makes one of the kind's forms of a profile.
	Write(ctx context.Context, p *Persona, form string, out *Export) error
}

// Input is what an import reads.
type Input struct {
	Name string            // the last part of what was named
	File *io.SectionReader // of a file
	Tree *Tree             // of a folder
	User string            // who is meant by {{user}} and its like
	// Around is what the configuration of the folder's system says of it.
	Around Around

	// Settings says that the user trusts the input to say how an agent works. Our
	// own packs alone can.
	Settings bool
	// SignedBy returns who signed the index of a pack, "" where nobody did, and an
	// error where the signature does not hold or is not one that is asked for. It
	// may be nil: then nothing is said of signatures.
	SignedBy func(index, signature []byte) (string, error)
}

// Memory is what a program that imports has its runtime collect more often at, in
// bytes, so that a hostile file takes little more of it.
const Memory = 40 << 20

// MaxFile is the size of a file that is read whole, in bytes.
const MaxFile = 64 << 20

// Bytes returns the whole file, of at most so many bytes. A folder is an
// ErrUnknown.
func (in *Input) Bytes(most int64) ([]byte, error) {
	if in.File == nil {
		return nil, fmt.Errorf("%w: a file is wanted, and this is a folder", ErrUnknown)
	}
	if size := in.File.Size(); size > most {
		return nil, fmt.Errorf("%w: the file has %d bytes, and %d are read at most", ErrLimit, size, most)
	}
	content := make([]byte, in.File.Size())
	if _, err := in.File.ReadAt(content, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return content, nil
}

// Files returns the files of a folder, or of a file that is a zip package.
func (in *Input) Files() (*Tree, error) {
	if in.Tree != nil {
		return in.Tree, nil
	}
	return OpenZip(in.File, in.File.Size())
}

// IsZip reports whether the input is a file that begins as a zip package does.
func (in *Input) IsZip() bool {
	var head [4]byte
	if in.File == nil {
		return false
	}
	n, _ := in.File.ReadAt(head[:], 0) // a shorter file is none
	return n == 4 && string(head[:]) == "PK\x03\x04"
}

// Output is a file that an export made.
type Output struct {
	Path    string // with slashes; the one file of a form that is one has none
	Content []byte
}

// Export takes what a Writer makes. A result is one file, or a folder of files.
type Export struct {
	Outputs []Output
	Image   []byte                                           // of the persona, as the user named it; nil where they named none
	Sign    func(index []byte) (signature []byte, err error) // signs a pack; nil for none
	Notes   []Note
}

// File adds a file; "" is the path of a result that is one file.
func (e *Export) File(path string, content []byte) {
	e.Outputs = append(e.Outputs, Output{path, content})
}

// Note says what became of a part of the profile.
func (e *Export) Note(f Fate, place, to, why string) {
	e.Notes = append(e.Notes, Note{Fate: f, Place: place, To: to, Why: why})
}

// Registry is a list of kinds.
type Registry struct{ readers []Reader }

// NewRegistry returns the list of kinds. Two of one name, or two with one form,
// are an error.
func NewRegistry(readers ...Reader) (*Registry, error) {
	kinds, forms := map[string]bool{}, map[string]bool{}
	for _, r := range readers {
		k := r.Kind()
		if kinds[k.Name] {
			return nil, fmt.Errorf("two kinds are called %q", k.Name)
		}
		kinds[k.Name] = true
		for _, form := range k.Forms {
			if forms[form] {
				return nil, fmt.Errorf("two kinds have the form %q", form)
			}
			forms[form] = true
		}
	}
	return &Registry{readers}, nil
}

// Kinds returns all kinds, in the order of the list.
func (r *Registry) Kinds() []Kind {
	kinds := make([]Kind, len(r.readers))
	for i, reader := range r.readers {
		kinds[i] = reader.Kind()
	}
	return kinds
}

// Reader returns what reads a kind.
func (r *Registry) Reader(name string) (Reader, bool) {
	for _, reader := range r.readers {
		if k := reader.Kind(); k.Name == name {
			return reader, true
		}
	}
	return nil, false
}

// Writer returns what writes a form.
func (r *Registry) Writer(form string) (Writer, bool) {
	for _, reader := range r.readers {
		for _, f := range reader.Kind().Forms {
			if w, ok := reader.(Writer); ok && f == form {
				return w, true
			}
		}
	}
	return nil, false
}
