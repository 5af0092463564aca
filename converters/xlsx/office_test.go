package xlsx_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/document"
)

// otherWords are the words that LibreOffice shows of real workbooks and we do
// not, or the other way round, by workbook and with the reason.
var otherWords = map[string]struct{ why, theirs, ours string }{
	"errors.xlsx$":          {"it calculates errors again", "name err 502 err 502", "null num n a"},
	"PivotTableSample.xlsx": {"it makes pivot tables again, in words of its own", "field1 field1 field3 total total total result result result multiple", "zeilenbeschriftungen zeilenbeschriftungen spaltenbeschriftungen gesamtergebnis gesamtergebnis gesamtergebnis mehrere elemente"},
	"right-to-left.xlsx":    {"a format asks for the digits of another script", "١٢٣", "123"},
	"docling__xlsx_01.xlsx": {"a sheet is hidden", "header", ""},
}

// Recall and precision that real workbooks have at least, without what is
// listed.
const (
	minRecall    = 0.995
	minPrecision = 0.99
)

// LibreOffice shows the same words in the cells of real workbooks.
func TestWordsOfRealWorkbooksAreThoseOfLibreOffice(t *testing.T) {
	if testing.Short() {
		t.Skip("starts LibreOffice")
	}
	paths := convtest.CorpusPaths(t, "xlsx/*.xlsx")
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Skip("there is no soffice")
	}
	dir := t.TempDir()
	asCSV(t, dir, paths)
	theirs, ours, both := 0, 0, 0
	for _, path := range paths {
		base := filepath.Base(path)
		shown, got := map[string]int{}, map[string]int{}
		sheets, err := filepath.Glob(filepath.Join(dir, strings.TrimSuffix(base, ".xlsx")+"*.csv"))
		if err != nil {
			t.Fatal(err)
		}
		for _, sheet := range sheets {
			for _, text := range readCSV(t, sheet) {
				count(shown, text, 1)
			}
		}
		for _, text := range cellList(t, path) {
			count(got, text, 1)
		}
		for name, other := range otherWords {
			if regexp.MustCompile(name).MatchString(base) {
				count(shown, other.theirs, -1)
				count(got, other.ours, -1)
			}
		}
		a, b, n := agree(shown, got)
		if n < a || n < b {
			t.Logf("%s: %d of %d words that LibreOffice shows, %d words in all", base, n, a, b)
		}
		theirs, ours, both = theirs+a, ours+b, both+n
	}
	recall, precision := float64(both)/float64(theirs), float64(both)/float64(ours)
	t.Logf("recall %.4f, precision %.4f of %d words", recall, precision, theirs)
	if recall < minRecall || precision < minPrecision {
		t.Error("too few words are the same")
	}
}

// asCSV lets LibreOffice write the sheets of workbooks as they look.
func asCSV(t *testing.T, dir string, paths []string) {
	t.Helper()
	args := []string{
		"-env:UserInstallation=file://" + filepath.Join(dir, "office"), "--headless",
		"--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1", "--outdir", dir,
	}
	if out, err := exec.Command("soffice", append(args, paths...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// count adds n for each word of a text.
func count(words map[string]int, text string, n int) {
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		words[word] += n
	}
}

// agree returns how many words there are in each of two counts, and in both.
func agree(a, b map[string]int) (inA, inB, inBoth int) {
	for word, n := range a {
		inA += max(n, 0)
		inBoth += max(min(n, b[word]), 0)
	}
	for _, n := range b {
		inB += max(n, 0)
	}
	return inA, inB, inBoth
}

// cellList returns what the cells of a workbook show: its tables that are no
// charts, and what is in rows without being a table.
func cellList(t *testing.T, path string) []string {
	t.Helper()
	doc := documentOf(t, path)
	var out []string
	document.Walk(doc.Blocks, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Annotation:
			return false
		case *document.Paragraph:
			if _, picture := b.Inlines[0].(*document.Image); b.Rows.First > 0 && !picture {
				out = append(out, document.InlineText(b.Inlines))
			}
		case *document.Table:
			if b.Source != nil {
				out = appendRows(t, out, b.Source)
			}
		}
		return true
	})
	return out
}
