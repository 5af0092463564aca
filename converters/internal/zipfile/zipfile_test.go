package zipfile_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/zipfile"
)

// pair is a part of a package.
type pair struct{ name, content string }

func pack(t testing.TB, parts ...pair) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, p := range parts {
		f, err := w.Create(p.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, p.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func open(content []byte, limits converters.Limits) (*zipfile.Archive, error) {
	env := converters.NewEnv(nil, limits, converters.Options{})
	return zipfile.Open(context.Background(), env, io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content))))
}

func mustOpen(t testing.TB, content []byte, limits converters.Limits) *zipfile.Archive {
	t.Helper()
	a, err := open(content, limits)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// both reads a part whole and as a stream, and expects the same of both.
func both(t testing.TB, a *zipfile.Archive, name string) (string, error) {
	t.Helper()
	whole, err := a.Read(name)
	var streamed []byte
	r, streamErr := a.Open(name)
	if streamErr == nil {
		streamed, streamErr = io.ReadAll(r)
	}
	if (err == nil) != (streamErr == nil) || err == nil && !bytes.Equal(whole, streamed) {
		t.Errorf("%s: whole %d bytes, %v; streamed %d bytes, %v", name, len(whole), err, len(streamed), streamErr)
	}
	return string(whole), err
}

func TestPartsAreFoundAndRead(t *testing.T) {
	long := strings.Repeat("all work and no play ", 5000)
	a := mustOpen(t, pack(t, pair{"[Content_Types].xml", "<Types/>"}, pair{"word/", ""}, pair{"word\\Document.xml", long}, pair{"/empty", ""}), converters.Limits{})
	var names []string
	for _, e := range a.Entries() {
		names = append(names, fmt.Sprintf("%s %d", e.Name, e.Size))
	}
	if diff := cmp.Diff([]string{"[Content_Types].xml 8", fmt.Sprintf("word/Document.xml %d", len(long)), "empty 0"}, names); diff != "" {
		t.Error(diff)
	}
	for name, want := range map[string]string{"/WORD/document.xml": long, "[content_types].XML": "<Types/>", "Empty": ""} {
		for range 2 {
			if got, err := both(t, a, name); err != nil || got != want {
				t.Errorf("%s: %d bytes, %v", name, len(got), err)
			}
		}
	}
	if _, err := a.Read("word/missing.xml"); !errors.Is(err, converters.ErrCorrupt) || a.Has("word") || a.Has("") {
		t.Errorf("a part that is not there: %v", err)
	}
}

func TestStoredAndPrefixedPackagesAreRead(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("#!/bin/sh\nexit\n")
	w := zip.NewWriter(&b)
	f, _ := w.CreateHeader(&zip.FileHeader{Name: "mimetype", Method: zip.Store})
	io.WriteString(f, "application/x")
	w.SetComment("PK\x05\x06 is the mark")
	w.Close()
	prefixed := b.Bytes()
	for _, content := range [][]byte{prefixed, append(bytes.Clone(pack(t, pair{"mimetype", "application/x"})), "\r\n-- \r\ntrailer"...)} {
		if got, err := both(t, mustOpen(t, content, converters.Limits{}), "mimetype"); err != nil || got != "application/x" {
			t.Errorf("got %q, %v", got, err)
		}
	}
}

func TestLimitsHoldBeforeAnythingIsUnpacked(t *testing.T) {
	zeros := pair{"z", strings.Repeat("\x00", 11<<20)}
	for _, c := range []struct {
		limits converters.Limits
		parts  []pair
		want   converters.Limit
	}{
		{converters.Limits{Entries: 1}, []pair{{"a", ""}, {"z", ""}}, converters.LimitEntries},
		{converters.Limits{Part: 5}, []pair{{"z", "123456"}}, converters.LimitPart},
		{converters.Limits{Parts: 7}, []pair{{"a", "1234"}, {"z", "1234"}}, converters.LimitParts},
		{converters.Limits{}, []pair{zeros}, converters.LimitRatio},
	} {
		var over *converters.LimitError
		a, err := open(pack(t, c.parts...), c.limits)
		for i := 0; err == nil && i < len(c.parts); i++ {
			_, err = both(t, a, c.parts[i].name)
		}
		if !errors.As(err, &over) || over.Limit != c.want {
			t.Errorf("%v: got %v", c.want, err)
		}
	}
	a := mustOpen(t, pack(t, pair{"z", "1234"}), converters.Limits{Parts: 4})
	for range 3 {
		if _, err := both(t, a, "z"); err != nil {
			t.Errorf("a part that is read again: %v", err)
		}
	}
	a = mustOpen(t, pack(t, zeros), converters.Limits{Ratio: 2000})
	if got, err := both(t, a, "z"); err != nil || got != zeros.content {
		t.Errorf("ratio raised: %d bytes, %v", len(got), err)
	}
}

// directory returns where the first record of the central directory begins.
func directory(content []byte) int { return bytes.Index(content, []byte("PK\x01\x02")) }

func TestBrokenPackagesAreCorrupt(t *testing.T) {
	good := pack(t, pair{"a", strings.Repeat("text ", 300)}, pair{"b", "other"})
	poke := func(at int, value ...byte) []byte {
		c := bytes.Clone(good)
		copy(c[at:], value)
		return c
	}
	first := directory(good)
	second := first + 46 + 1
	for name, content := range map[string][]byte{
		"empty":           {},
		"cut":             good[:len(good)/2],
		"headless":        good[10:],
		"text":            []byte("Dear Sir or Madam"),
		"longer":          poke(first+24, 0xff, 0xff, 0, 0),
		"shorter":         poke(first+24, 9, 0, 0, 0),
		"checksum":        poke(first+16, 1, 2, 3, 4),
		"method":          poke(first+10, 9),
		"stored":          poke(first+10, 0),
		"bits":            poke(40, 0xff, 0xff, 0xff, 0xff),
		"local header":    poke(0, 'X'),
		"a record":        poke(second, 'X'),
		"shared bytes":    poke(second+42, 0, 0, 0, 0),
		"a lie of 4 GB":   poke(first+24, 0xfe, 0xff, 0xff, 0xff),
		"twice":           pack(t, pair{"x/a", "1"}, pair{"X/A", "2"}),
		"out of it":       pack(t, pair{"x/../../a", "1"}),
		"out, backslash":  pack(t, pair{"..\\a", "1"}),
		"directory above": poke(len(good)-6, 0xff, 0xff, 0xff, 0x7f),
		"too many":        poke(len(good)-12, 3),
		"more volumes":    poke(len(good)-18, 1),
	} {
		a, err := open(content, converters.Limits{Part: 1 << 33, Parts: 1 << 33, Ratio: 1 << 30})
		if err == nil {
			_, err = both(t, a, "a")
		}
		if !errors.Is(err, converters.ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	a := mustOpen(t, pack(t, pair{"a..b", "1"}, pair{"c", ""}), converters.Limits{})
	if got, err := both(t, a, "A..B"); err != nil || got != "1" {
		t.Errorf("dots inside a name: %q, %v", got, err)
	}
}

func TestEncryptedEntriesAreEncrypted(t *testing.T) {
	content := pack(t, pair{"a", "1"})
	content[directory(content)+8] |= 1
	if _, err := both(t, mustOpen(t, content, converters.Limits{}), "a"); !errors.Is(err, converters.ErrEncrypted) {
		t.Errorf("got %v", err)
	}
}

// container makes the head of an OLE container with names in its directory.
func container(names ...string) []byte {
	b := make([]byte, 512*4)
	copy(b, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	b[30] = 9
	binary.LittleEndian.PutUint32(b[48:], 1) // the directory: sectors 1 and 2
	binary.LittleEndian.PutUint32(b[76:], 0) // the allocation table: sector 0
	binary.LittleEndian.PutUint32(b[512+4:], 2)
	binary.LittleEndian.PutUint32(b[512+8:], 0xfffffffe)
	for i, name := range names {
		entry := b[512*2+128*i:]
		for j, u := range utf16.Encode([]rune(name)) {
			binary.LittleEndian.PutUint16(entry[2*j:], u)
		}
		binary.LittleEndian.PutUint16(entry[64:], uint16(2*len(name)+2))
	}
	return b
}

func TestContainersOfOfficeAreTold(t *testing.T) {
	for _, c := range []struct {
		names []string
		is    error
		says  string
	}{
		{[]string{"Root Entry", "EncryptionInfo", "EncryptedPackage"}, converters.ErrEncrypted, "encrypted with a password"},
		{[]string{"Root Entry", "a", "b", "c", "WordDocument"}, converters.ErrCorrupt, "Word document (.doc)"},
		{[]string{"Root Entry", "Workbook"}, converters.ErrCorrupt, "Excel workbook (.xls)"},
		{[]string{"Root Entry", "PowerPoint Document"}, converters.ErrCorrupt, "PowerPoint presentation (.ppt)"},
		{[]string{"Root Entry", "Quill"}, converters.ErrCorrupt, "unknown kind"},
	} {
		_, err := open(container(c.names...), converters.Limits{})
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v", c.names, err)
		}
	}
}

func FuzzArchive(f *testing.F) {
	f.Add(pack(f, pair{"a", "1"}, pair{"b/c", strings.Repeat("2", 1000)}))
	f.Add(container("Root Entry", "WordDocument"))
	f.Fuzz(func(t *testing.T, content []byte) {
		a, err := open(content, converters.Limits{Part: 1 << 20, Parts: 4 << 20})
		if err != nil {
			return
		}
		for _, e := range a.Entries() {
			if got, err := both(t, a, e.Name); err == nil && int64(len(got)) != e.Size {
				t.Errorf("%s: %d bytes of %d", e.Name, len(got), e.Size)
			}
		}
	})
}

// FuzzPacked reads data that nobody has packed, whole and as a stream, and
// expects what the standard library reads of it.
func FuzzPacked(f *testing.F) {
	for level := -2; level < 10; level += 3 {
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, level)
		if err != nil {
			f.Fatal(err)
		}
		for i := range 300 {
			fmt.Fprintf(w, "<c r=\"A%d\"><v>%d</v></c>", i, i*i)
		}
		w.Close()
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		want, wrong := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), 1<<20))
		if len(want) == 1<<20 || wrong != nil {
			return
		}
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		p, err := w.CreateRaw(&zip.FileHeader{
			Name: "a", Method: zip.Deflate, CRC32: crc32.ChecksumIEEE(want),
			CompressedSize64: uint64(len(packed)), UncompressedSize64: uint64(len(want)),
		})
		if err != nil {
			t.Fatal(err)
		}
		p.Write(packed)
		w.Close()
		got, err := both(t, mustOpen(t, b.Bytes(), converters.Limits{}), "a")
		if err != nil || got != string(want) {
			t.Errorf("%d bytes, %v; %d bytes by the standard library", len(got), err, len(want))
		}
	})
}

func BenchmarkRead(b *testing.B) {
	var text strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&text, `<w:p w:rsidR="00%X"><w:pPr><w:pStyle w:val="Normal"/></w:pPr><w:r><w:t>Line %d of a long text</w:t></w:r></w:p>`, i*7919, i)
	}
	content := pack(b, pair{"a", text.String()})
	for _, how := range []string{"whole", "stream", "standard library"} {
		b.Run(how, func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				if how == "standard library" {
					z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
					if err != nil {
						b.Fatal(err)
					}
					r, err := z.File[0].Open()
					if err != nil {
						b.Fatal(err)
					}
					if _, err := io.Copy(io.Discard, r); err != nil {
						b.Fatal(err)
					}
					continue
				}
				a := mustOpen(b, content, converters.Limits{})
				if how == "whole" {
					if _, err := a.Read("a"); err != nil {
						b.Fatal(err)
					}
					continue
				}
				r, err := a.Open("a")
				if err != nil {
					b.Fatal(err)
				}
				if _, err := io.Copy(io.Discard, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestHeadsArePartsOfWhole(t *testing.T) {
	var text strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "line %d of %d\n", i, i*i)
	}
	a := mustOpen(t, pack(t, pair{"a", text.String()}, pair{"b", "short"}), converters.Limits{})
	for _, size := range []int64{1, 1000, 50_000} {
		head, all, err := a.Head("a", size)
		if err != nil || all || int64(len(head)) < size || !strings.HasPrefix(text.String(), string(head)) {
			t.Errorf("%d: %d bytes, %t, %v", size, len(head), all, err)
		}
	}
	if head, all, err := a.Head("b", 1000); err != nil || !all || string(head) != "short" {
		t.Errorf("%q, %t, %v", head, all, err)
	}
}
