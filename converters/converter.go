package converters

import (
	"context"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document"
)

// Converter reads one format.
//
// Convert returns a document or an error, never both. An input that is not
// what the format says is a [CorruptError], a locked one an
// [EncryptedError], one that passes a limit a [LimitError] (from [Env.Spend],
// [Env.Check] and [Env.Step]); what is lost but not fatal goes to
// [Env.Warn]. The input stays open until the document has been written, so a
// [document.RowSource] may read it late. A converter starts no goroutine, reads no
// clock, touches no disk and no network, and gives the same document for the
// same input, options and limits. It consults Env.Step in every loop that
// input can prolong.
type Converter interface {
	Format() Format
	Convert(ctx context.Context, in Input, env *Env) (*document.Document, error)
}

// Sniffer is a [Converter] that can tell its format by content. Containers
// are told apart by it: docx, xlsx and odt are all zip files.
type Sniffer interface {
	// Sniff reports whether the content is of the converter's format. It
	// reads a bounded part and never fails.
	Sniff(content *io.SectionReader) bool
}

// pretender is a [Converter] of texts that programs give the names of documents, such as
// a table in text that is called a workbook. Its own names are not doubted.
type pretender interface {
	// SniffNamed reports whether content with the name of a format is of the
	// converter's, given that no [Sniffer] knows it.
	SniffNamed(format string, content *io.SectionReader) bool
}

// unlocker is a [Converter] that opens what a password locks as a whole. What is
// inside says what it is, so that this happens before its content is looked at.
type unlocker interface {
	// Unlock returns the content that is locked, or nil where it is not; an error
	// where it is and cannot be opened, mostly an [EncryptedError].
	Unlock(ctx context.Context, content *io.SectionReader, env *Env) (*io.SectionReader, error)
}

// Format is what a converter says of what it reads.
type Format struct {
	Name    string // one lower-case word, the folder's name
	Title   string // for people: "Comma-separated values"
	Version int    // raised by hand when output may change; part of every cache key
	Text    bool   // its files are texts: CRLF means in them what LF means

	Extensions []string // lower case, without dot
	Filenames  []string // whole names without a telling extension, such as "Makefile"
	MediaTypes []string

	Limits   []Limit       // what it consults, besides those that every input has
	Warnings []WarningInfo // its own codes, besides those of [Warnings]
	Calls    []string      // formats that it may convert inside, by name, or [EveryFormat] alone
	Isolated bool          // converted in a child process by default
}

// EveryFormat in [Format.Calls] says that a file inside may be of any format
// that the registry has.
const EveryFormat = "*"

// Input is a source open for reading. Name is its base name. A fragment is part
// of a page, as a feed or a notebook holds it.
type Input struct {
	Name     string
	Fragment bool
	*io.SectionReader
}

// Fragment returns a part of a page that is inside a source as an input for
// [Env.Convert].
func Fragment(name, text string) Input {
	in := TextInput(name, text)
	in.Fragment = true
	return in
}

// TextInput returns text that is inside a source as an input for
// [Env.Convert]: its encoding is known.
func TextInput(name, text string) Input {
	return Input{Name: name, SectionReader: io.NewSectionReader(heldText{strings.NewReader(text), text, utf8.ValidString(text)}, 0, int64(len(text)))}
}

// heldText is a text that can be taken without reading it.
type heldText struct {
	io.ReaderAt

	text  string
	valid bool // it is UTF-8
}

// Text returns the whole text of an input that [TextInput] made of UTF-8.
func (in Input) Text() (string, bool) {
	r, off, n := in.Outer()
	t, ok := r.(heldText)
	if !ok || off != 0 || n != int64(len(t.text)) || !t.valid {
		return "", false
	}
	return t.text, true
}
