package word

import (
	"encoding/binary"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// The first two bytes of the main stream.
const (
	identOld = 0xA5DC
	identNew = 0xA5EC

	identEastern, lastEastern = 0xA697, 0xA699 // of Word for East Asian languages
)

// Flags of the head.
const (
	flagComplex   = 0x0004
	flagEncrypted = 0x0100
	flagTable1    = 0x0200
	flagFarEast   = 0x4000

	flagObfuscated = 0x8000
)

// oldest is the number of the format of Word 6; older programs wrote other ones.
const oldest = 101

// Where the numbers of the head are.
const (
	newCounts, oldCounts = 0x4C, 0x34
	newPlaces, oldPlaces = 0x9A, 0x58
	minHead              = 0x200
)

func readFib(main []byte) (fib, error) {
	h := fib{raw: main}
	if len(main) < minHead {
		return h, converters.Corrupt(document.Pos{}, "not a document of Word: its main stream has %d bytes", len(main))
	}
	switch ident := h.short(0); {
	case ident == identOld, ident == identNew && h.short(2) < 106 && h.short(2) >= oldest:
		h.old = true
	case ident != identNew && (ident < identEastern || ident > lastEastern):
		return h, converters.Corrupt(document.Pos{}, "not a document of Word 6 or newer: its main stream begins with %#x", ident)
	}
	if h.short(2) < oldest {
		return h, &converters.CorruptError{What: "the document is of a version of Word before Word 6", Remedy: "save it as docx, with LibreOffice for instance"}
	}
	if h.flags()&flagEncrypted != 0 && (h.old || h.flags()&flagObfuscated != 0) {
		return h, &converters.EncryptedError{What: "the document is obfuscated with a password, as Word 95 did", Remedy: "save it without a password"}
	}
	return h, nil
}

// IsOfLibreOffice reports whether LibreOffice wrote the document, or what it came from: it
// puts that name where Word has the numbers of its versions.
func (f *File) IsOfLibreOffice() bool { return string(f.in.raw[0x22:0x2A]) == "Caolan80" }

func (h *fib) flags() uint16 { return h.short(10) }

func (h *fib) short(at int) uint16 {
	if at+2 > len(h.raw) {
		return 0
	}
	return binary.LittleEndian.Uint16(h.raw[at:])
}

func (h *fib) long(at int) uint32 {
	if at+4 > len(h.raw) {
		return 0
	}
	return binary.LittleEndian.Uint32(h.raw[at:])
}

// counts returns how many characters each story has (2.5.4).
func (h *fib) counts() (n [storyCount]int64) {
	at := newCounts
	if h.old {
		at = oldCounts
	}
	for i := range n {
		n[i] = int64(max(int32(h.long(at+4*i)), 0))
	}
	return n
}

// part names a part of the table stream by its place in the head (2.5.6).
type part int

const (
	partStyles       part = 1
	partNoteRefs     part = 2
	partNotes        part = 3
	partCommentRefs  part = 4
	partComments     part = 5
	partHeaders      part = 11
	partChars        part = 12
	partParas        part = 13
	partFonts        part = 15
	partBookmarks    part = 21
	partBookStarts   part = 22
	partPieces       part = 33
	partAuthors      part = 36
	partShapes       part = 40
	partHeaderShapes part = 41
	partEndRefs      part = 46
	partEnds         part = 47
	partDrawings     part = 50
	partBoxes        part = 56
	partHeaderBoxes  part = 58
	partLists        part = 73
	partOverrides    part = 74
	partCommentDates part = 112

	oldGap   = 10 // between the parts 37 and 38 of Word 6
	oldParts = 48
)

// place returns where a part is in the table stream, and how long it is.
func (h *fib) place(p part) (from, length uint32) {
	at := newPlaces + 8*int(p)
	switch {
	case h.old && p >= oldParts:
		return 0, 0
	case h.old:
		if at = oldPlaces + 8*int(p); p >= 38 {
			at += oldGap
		}
	case int(p) >= int(h.short(newPlaces-2)):
		return 0, 0
	}
	return h.long(at), h.long(at + 4)
}

// part returns a part of the stream of tables, as far as it is there.
func (s *streams) part(p part) []byte {
	from, length := s.place(p)
	return cut(s.table, int64(from), int64(length))
}
