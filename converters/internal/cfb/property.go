package cfb

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/codepage"
	"github.com/seed353dc258/backstory/document"
)

// The properties of a document that are read ([MS-OLEPS], 2.25.1), and the types of
// their values (2.15).
const (
	propCodePage = 1
	propTitle    = 2
	propSubject  = 3
	propAuthor   = 4
	propKeywords = 5
	propCreated  = 12
	propSaved    = 13

	typeShort = 2
	typeText  = 30
	typeWide  = 31
	typeTime  = 64
)

// Meta returns what the summary of a document says of it; a broken summary says
// nothing.
func (f *File) Meta() (document.Meta, error) {
	b, err := f.Read(f.root.Stream("\x05SummaryInformation"))
	if err != nil || len(b) < 48 {
		return document.Meta{}, err
	}
	s := set{raw: from(b, int(binary.LittleEndian.Uint32(b[44:])))}
	s.page, _ = codepage.Of(1252)
	if at := s.find(propCodePage, typeShort); at != nil {
		s.page, _ = codepage.Of(int(binary.LittleEndian.Uint16(at)))
	}
	return document.Meta{
		Title: s.text(propTitle), Subject: s.text(propSubject), Author: s.text(propAuthor), Keywords: s.text(propKeywords),
		Created: s.time(propCreated), Modified: s.time(propSaved),
	}, nil
}

// set is the first set of a stream of properties.
type set struct {
	raw  []byte
	page codepage.Page
}

// from returns bytes from an offset on; nothing where there are none.
func from(b []byte, at int) []byte {
	if at < 0 || at > len(b) {
		return nil
	}
	return b[at:]
}

// maxProperties bounds how many properties of a set are looked at.
const maxProperties = 256

// find returns what is behind the type of a property, four bytes or more; nil for none
// of that type.
func (s *set) find(id, kind uint32) []byte {
	if len(s.raw) < 8 {
		return nil
	}
	n := min(int(binary.LittleEndian.Uint32(s.raw[4:])), maxProperties, (len(s.raw)-8)/8)
	for i := range n {
		if binary.LittleEndian.Uint32(s.raw[8+8*i:]) != id {
			continue
		}
		at := from(s.raw, int(binary.LittleEndian.Uint32(s.raw[12+8*i:])))
		if len(at) >= 8 && binary.LittleEndian.Uint32(at) == kind {
			return at[4:]
		}
	}
	return nil
}

// text returns a text.
func (s *set) text(id uint32) string {
	if at := s.find(id, typeText); at != nil {
		n := min(int(binary.LittleEndian.Uint32(at)), len(at)-4)
		d := codepage.Decoder{Page: s.page}
		return clean(string(d.Unfinished(d.Decode(nil, at[4:4+max(n, 0)], true))))
	}
	if at := s.find(id, typeWide); at != nil {
		n := min(2*int(binary.LittleEndian.Uint32(at)), len(at)-4)
		return clean(Wide(at[4 : 4+max(n, 0)]))
	}
	return ""
}

// clean takes the end of a text off, and what is around it.
func clean(text string) string {
	text, _, _ = strings.Cut(text, "\x00")
	return strings.TrimSpace(text)
}

// Wide returns a text of UTF-16, the lower byte first.
func Wide(b []byte) string {
	var text strings.Builder
	text.Grow(len(b) / 2)
	for ; len(b) >= 2; b = b[2:] {
		r := rune(binary.LittleEndian.Uint16(b))
		if utf16.IsSurrogate(r) {
			low := rune(0)
			if len(b) >= 4 {
				low = rune(binary.LittleEndian.Uint16(b[2:]))
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				b = b[2:]
			}
		}
		text.WriteRune(r)
	}
	return text.String()
}

// time returns a time.
func (s *set) time(id uint32) string {
	if at := s.find(id, typeTime); len(at) >= 8 {
		return FileTime(binary.LittleEndian.Uint64(at)).String()
	}
	return ""
}

// FileTime is a moment in units of 100 ns since the year 1601 ([MS-DTYP], 2.3.3).
type FileTime uint64

// Seconds returns the moment in seconds since the year 1970.
func (t FileTime) Seconds() int64 { return int64(t/10_000_000) - 11_644_473_600 }

// String returns a moment in UTC, or "" for none.
func (t FileTime) String() string {
	at := t.Seconds()
	if t == 0 || at < -11_644_473_600+86400*366 || at >= 253_402_300_800 {
		return "" // no time of a document: a duration, or a year that has five digits
	}
	days, rest := at/86400, at%86400
	if rest < 0 {
		days, rest = days-1, rest+86400
	}
	year, month, day := date(days)
	return fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02dZ", year, month, day, rest/3600, rest/60%60, rest%60)
}

// date returns the date of a day that is counted from the year 1970. Years begin in
// March here, so that the day of a leap year is the last one.
func date(days int64) (year, month, day int64) {
	days += 719_468
	era := days / 146_097
	of := days - era*146_097
	years := (of - of/1460 + of/36_524 - of/146_096) / 365
	inYear := of - (365*years + years/4 - years/100)
	m := (5*inYear + 2) / 153
	day, month, year = inYear-(153*m+2)/5+1, m+3, years+era*400
	if month > 12 {
		month, year = month-12, year+1
	}
	return year, month, day
}
