package charset

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/seed353dc258/backstory/converters/internal/charset/decode"
)

// in encodes s, which the encoding must have.
func in(t testing.TB, name, s string) []byte {
	t.Helper()
	b, err := codecNamed(name).enc.NewEncoder().Bytes([]byte(s))
	if err != nil {
		t.Fatalf("%s cannot write %q: %v", name, s, err)
	}
	return b
}

func TestSentencesAreReadInTheirEncodings(t *testing.T) {
	for _, s := range sentences {
		for _, name := range s.encodings {
			got, res, err := Decode(in(t, name, s.text), "")
			if err != nil || got != s.text {
				t.Errorf("%s in %s: %+v %v %q", s.language, name, res, err, got)
			}
		}
	}
}

func TestEveryCodecReadsWhatItWrites(t *testing.T) {
	for i := range codecs {
		c := &codecs[i]
		cm, ok := c.enc.(*charmap.Charmap)
		if !ok {
			continue
		}
		for b := range 256 {
			want := string(cm.DecodeByte(byte(b)))
			d := c.decoder()
			got, n := d.Step(nil, []byte{byte(b)}, true)
			replaced, _ := d.Lost()
			if string(got) != want || n != 1 || (replaced == 1) != (want == "\uFFFD") {
				t.Errorf("%s: %#x is %q, want %q", c.name, b, got, want)
			}
		}
	}
}

func TestPairsAreReadAsXTextReadsThem(t *testing.T) {
	for i := range codecs {
		c := &codecs[i]
		if c.pairs == nil || c.name == "Johab" {
			continue
		}
		var all []byte
		for lead := 0x80; lead < 256; lead++ {
			for trail := range 256 {
				all = append(all, byte(lead), byte(trail), ' ', ' ')
			}
		}
		want, err := c.enc.NewDecoder().Bytes(all)
		if err != nil {
			t.Fatal(err)
		}
		got, n := c.decoder().Step(nil, all, true)
		if !bytes.Equal(got, want) || n != len(all) {
			t.Errorf("%s differs from x/text", c.name)
		}
	}
}

// TestEscapesAreReadAsXTextReadsThem compares the decoder of ISO-2022-JP with that of golang.org/x/text, whole and in pieces.
func TestEscapesAreReadAsXTextReadsThem(t *testing.T) {
	codec := codecNamed("ISO-2022-JP")
	parts := []string{
		"\x1b$B", "\x1b$@", "\x1b(B", "\x1b(J", "\x1b(I", "\x1b$(D", "F|K\\", "8l", "\x22\x2f", "\x7e\x7e", "ab", "\n",
		"\x80", "\xff", "\x21\x21", "\x5f\x60",
	}
	g := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		var b []byte
		for range g.IntN(12) {
			b = append(b, parts[g.IntN(len(parts))]...)
		}
		want, _ := (&decode.Text{T: codec.enc.NewDecoder()}).Step(nil, b, true)
		if got, n := codec.decoder().Step(nil, b, true); string(got) != string(want) || n != len(b) {
			t.Fatalf("%q: %q, want %q", b, got, want)
		}
		d, at := codec.decoder(), g.IntN(len(b)+1)
		got, used := d.Step(nil, b[:at], false)
		got, _ = d.Step(got, b[used:], true)
		if string(got) != string(want) {
			t.Fatalf("%q cut at %d: %q, want %q", b, at, got, want)
		}
		if replaced, _ := d.Lost(); replaced != strings.Count(string(want), "\uFFFD") {
			t.Fatalf("%q: %d replaced", b, replaced)
		}
	}
}

func TestBrokenEscapesLoseLittle(t *testing.T) {
	for in, want := range map[string]string{
		"\x1b$BF|K\x1b(Bx": "日\uFFFDx", "\x1b$BF|\r\nab": "日\r\nab", "\x1b$B F| \x80K\\": " 日 \uFFFD本", "\x1b$BF|\x1b": "日\uFFFD", "\x1b$BF": "\uFFFD",
	} {
		d := codecNamed("ISO-2022-JP").decoder()
		if got, n := d.Step(nil, []byte(in), true); string(got) != want || n != len(in) {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// A text of Latin letters is not in an encoding without any, though the bytes of a rare word would mean something in it.
func TestLatinTextIsInAnEncodingOfLatinLetters(t *testing.T) {
	const text = "De kapitein liet de lading vóór de storm aan wal brengen en schreef daarna een brief aan zijn broer in Rotterdam."
	if got, res, err := Decode(in(t, "IBM850", text), ""); err != nil || got != text {
		t.Errorf("%+v %v %q", res, err, got)
	}
}

func TestHintIsFollowedWhereTheTextAllowsIt(t *testing.T) {
	short := []byte("prix: 3\xA4")
	if _, res, err := Decode(short, "iso-8859-15"); err != nil || res.Name != "ISO-8859-15" || !res.Hinted {
		t.Errorf("%+v %v", res, err)
	}
	russian := in(t, "windows-1251", sentences[22].text+" "+sentences[22].text)
	got, res, err := Decode(russian, "iso-8859-1")
	if err != nil || res.Name != "windows-1251" || res.Hinted || !strings.HasPrefix(got, "Вчера") {
		t.Errorf("a wrong hint was believed: %+v %v", res, err)
	}
	if _, res, _ := Decode([]byte("plain é"), "windows-1251"); res.Name != "UTF-8" {
		t.Errorf("valid UTF-8 lost: %+v", res)
	}
	if got, res, _ := Decode([]byte("~{VPND~} text"), "hz-gb-2312"); got != "中文 text" {
		t.Errorf("%q %+v", got, res)
	}
}

func TestDeclarationInsideDecides(t *testing.T) {
	doc := []byte("<?xml version='1.0' encoding='ISO-8859-5'?><a>\xB4\xD0</a>")
	got, res, err := Decode(doc, "")
	if err != nil || !strings.Contains(got, "Да") || !res.Hinted {
		t.Errorf("%q %+v %v", got, res, err)
	}
}

func TestEqualReadingsAreNotUncertain(t *testing.T) {
	_, res, err := Decode([]byte("Der \xC4rger \xFCber die Stra\xDFe ist gro\xDF, aber nat\xFCrlich v\xF6llig verst\xE4ndlich."), "")
	if err != nil || res.Name != "windows-1252" || res.Uncertain {
		t.Errorf("%+v %v", res, err)
	}
}

func TestShortGuessIsUncertain(t *testing.T) {
	if _, res, err := Decode([]byte("x \xE1 y"), ""); err != nil || !res.Uncertain {
		t.Errorf("%+v %v", res, err)
	}
}

func TestStretchOfAnotherEncodingIsReadInIt(t *testing.T) {
	utf := strings.Repeat("Žluťoučký kůň pěl ďábelské ódy a nikdo neposlouchal.\n", 30)
	old := in(t, "windows-1250", sentences[10].text+"\n")
	got, res, err := Decode([]byte(utf+string(old)+utf), "")
	if err != nil || got != utf+sentences[10].text+"\n"+utf {
		t.Errorf("%+v %v", res, err)
	}
	if res.Name != "UTF-8" || res.Foreign != "windows-1250" || res.Recovered != high(old) || res.Replaced != 0 {
		t.Errorf("%+v", res)
	}
}

func TestLargeInputIsJudgedByAllOfIt(t *testing.T) {
	ascii := strings.Repeat("name,value,0001\n", 20000)
	tail := in(t, "windows-1251", strings.Repeat(sentences[22].text+"\n", 3))
	got, res, err := readAll(t, []byte(ascii+string(tail)), "")
	if err != nil || res.Name != "windows-1251" || !strings.Contains(got, "Вчера мы починили") {
		t.Errorf("%+v %v", res, err)
	}
}

func TestWorkGrowsWithTheInputOnly(t *testing.T) {
	// Hostile shapes: every byte bad, every second byte bad, one endless line of damaged UTF-8.
	for _, unit := range []string{"\xFF", "\xE9a", "é\xFF", "\x80\x1B$B", "\xF0\x90\x80"} {
		text, res, err := Decode([]byte(strings.Repeat(unit, 1<<18)), "")
		if err == nil && !utf8.ValidString(text) {
			t.Errorf("%q: %+v: text is no UTF-8", unit, res)
		}
	}
}

func TestValidPrefixAgreesWithTheStandardLibrary(t *testing.T) {
	seeds := []string{"abc", "é", "ß", "жж", "漢字", "한", "\U0001F600", "\xC0\x80", "\xED\xA0\x80", "\xE0\x80\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\x80"}
	for _, a := range seeds {
		for _, b := range seeds {
			for _, c := range seeds {
				for pad := range 9 {
					s := []byte(strings.Repeat("x", pad) + a + b + c + a + b + c)
					n := decode.ValidPrefix(s)
					if !utf8.Valid(s[:n]) || (n == len(s)) != utf8.Valid(s) || n < len(s) && utf8.FullRune(s[n:]) && first(s[n:]) > 1 {
						t.Fatalf("%q: %d", s, n)
					}
				}
			}
		}
	}
}

func first(b []byte) int {
	_, size := utf8.DecodeRune(b)
	return size
}

func FuzzDecode(f *testing.F) {
	for _, s := range sentences {
		for _, name := range s.encodings {
			f.Add(in(f, name, s.text), "")
		}
		f.Add([]byte(s.text), "iso-8859-1")
	}
	f.Add(wideBytes("UTF-16LE", "text"), "")
	f.Add(wideBytes("UTF-32BE", "text"), "utf-16")
	f.Add([]byte("\xFF\xFEt\x00\x00\xD8"), "")
	f.Add([]byte("é\xFFé\n\xE9\n"), "utf-8")
	f.Fuzz(func(t *testing.T, b []byte, hint string) {
		text, res, err := Decode(b, Hint(hint))
		open, readRes, readErr := Open(io.NewSectionReader(bytes.NewReader(b), 0, int64(len(b))), Hint(hint))
		if (err == nil) != (readErr == nil) || res != readRes {
			t.Fatalf("Open %+v %v, Decode %+v %v", readRes, readErr, res, err)
		}
		if err != nil {
			return
		}
		if !utf8.ValidString(text) {
			t.Fatalf("not UTF-8: %q", text)
		}
		if again, textRes, err := Text(io.NewSectionReader(bytes.NewReader(b), 0, int64(len(b))), Hint(hint)); err != nil || again != text || textRes != res {
			t.Fatalf("Text reads %q %+v, Decode %q, %v", again, textRes, text, err)
		}
		got, err := io.ReadAll(open())
		if err != nil || string(got) != text {
			t.Fatalf("Open reads %q, Decode %q, %v", got, text, err)
		}
	})
}

// A text that is UTF-8 and has no NUL is no UTF-16, whatever controls are in it.
func TestWhatIsUTF8WithoutANULIsNotWide(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 44))
	words := []string{"cold", "eve", "née", "あなた", "\x01", "\x02", "\x1b", "\r\n", " ", "\n", "\x05"}
	texts := []string{"cold\x01 eve\n"}
	for range 2000 {
		text := ""
		for range 1 + r.IntN(12) {
			text += words[r.IntN(len(words))]
		}
		texts = append(texts, text)
	}
	for _, text := range texts {
		got, res, err := Decode([]byte(text), "")
		if err == nil && (got != text || res.Name != "UTF-8" && res.Name != "ISO-2022-JP") {
			t.Errorf("%q is %q in %s", text, got, res.Name)
		}
	}
	if got, _, err := Decode([]byte(texts[0]), ""); got != texts[0] || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
