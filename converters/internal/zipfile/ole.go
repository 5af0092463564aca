package zipfile

import (
	"encoding/binary"
	"io"
	"unicode/utf16"

	"github.com/seed353dc258/backstory/converters"
)

// oleMark begins every OLE container ([MS-CFB] 2.2).
const oleMark = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// oleError says what an OLE container is, where a package is expected: Office
// keeps an encrypted package in one ([MS-OFFCRYPTO] 2.3), and the formats
// before 2007 are in one.
func oleError(content io.ReaderAt) error {
	for _, name := range oleNames(content) {
		switch name {
		case "EncryptedPackage", "EncryptionInfo":
			return &converters.EncryptedError{What: "the document is encrypted with a password", Remedy: "save it without a password"}
		case "WordDocument":
			return legacy("Word document (.doc)")
		case "Workbook", "Book":
			return legacy("Excel workbook (.xls)")
		case "PowerPoint Document":
			return legacy("PowerPoint presentation (.ppt)")
		}
	}
	return &converters.CorruptError{What: "not a zip package, as its type asks for, but an OLE container of an unknown kind"}
}

func legacy(what string) error {
	return &converters.CorruptError{
		What:   "not a zip package, as its type asks for, but a " + what + " of the format before 2007",
		Remedy: "give it the extension of its format, or save it in the new format",
	}
}

// Bounds of what is looked at in an OLE container.
const (
	oleSectors    = 64  // of its directory
	oleEntrySize  = 128 // bytes of a directory entry
	maxOleName    = 64  // bytes of a name, the end mark among them
	oleDifatShort = 109 // sectors of the allocation table that the header lists
)

// oleNames returns the names in the directory of an OLE container, as far as
// the header leads to it ([MS-CFB] 2.6).
func oleNames(content io.ReaderAt) []string {
	var header [512]byte
	if readAt(content, header[:], 0) != nil {
		return nil
	}
	shift := binary.LittleEndian.Uint16(header[30:])
	if shift != 9 && shift != 12 {
		return nil
	}
	size := int64(1) << shift
	sector := make([]byte, size)
	var names []string
	next := binary.LittleEndian.Uint32(header[48:])
	for range oleSectors {
		if readAt(content, sector, (int64(next)+1)*size) != nil {
			break
		}
		for at := 0; at < len(sector); at += oleEntrySize {
			names = append(names, oleName(sector[at:at+oleEntrySize]))
		}
		perSector := uint32(size / 4)
		if next/perSector >= oleDifatShort {
			break
		}
		table := binary.LittleEndian.Uint32(header[76+4*(next/perSector):])
		var link [4]byte
		if readAt(content, link[:], (int64(table)+1)*size+4*int64(next%perSector)) != nil {
			break
		}
		next = binary.LittleEndian.Uint32(link[:])
	}
	return names
}

// oleName returns the name of a directory entry.
func oleName(entry []byte) string {
	length := int(binary.LittleEndian.Uint16(entry[maxOleName:]))
	if length < 2 || length > maxOleName {
		return ""
	}
	units := make([]uint16, length/2-1)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(entry[2*i:])
	}
	return string(utf16.Decode(units))
}
