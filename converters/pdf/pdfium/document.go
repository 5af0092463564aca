package pdfium

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

const loadPiece = 1 << 20

// Document is an open document. It is for one goroutine.
type Document struct {
	*machine
	room   *room
	file   loaded
	form   uint64    // what fields are read with, or 0
	page   *openPage // that is open, or nil
	tables tables
}

// loaded is where the instance has the file, and what that may hold.
type loaded struct {
	data, size uint32
	password   uint64
	handle     uint64 // of the document, once it is open

	mayLayer bool // optional content
	mayOff   bool // some of that may be shown where layers are off
	mayMean  bool // tables of what its codes mean
}

// The errors of a document, for errors.Is; [ErrTrap] is another one.
var (
	ErrFormat   = errors.New("no PDF document")
	ErrPassword = errors.New("a password is needed")
	ErrSecurity = errors.New("encrypted in a way that is not known")
	ErrMemory   = errors.New("there is no memory for PDFium") // the system gives none, whatever the document
)

// Source is what a document is read from.
type Source struct {
	Content  *io.SectionReader
	Password string
	// Step is told of work, one step for about a character or a path, and ends
	// it by an error. It may be nil.
	Step func(n int) error
}

// load puts the file into an instance's memory and opens it there.
func (f *loaded) load(m *machine, s Source) error {
	size := int(s.Content.Size())
	f.data, f.size = m.alloc(size+1), uint32(size)
	if m.err != nil {
		return m.err
	}
	for at := 0; at < size; at += loadPiece {
		n := min(loadPiece, size-at)
		piece, ok := m.memory.Read(f.data+uint32(at), uint32(n))
		if !ok {
			return ErrTrap
		}
		if _, err := s.Content.ReadAt(piece, int64(at)); err != nil && err != io.EOF {
			return fmt.Errorf("reading: %w", err)
		}
		f.mayLayer = f.mayLayer || maySayLayer(piece) || at > 0
		f.mayOff = f.mayOff || bytes.Contains(piece, []byte("/AllOff")) || bytes.Contains(piece, []byte("/AnyOff"))
		f.mayMean = f.mayMean || mayMean(piece) || at > 0
		if err := m.step(n/1024 + 1); err != nil {
			return err
		}
	}
	if usable(s.Password) {
		f.password = m.key(s.Password)
	}
	return f.unlock(m)
}

// unlock opens the file that is in the instance's memory.
func (f *loaded) unlock(m *machine) error {
	if f.handle = f.open(m); f.handle != 0 || m.err != nil {
		return m.err
	}
	err := loadError(m.int(fnLastError))
	if f.password != 0 && errors.Is(err, ErrPassword) {
		// It may be one that needs none to be read, among others that do.
		f.password = 0
		f.handle = f.open(m)
	}
	if f.handle == 0 && m.err == nil {
		return err
	}
	return m.err
}

// open returns a handle of the file, 0 where it does not open.
func (f *loaded) open(m *machine) uint64 {
	return m.ptr(fnLoadDocument, uint64(f.data), uint64(f.size), f.password)
}

// usable reports whether a password can be one: it has at most 127 bytes
// (PDF 32000-2, 7.6.4.3.2), and what is longer takes minutes to be refused.
func usable(password string) bool {
	const longest = 127
	return password != "" && len(password) <= longest && strings.IndexByte(password, 0) < 0
}

// maySayLayer reports whether a file may name optional content: it does so in
// the open, or has objects or names that are not written plainly.
func maySayLayer(piece []byte) bool {
	for _, s := range []string{"/OCProperties", "ObjStm", "/#", "/O#", "/OC#", "/OCP", "/XRef"} {
		if bytes.Contains(piece, []byte(s)) {
			return true
		}
	}
	return false
}

// loadError returns the error for what FPDF_GetLastError says.
func loadError(code int) error {
	const password, security = 4, 5
	switch code {
	case password:
		return ErrPassword
	case security:
		return ErrSecurity
	default:
		return ErrFormat
	}
}

// Close throws the document's instance away.
func (d *Document) Close() {
	_ = d.known.module.Close(d.ctx) // its memory goes with it
}

// Err returns the error that ended the document's instance, if one did.
func (d *Document) Err() error { return d.err }

// Pages returns how many pages the document has.
func (d *Document) Pages() int { return max(d.int(fnPageCount, d.file.handle), 0) }

// Copying reports whether the document, as it was opened, allows that its text
// is copied (PDF 32000-1, table 22).
func (d *Document) Copying() bool {
	const extract = 1 << 4
	return d.int(fnPermissions, d.file.handle)&extract != 0
}

// Label returns what the document calls a page, such as "iv", or "" where it does
// not say (PDF 32000-1, 12.4.2).
func (d *Document) Label(number int) string {
	return d.text(fnPageLabel, d.file.handle, uint64(number-1))
}

// Language returns the document's language, such as "en-US", or "".
func (d *Document) Language() string { return d.text(fnLanguage, d.file.handle) }

// Meta returns an entry of the document's information, such as "Title".
func (d *Document) Meta(key string) string { return d.text(fnMeta, d.file.handle, d.key(key)) }
