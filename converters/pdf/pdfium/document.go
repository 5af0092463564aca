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
	handle uint64
	step   func(int) error
	fonts  map[uint64]*Font
	keys   map[string]uint64 // addresses of names that are asked for again

	form       uint64 // what fields are read with, or 0
	page       uint64 // that is open, or 0
	pageNumber int
	mayLayer   bool // there may be optional content in the document
	mayOff     bool // some of that may be shown where layers are off

	file   loaded
	again  uint64 // the document without its tables of meanings, or 0
	tables tables
}

// loaded is where the instance has the file.
type loaded struct {
	data, size uint32
	password   uint64
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

// load puts the file into the instance's memory and opens it there.
func (d *Document) load(s Source) error {
	size := int(s.Content.Size())
	data := d.alloc(size + 1)
	if d.err != nil {
		return d.err
	}
	for at := 0; at < size; at += loadPiece {
		n := min(loadPiece, size-at)
		piece, ok := d.memory.Read(data+uint32(at), uint32(n))
		if !ok {
			return ErrTrap
		}
		if _, err := s.Content.ReadAt(piece, int64(at)); err != nil && err != io.EOF {
			return fmt.Errorf("reading: %w", err)
		}
		d.mayLayer = d.mayLayer || maySayLayer(piece) || at > 0
		d.mayOff = d.mayOff || bytes.Contains(piece, []byte("/AllOff")) || bytes.Contains(piece, []byte("/AnyOff"))
		d.tables.may = d.tables.may || mayMean(piece) || at > 0
		if err := d.step(n/1024 + 1); err != nil {
			return err
		}
	}
	return d.unlock(data, size, s.Password)
}

// unlock opens the file that is in the instance's memory.
func (d *Document) unlock(data uint32, size int, secret string) error {
	var password uint64
	if usable(secret) {
		password = d.name(secret)
	}
	d.handle = d.ptr(fnLoadDocument, uint64(data), uint64(size), password)
	d.file = loaded{data, uint32(size), password}
	if d.handle != 0 || d.err != nil {
		return d.err
	}
	err := loadError(d.int(fnLastError))
	if password != 0 && errors.Is(err, ErrPassword) {
		// It may be one that needs none to be read, among others that do.
		d.handle = d.ptr(fnLoadDocument, uint64(data), uint64(size), 0)
		d.file.password = 0
	}
	if d.handle == 0 && d.err == nil {
		return err
	}
	return d.err
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
	_ = d.module.Close(d.ctx) // its memory goes with it
}

// Err returns the error that ended the document's instance, if one did.
func (d *Document) Err() error { return d.err }

// Pages returns how many pages the document has.
func (d *Document) Pages() int { return max(d.int(fnPageCount, d.handle), 0) }

// Copying reports whether the document, as it was opened, allows that its text
// is copied (PDF 32000-1, table 22).
func (d *Document) Copying() bool {
	const extract = 1 << 4
	return d.int(fnPermissions, d.handle)&extract != 0
}

// Tagged reports whether the document says that it has a structure tree.
func (d *Document) Tagged() bool { return d.ok(fnIsTagged, d.handle) }

// Label returns what the document calls a page, such as "iv", or "" where it does
// not say (PDF 32000-1, 12.4.2).
func (d *Document) Label(number int) string {
	return d.text(fnPageLabel, d.handle, uint64(number-1))
}

// Language returns the document's language, such as "en-US", or "".
func (d *Document) Language() string { return d.text(fnLanguage, d.handle) }

// Meta returns an entry of the document's information, such as "Title".
func (d *Document) Meta(key string) string { return d.text(fnMeta, d.handle, d.key(key)) }

// key returns the address of a name, which is put into the memory once.
func (d *Document) key(s string) uint64 {
	p, ok := d.keys[s]
	if !ok {
		p = d.name(s)
		d.keys[s] = p
	}
	return p
}
