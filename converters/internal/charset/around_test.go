package charset

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/internal/charset/magic"
)

// plainTexts are texts with no character beyond ASCII.
var plainTexts = map[string]string{
	"en": "The package is configured by the file below the folder that the administrator named, and by the options given there.\n",
	"de": "Der Befehl liest alle Dateien aus dem Verzeichnis und schreibt eine Liste der Namen in die angegebene Datei.\n",
	"da": "Programmet viser en liste over filer i mappen og skriver derefter en besked til brugeren om hvad der blev fundet.\n",
	"hr": "Program ispisuje popis datoteka koje se nalaze u mapi i zatim javlja korisniku koje su promijenjene.\n",
	"nb": "Programmet viser en liste over filer i mappen og skriver deretter en melding til brukeren om hva som ble funnet.\n",
}

// TestNeighboursTellLettersFromMarks has lines that are read wrong by what is on one side alone.
func TestNeighboursTellLettersFromMarks(t *testing.T) {
	for _, c := range []struct{ lang, enc, line string }{
		{"de", "macintosh", "Aufruf: liste [Option …] Datei"},             // not É, which is no German word
		{"nb", "macintosh", "Rediger …"},                                  // not É
		{"en", "macintosh", "as in chapter 9.7, “Scheduling tasks” says"}, // not ÒScheduling
		{"da", "macintosh", "Filen blev ødelagt"},                         // not ¿delagt: Danish has no such mark
		{"hr", "IBM852", "Radnja mora početi sada"},
	} {
		base := strings.Repeat(plainTexts[c.lang], 8)
		text := base + c.line + "\n" + base
		b, err := codecNamed(c.enc).enc.NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, res, err := Decode(b, ""); err != nil || got != text {
			a, b := parting(text, got)
			t.Errorf("%s in %s was read as %s (%d), %v: %q, want %q", c.line, c.enc, res.Name, res.Margin, err, b, a)
		}
	}
}

// TestTriplesAreFewOrNone bounds what the contest looks at.
func TestTriplesAreFewOrNone(t *testing.T) {
	var many, few bytes.Buffer
	for i := range 4 * mostTriples {
		many.WriteString("word " + string(rune('a'+i%26)) + "\xE9" + string(rune('a'+i/26%26)) + " and so on for a while\n")
		few.WriteString("word a\xE9b and so on for a while, and then on\n")
	}
	for _, c := range []struct {
		text []byte
		want int
	}{{many.Bytes(), 0}, {few.Bytes(), 1}} {
		ta := theModel().tallyOf([]sample{{b: c.text, first: true, last: true}})
		if len(ta.triples) != c.want || len(ta.times) != c.want {
			t.Errorf("%d triples, want %d", len(ta.triples), c.want)
		}
	}
}

// TestTripleIsOfItsLanguage asks for what follows two letters: in a Danish word «ø» is between other letters than at its end.
func TestTripleIsOfItsLanguage(t *testing.T) {
	m := theModel()
	known := 0
	for k := range m.languages {
		l := &m.languages[k]
		known += len(l.contexts)
		for i, c := range l.contexts {
			if i > 0 && c.id <= l.contexts[i-1].id {
				t.Fatalf("%s: contexts are not in order", l.tag)
			}
			for f := c.after; len(f) > 0; f = f[2:] {
				got, ok := l.change(uint8(c.id/l.native), uint8(c.id%l.native), f[0])
				if want := halfBits(f[1]); !ok || got != want {
					t.Fatalf("%s: %d, %v, want %d", l.tag, got, ok, want)
				}
			}
		}
		if _, ok := l.change(unknown, 1, 1); ok {
			t.Fatalf("%s knows what follows a letter that it does not have", l.tag)
		}
	}
	if known < 1000 {
		t.Errorf("%d contexts", known)
	}
}

// TestUTF32BeginningWithTheSignOfIconsIsText guards Ā, whose four bytes are those that icons begin with.
func TestUTF32BeginningWithTheSignOfIconsIsText(t *testing.T) {
	text := "Āe, ko te kōrero tēnei mō ngā tāngata katoa o te ao."
	if got, res, err := Decode(wideBytes("UTF-32BE", text), ""); err != nil || got != text {
		t.Errorf("read as %s, %v: %q", res.Name, err, got)
	}
	if got := magic.Type([]byte("\x00\x00\x01\x00\x02\x00\x10\x10\x00\x00\x01\x00\x20\x00")); got != "ico" {
		t.Errorf("an icon of two images is %q", got)
	}
}

// TestPunctuationOfEnglishInEncodingsOfTwoBytesIsRead has what editors put into English texts in the countries of those.
func TestPunctuationOfEnglishInEncodingsOfTwoBytesIsRead(t *testing.T) {
	base := strings.Repeat(plainTexts["en"], 8)
	text := base + "If you don’t have a mouse, press the key.\n" + base
	for _, enc := range []string{"Shift_JIS", "EUC-KR"} {
		b, err := codecNamed(enc).enc.NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, res, err := Decode(b, ""); err != nil || got != text {
			a, b := parting(text, got)
			t.Errorf("%s was read as %s (%d), %v: %q, want %q", enc, res.Name, res.Margin, err, b, a)
		}
	}
}

// TestRowsAreWhatTheTableSays compares every pair that a language has with what it and the words of any language say.
func TestRowsAreWhatTheTableSays(t *testing.T) {
	m := theModel()
	for k := range m.languages {
		l := &m.languages[k]
		if l.classes > maxClasses || l.native != len(l.letters)+1 {
			t.Fatalf("%s has %d classes, %d of its own", l.tag, l.classes, l.native)
		}
		for a := range l.classes {
			row := l.fill(uint8(a))
			for b := range l.native {
				if a < l.native && row[b] > l.own(a, b) {
					t.Errorf("%s: %d after %d costs %d, more than its own %d", l.tag, b, a, row[b], l.own(a, b))
				}
				if l.writing == inLatin && max(a, b) <= 26 && row[b] != l.own(a, b) {
					t.Errorf("%s: letters of ASCII cost %d, %d after %d", l.tag, row[b], b, a)
				}
			}
		}
	}
}
