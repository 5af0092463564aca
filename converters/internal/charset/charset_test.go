package charset

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/internal/charset/magic"
)

func readAll(t testing.TB, b []byte, hint Hint) (string, Result, error) {
	t.Helper()
	open, res, err := Open(io.NewSectionReader(bytes.NewReader(b), 0, int64(len(b))), hint)
	if err != nil {
		return "", res, err
	}
	out, err := io.ReadAll(iotest.OneByteReader(open()))
	if err != nil {
		t.Fatalf("reading: %v", err)
	}
	return string(out), res, nil
}

func TestUnicodeEncodingsAreReadWithAndWithoutMark(t *testing.T) {
	const text = "Größe, naïve, 漢字かな交じり, привет.\r\n\tline 2 \U0001F600\n"
	for _, c := range []struct {
		name string
		mark bool
	}{
		{"UTF-8", false},
		{"UTF-8", true},
		{"UTF-16LE", false},
		{"UTF-16LE", true},
		{"UTF-16BE", false},
		{"UTF-16BE", true},
		{"UTF-32LE", false},
		{"UTF-32LE", true},
		{"UTF-32BE", false},
		{"UTF-32BE", true},
	} {
		in := text
		if c.mark {
			in = "\uFEFF" + text
		}
		got, res, err := Decode(wideBytes(c.name, in), "")
		if err != nil || got != text || res.Name != c.name || res.BOM != c.mark || res.Margin != Certain {
			t.Errorf("%s, mark %v: %+v, %v, %q", c.name, c.mark, res, err, got)
		}
	}
}

// wideBytes encodes s in UTF-8, UTF-16 or UTF-32.
func wideBytes(name, s string) []byte {
	if name == "UTF-8" {
		return []byte(s)
	}
	w := codecNamed(name).wide
	var out []byte
	put := func(u uint32) {
		for k := range w.width {
			shift := 8 * k
			if w.big {
				shift = 8 * (w.width - 1 - k)
			}
			out = append(out, byte(u>>shift))
		}
	}
	for _, r := range s {
		if w.width == 2 && r > 0xFFFF {
			put(0xD800 + uint32(r-0x10000)>>10)
			put(0xDC00 + uint32(r-0x10000)&0x3FF)
			continue
		}
		put(uint32(r))
	}
	return out
}

func TestWhatIsNotTextIsRefusedByName(t *testing.T) {
	ebcdic := []byte{0xC8, 0x85, 0x93, 0x93, 0x96, 0x40, 0xA6, 0x96, 0x99, 0x93, 0x84, 0x40, 0x81, 0x95, 0x84, 0x40, 0x94, 0x96, 0x99, 0x85, 0x25}
	for _, c := range []struct{ in, want string }{
		{"\x1F\x8B\x08\x00\x00", "gzip data"},
		{"\x89PNG\r\n\x1A\n\x00\x00", "a PNG image"},
		{"\x7FELF\x02\x01\x01", "an ELF program"},
		{"%PDF-1.7\n", "a PDF document"},
		{"PK\x03\x04\x14\x00", "a zip archive"},
		{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an OLE compound file"},
		{string(ebcdic), "EBCDIC text"},
		{strings.Repeat("\x00", 4096), "binary data"},
		{noise(300), "binary data"},
		{noise(40000), "binary data"},
		{strings.Repeat("\x01\x02\x03text", 20), "binary data"},
		{"\x1B$)C\x0E!!\x0F text\n", "ISO-2022-KR text"},
	} {
		_, _, err := Decode([]byte(c.in), "")
		var not *NotTextError
		if !errors.As(err, &not) || not.What != c.want {
			t.Errorf("%.20q: %v, want %s", c.in, err, c.want)
		}
	}
}

// noise is n bytes that look random.
func noise(n int) string {
	rnd := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rnd.Uint32())
	}
	return string(b)
}

func TestControlCharactersDoNotFailText(t *testing.T) {
	for _, in := range []string{
		"page one\fpage two\x7F\n",
		"\x1B[31mred\x1B[0m\x1B]0;title\a\x1B[2J\n",
		"N\bNA\bAM\bME\bE\n",
		"one stray \x00 in a text\n",
		strings.Repeat("line\n", 100) + strings.Repeat("\x00", 300),
		"DOS file\r\n\x1A",
		"",
		"\n",
	} {
		got, res, err := Decode([]byte(in), "")
		if err != nil || got != in || res.Name != "UTF-8" {
			t.Errorf("%.30q: %q %+v %v", in, got, res, err)
		}
	}
}

func TestDamagedUTF8KeepsTheGoodText(t *testing.T) {
	good := strings.Repeat("Žluťoučký kůň úpěl ďábelské ódy. ", 10)
	for _, c := range []struct {
		in, want string
		replaced int
	}{
		{good + "\xFF" + good, good + "\uFFFD" + good, 1},
		{good + "ab\xC5", good + "ab\uFFFD", 1},
		{good + "\xE2\x82 x" + good, good + "\uFFFD x" + good, 1},
		{good + "\xED\xA0\x80", good + "\uFFFD\uFFFD\uFFFD", 3},
		{"ok \xC0\xAF \xE2\x82 \xED\xA0\x80\xED\xB0\x80 \xF5\x80\x80\x80 \xFF\xFE end \xE2", "ok \uFFFD\uFFFD \uFFFD " +
			strings.Repeat("\uFFFD", 6) + " " + strings.Repeat("\uFFFD", 4) + " \uFFFD\uFFFD end \uFFFD", 16},
		{"\xEF\xBB\xBF" + good + "\x80\n", good + "\uFFFD\n", 1},
	} {
		got, res, err := Decode([]byte(c.in), "")
		if err != nil || got != c.want || res.Replaced != c.replaced || res.Name != "UTF-8" {
			t.Errorf("…%.40q: %+v, %v", c.in[max(0, len(c.in)-40):], res, err)
		}
	}
}

func TestOddUTF16IsReplacedAtItsEnd(t *testing.T) {
	got, res, err := Decode([]byte("\xFF\xFEt\x00e\x00x\x00t\x00A"), "")
	if err != nil || got != "text\uFFFD" || res.Replaced != 1 {
		t.Errorf("%q %+v %v", got, res, err)
	}
}

func TestMarkThatLiesIsNotBelieved(t *testing.T) {
	got, res, err := Decode([]byte("\xFF\xFEa,b\n1,2\n"), "")
	if err != nil || got != "a,b\n1,2\n" || res.Name != "UTF-8" {
		t.Errorf("%q %+v %v", got, res, err)
	}
}

func TestISO2022JPIsReadByItsEscapes(t *testing.T) {
	got, res, err := Decode([]byte("ab \x1B$B4A;z\x1B(B c\n"), "")
	if err != nil || got != "ab 漢字 c\n" || res.Name != "ISO-2022-JP" {
		t.Errorf("%q %+v %v", got, res, err)
	}
}

func TestMagicNamesContainers(t *testing.T) {
	for in, want := range map[string]string{
		"PK\x03\x04....": "zip", "%PDF-1.4": "pdf", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1": "ole", "{\\rtf1": "rtf",
		"plain": "", "": "", "MZ is a country code": "", "BM": "", "MZ\x90\x00\x03": "exe",
	} {
		if got := magic.Type([]byte(in)); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestReaderAgreesWithDecode(t *testing.T) {
	long := strings.Repeat("naïve café déjà vu über Ærø\n", 20000)
	for name, in := range map[string][]byte{
		"utf-8":   []byte(long),
		"damaged": []byte(long + "\xFF" + strings.Repeat("x", 5000) + "é\xE9" + long + "line in \xE9t\xE9\n"),
		"latin":   bytes.ReplaceAll([]byte(long), []byte("é"), []byte("\xE9")),
		"utf-16":  wideBytes("UTF-16BE", long[:20000]),
		"escapes": append([]byte("ab\n"), bytes.Repeat([]byte("\x1b$BF|K\\8l\x1b(B text \x1b$BF|K\\\x1b(J.\n"), 9000)...),
		"pairs":   bytes.Repeat([]byte("\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x95\xb6\x8f\xcd\x82\xf0\x93\xc7\x82\xde\n"), 9000),
		"empty":   nil,
	} {
		want, wantRes, err := Decode(in, "")
		if err != nil {
			t.Fatal(err)
		}
		got, res, err := readAll(t, in, "")
		if err != nil || got != want || res != wantRes {
			t.Errorf("%s: %+v, want %+v, %v, same text: %v", name, res, wantRes, err, got == want)
		}
		got, res, err = Text(io.NewSectionReader(bytes.NewReader(in), 0, int64(len(in))), "")
		if err != nil || got != want || res != wantRes {
			t.Errorf("%s: Text: %+v, want %+v, %v, same text: %v", name, res, wantRes, err, got == want)
		}
	}
}

func TestDeclarationIsFound(t *testing.T) {
	for in, want := range map[string]Hint{
		`<?xml version="1.0" encoding="windows-1251"?>`:                              "windows-1251",
		`<html><meta name=x><META http-equiv=a content="text/html; charset=EUC-JP">`: "EUC-JP",
		`<meta charset=gb2312><p>`:                                                   "gb2312",
		`@charset "iso-8859-2";`:                                                     "iso-8859-2",
		"#!/usr/bin/python\n# -*- coding: koi8-r -*-\n":                              "koi8-r",
		"my coding: style\n":                                                         "",
		"text":                                                                       "",
	} {
		if got := Declared([]byte(in)); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestDeclarationStandsBesideBadBytes(t *testing.T) {
	for in, want := range map[string]Hint{
		"<?xml\xd7\xc5\xff encoding='KOI8-R'?>":             "KOI8-R",
		"<html>\xff\xff\xff<META CHARSET=\"windows-1252\">": "windows-1252",
		"\xff\xff<meta name=x":                              "",
	} {
		if got := Declared([]byte(in)); got != want {
			t.Errorf("Declared(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestEveryLabelNamesACodec(t *testing.T) {
	for _, l := range labels {
		if codecNamed(l.name) == nil || plainLabel(l.label) != l.label {
			t.Errorf("label %q: no codec %q, or not plain", l.label, l.name)
		}
	}
}

func TestHostileFilesAreReadOrRefused(t *testing.T) {
	dir := filepath.Join(convtest.CorpusFolder(t), "hostile")
	for name, refused := range map[string]bool{
		"made__nul.txt": true, "made__elf-as.md": true, "made__gzip-as.json": true, "made__png-as.txt": true,
		"made__bad-utf8.txt": false, "made__ansi.txt": false, "made__blank.txt": false, "made__zero.txt": false,
		"made__bom-lies.csv": false, "made__odd-utf16.txt": false, "made__charset-lies.html": false,
	} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		text, res, err := Decode(b, "")
		if (err != nil) != refused {
			t.Errorf("%s: %v", name, err)
		}
		t.Logf("%s: %+v %v %.60q", name, res, err, text)
	}
}

// TestCorpusEncodingsAreRight reads every file of known encoding. Johab and ISO-2022-KR have no decoder here; the latter is
// refused by name.
func TestCorpusEncodingsAreRight(t *testing.T) {
	dir := convtest.CorpusFolder(t)
	list, err := os.ReadFile(filepath.Join(dir, "ENCODINGS.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(list)), "\n")[1:] {
		name, codec, _ := strings.Cut(line, "\t")
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		got, res, err := Decode(b, "")
		if codec == "johab" || codec == "iso2022_kr" {
			t.Logf("%s: %+v %v", name, res, err)
			continue
		}
		want, ok := expected(dir, name, codec, b)
		if err != nil || !ok || got != want {
			t.Errorf("%s (%s): %+v, %v\n%.200q\n%.200q", name, codec, res, err, got, want)
		} else if res.Uncertain {
			t.Logf("%s (%s): right, but uncertain: %+v", name, codec, res)
		}
	}
}

// expected is the text of a file, from the corpus or by its true encoding.
func expected(dir, name, codec string, b []byte) (string, bool) {
	text, err := os.ReadFile(filepath.Join(dir, name+".expected"+filepath.Ext(name)))
	if err == nil {
		return strings.TrimPrefix(string(text), "\uFEFF"), true
	}
	c := Hint(codec).codec()
	if c == nil {
		return "", false
	}
	out, _ := c.decoder().Step(nil, b, true)
	return strings.TrimPrefix(string(out), "\uFEFF"), true
}
