package pptx_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/seed353dc258/backstory/converters/convtest"
)

// lost lists the words of expected outputs that are not in ours, by file
// without what is in front of two low lines, and why.
var lost = map[string][]string{
	// Equations are written in another way there.
	"handmade-math": {"i", "left", "n", "right", "x_"},
	// A group beside the slide.
	"pres": {"a", "group", "inside", "shape"},
	// Labels of a table of comments, and initials.
	"powerpoint_comments": {"author", "jr", "js", "time"},
	// What a merged cell says is there once.
	"powerpoint_sample": {"a", "b", "class1", "class2", "merged", "r3", "r4", "with"},
	// Kinds of charts.
	"pptx_chart": {"bar", "chart", "other"},
	// Files of pictures; what the program calls an object.
	"test": {"2006", "chart", "drawingml", "graphic", "http", "image1", "image2", "jpeg", "jpg", "media", "openxmlformats", "org", "other", "schemas"},
}

// The words that other programs find in presentations are found here, too,
// but for those that are listed.
func TestWordsOfTheCorpusAreKept(t *testing.T) {
	for _, path := range convtest.CorpusPaths(t, "pptx/*.expected.*") {
		source, _, _ := strings.Cut(path, ".expected.")
		content, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := convert(t, content)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		_, name, _ := strings.Cut(strings.TrimSuffix(filepath.Base(source), ".pptx"), "__")
		for _, word := range missing(plain(string(want)), got) {
			if !slices.Contains(lost[name], word) {
				t.Errorf("%s: %q is lost", filepath.Base(path), word)
			}
		}
	}
}

// plain takes what is no text of the document out of an expected output: the
// head of a snapshot, comments, targets of pictures.
func plain(text string) string {
	if rest, ok := strings.CutPrefix(text, "---\n"); ok {
		_, text, _ = strings.Cut(rest, "\n---\n")
	}
	for {
		before, rest, found := strings.Cut(text, "<!--")
		if !found {
			return text
		}
		_, after, _ := strings.Cut(rest, "-->")
		text = before + after
	}
}

// missing returns the words of one text that another one has less often, in
// order, each once.
func missing(want, got string) []string {
	count := map[string]int{}
	for _, w := range words(got) {
		count[w]++
	}
	var out []string
	for _, w := range words(want) {
		if count[w]--; count[w] < 0 {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
	})
}
