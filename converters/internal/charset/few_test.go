package charset

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestRepeatedSignsSayNothingOfByteOrder guards a drawn line, whose units are percent signs the other way round.
func TestRepeatedSignsSayNothingOfByteOrder(t *testing.T) {
	text := "张三 李四\n" + strings.Repeat("─", 50) + "\n"
	for _, name := range []string{"UTF-16LE", "UTF-16BE"} {
		got, res, err := Decode(wideBytes(name, text), "")
		if err != nil || got != text {
			t.Errorf("%s was read as %s, %v: %q", name, res.Name, err, got)
		}
	}
	if _, res, err := Decode(bytes.Repeat([]byte{0xFF}, 400), ""); err == nil && strings.HasPrefix(res.Name, "UTF-16") {
		t.Errorf("bytes of all bits were read as %s", res.Name)
	}
}

// TestFewBytesInEnglishAreReadRight has the names and signs that English texts and programs have once or a few times.
func TestFewBytesInEnglishAreReadRight(t *testing.T) {
	base := strings.Repeat("The package is configured by the file below the folder that the administrator named.\r\n", 20)
	for _, c := range []struct{ enc, word string }{
		{"windows-1252", "café"},
		{"windows-1252", "Müller"},
		{"windows-1252", "señor"},
		{"windows-1252", "São Paulo"},
		{"windows-1252", "£5.00"},
		{"windows-1252", "© 2004 Acme"},
		{"windows-1252", "25 °C"},
		{"windows-1252", "it’s"},
		{"windows-1252", "“quoted”"},
		{"windows-1252", "1998–2004"},
		{"windows-1252", "so on…"},
		{"windows-1252", "§ 12"},
		{"windows-1252", "Größe"},
		{"windows-1252", "København"},
		{"windows-1252", "• item"},
		{"windows-1252", "€50"},
		{"windows-1252", "Tromsø"},
		{"windows-1252", "Foo® Bar"},
		{"macintosh", "“quoted”"},
		{"macintosh", "it’s"},
		{"IBM850", "Müller"},
		{"IBM850", "für"},
		{"macintosh", "café"},
	} {
		for _, times := range []int{1, 3} {
			text := base
			for range times {
				text += "See " + c.word + " for more.\r\n" + base
			}
			b, err := codecNamed(c.enc).enc.NewEncoder().Bytes([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if got, res, err := Decode(b, ""); err != nil || got != text {
				a, b := parting(text, got)
				t.Errorf("%s in %s, %d times, was read as %s (%d), %v: %q, want %q", c.word, c.enc, times, res.Name, res.Margin, err, b, a)
			}
		}
	}
}

// What a long text is judged by is parts of it, whose edges may cut words. They
// cost the same in every encoding.
func TestFewBytesInALongListingAreReadRight(t *testing.T) {
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, "%d: product=trackpad,serial=<%08x>,transport=bluetooth,authenticated=no\n", i, i*2654435761)
	}
	text := b.String() + "product=Daniel Blanchard’s Trackpad\n" + b.String()
	for _, name := range []string{"macintosh", "windows-1252"} {
		raw, err := codecNamed(name).enc.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		got, res, err := Decode([]byte(raw), "")
		if err != nil || got != text {
			t.Errorf("%s is read as %s: %v", name, res.Name, err)
		}
	}
}

// What programs and pages in English have beside ASCII: hard spaces in place of
// all others, units, lines, signs again and again.
func TestSymbolsOfEnglishTextsAreRead(t *testing.T) {
	prose := "The library is free software; you may copy it and change it under the terms of the licence below.\n"
	for name, text := range map[string]string{
		"hard spaces": strings.Repeat(strings.ReplaceAll(prose, " ", "\u00a0"), 12),
		"indents":     strings.Repeat("<br>\n\u00a0\u00a0\u00a0\u00a0"+prose, 12),
		"units":       "// OK 00001_users_table.sql (607.83µs)\n// OK 00002_posts.sql (646.25µs)\n// EMPTY 00003.sql (727.5µs)\n",
		"line":        strings.Repeat(prose, 4) + strings.Repeat("—", 70) + "\n" + strings.Repeat(prose, 4),
		"signs":       strings.Repeat("Copyright © 1991-2023 Acme, Inc. Acme® is a mark of Acme Inc.’s own.\n"+prose, 12),
	} {
		raw, err := codecNamed("windows-1252").enc.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, res, err := Decode([]byte(raw), ""); err != nil || got != text {
			a, b := parting(text, got)
			t.Errorf("%s: read as %s (%d), %v: %q, want %q", name, res.Name, res.Margin, err, b, a)
		}
	}
}

// A name is not enough to refuse a file for, whatever it looks like.
func TestAWordIsNotTakenForJohab(t *testing.T) {
	prose := strings.Repeat("  * Update the dictionary of the package and its standards version.\n", 20)
	for lead := 0x84; lead <= 0xD3; lead++ {
		for trail := 0x41; trail <= 0xFD; trail += 16 {
			name := string([]byte{byte(lead), byte(trail)})
			if _, _, err := Decode([]byte(prose+" -- "+name+", Maintainer\n"+prose), ""); err != nil {
				t.Fatalf("% x: %v", name, err)
			}
		}
	}
}
