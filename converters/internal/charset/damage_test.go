package charset

import (
	"strings"
	"testing"
)

// TestOneBadByteLeavesTheRestUTF8 has texts with a single good sequence, which beside the bad byte is all that tells.
func TestOneBadByteLeavesTheRestUTF8(t *testing.T) {
	for _, text := range []string{
		"La funzione non è pienamente riuscita, e il messaggio di errore che ne risulta dice soltanto di provare un'altra volta.\n",
		"Nid yw'r dudalen hon ar gael i chi. Gweler y rhestr o'r tudalennau ac ewch yn ôl i'r dudalen flaenorol.\n",
		"Der Ordner ist leer. Bitte wählen Sie einen anderen Ordner aus, oder legen Sie eine Datei darin ab.\n",
	} {
		for _, bad := range []string{"\xFF", "\x92", "\xA0", "\xE9"} {
			for _, at := range []int{4, 60, len(text) - 1} {
				in := text[:at] + bad + text[at:]
				want := text[:at] + "\uFFFD" + text[at:]
				if got, res, err := Decode([]byte(in), ""); err != nil || got != want || res.Replaced != 1 {
					t.Errorf("%q at %d was read as %s (%d), %v: %q", bad, at, res.Name, res.Margin, err, got)
				}
			}
		}
	}
}

// TestStretchesThatHaveGoodSequencesByChanceAreReadInTheirEncoding has lines in which some bytes look like UTF-8.
func TestStretchesThatHaveGoodSequencesByChanceAreReadInTheirEncoding(t *testing.T) {
	for _, c := range []struct{ enc, text string }{
		{"Shift_JIS", "昨日は図書館で古い歴史についての本を読みました。とても面白かったです。\n"},
		{"EUC-KR", "어제 도서관에서 오래된 역사에 관한 책을 읽었는데 아주 재미있었습니다.\n"},
		{"IBM866", "Сам работал там, где раб и сад, и где самая старая мастерская.\n"},
		{"KOI8-R", "Вчера мы починили старый мост, и теперь по нему можно ездить.\n"},
	} {
		utf := strings.Repeat(c.text, 8)
		got, res, err := Decode([]byte(utf+string(in(t, c.enc, c.text))+utf), "")
		if err != nil || got != utf+c.text+utf || res.Foreign != c.enc || res.Replaced != 0 {
			t.Errorf("%s: %+v %v", c.enc, res, err)
		}
	}
}

func TestCutUTF8IsUTF8(t *testing.T) {
	const text = "Żółw zjadł źdźbło, a słoń się śmiał: dość, powiedział — i poszedł do lasu na grzyby, bo był głodny…"
	for n := 20; n < len(text); n++ {
		for _, in := range []string{text[:n], text[len(text)-n:]} {
			if _, res, err := Decode([]byte(in), ""); err != nil || res.Name != "UTF-8" || res.Replaced > 2 {
				t.Errorf("%q was read as %s, %v, %d replaced", in, res.Name, err, res.Replaced)
			}
		}
	}
}

// TestIndicUTF16WithOneBlankIsNoASCII guards characters whose bytes are tabs and line ends but for one blank.
func TestIndicUTF16WithOneBlankIsNoASCII(t *testing.T) {
	for _, text := range []string{"तैयारशूदा वि", "இது ஒரு", "కొత్త పేజీ", "ഒരു താൾ", "নতুন পাতা"} {
		for _, name := range []string{"UTF-16LE", "UTF-16BE"} {
			if got, res, err := Decode(wideBytes(name, text), ""); err != nil || got != text {
				t.Errorf("%s was read as %s, %v: %q", name, res.Name, err, got)
			}
		}
	}
	const table = "1\t2\t3\n4\t5\t6\n7\t8\t9\n"
	if got, res, err := Decode([]byte(table), ""); err != nil || got != table {
		t.Errorf("a table of digits was read as %s, %v", res.Name, err)
	}
}

// TestThaiShapesOfPrivateUseAreText has the marks that old fonts of Windows have in several shapes.
func TestThaiShapesOfPrivateUseAreText(t *testing.T) {
	const text = "กุ\uF70Bยโจว\nไหโข\uF70Aว\nไหหลํา\nหางโจว\nฮาร\uF70Eบิน\nเหอเป\uF705ย์\n"
	for _, name := range []string{"UTF-16LE", "UTF-16BE", "UTF-32LE"} {
		if got, res, err := Decode(wideBytes(name, text), ""); err != nil || got != text {
			t.Errorf("%s was read as %s, %v", name, res.Name, err)
		}
	}
}

// TestFewNamesInATableAreReadRight has what spreadsheets hold: ASCII for the most part, of no language, and a few names.
func TestFewNamesInATableAreReadRight(t *testing.T) {
	row := "1265,%s,user1265@example.com,109.01,2003-07-20\r\n"
	for _, c := range []struct{ enc, names string }{
		{"windows-1252", "João Guilherme da Luz;Ester Câmara;Mária Souza"},
		{"windows-1252", "Zoë van de Wiel;Renée Jansen;Jürgen Groß"},
		{"windows-1252", "Søren Østergaard;Håkon Bø"},
		{"windows-1250", "Dvořák Jiří;Kateřina Novotná;Růžena Šťastná"},
		{"windows-1250", "Łukasz Wiśniewski;Błażej Zieliński"},
		{"ISO-8859-2", "Tomáš Pešek;Jiří Beneš;Łucja Wójcik"},
		{"windows-1251", "ИВАНОВ ПЁТР;СИДОРОВА АННА;КУЗНЕЦОВ"},
		{"windows-1251", "Иванов Пётр;Сидорова Анна"},
		{"windows-1253", "Γιώργος Παπαδόπουλος;Ελένη Νικολάου"},
		{"windows-1254", "Şahin Yılmaz;Ayşe Gündoğdu;Çağrı Öztürk"},
		{"windows-1257", "Jānis Bērziņš;Anna Kalniņa;Šarūnas Žukauskas"},
		{"IBM850", "Jürgen Groß;Käthe Müller;Jörg Schäfer"},
		{"macintosh", "Jürgen Groß;Käthe Müller;Jörg Schäfer"},
		{"IBM866", "ИВАНОВ ПЕТР;СИДОРОВА АННА"},
	} {
		text := "id,name,mail,amount,date\r\n" + strings.Repeat(strings.ReplaceAll(row, "%s", "John Smith"), 5)
		for name := range strings.SplitSeq(c.names, ";") {
			text += strings.ReplaceAll(row, "%s", name) + strings.Repeat(strings.ReplaceAll(row, "%s", "Mary Brown"), 6)
		}
		if got, res, err := Decode(in(t, c.enc, text), ""); err != nil || got != text {
			a, b := parting(text, got)
			t.Errorf("%s was read as %s (%d), %v: %q, want %q", c.enc, res.Name, res.Margin, err, b, a)
		}
	}
}

func TestDrawnLinesAreNoLetters(t *testing.T) {
	for _, text := range []string{
		"┌────┬────┐\r\n│ ab │ cd │\r\n├────┼────┤\r\n│ 12 │ 34 │\r\n└────┴────┘\r\n",
		"╔════╦════╗\r\n║ ab ║ cd ║\r\n╠════╬════╣\r\n║ 12 ║ 34 ║\r\n╚════╩════╝\r\n",
		"Loading ████▓▓▓▒▒▒░░░ 45%\r\n",
	} {
		if got, res, err := Decode(in(t, "IBM437", text), ""); err != nil || got != text {
			t.Errorf("was read as %s, %v: %q", res.Name, err, got)
		}
	}
}
