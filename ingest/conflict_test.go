package ingest

import (
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/document"
)

func TestConflicts(t *testing.T) {
	const one = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n"
	for name, tt := range map[string]struct {
		text  string
		first document.Span
		count int
	}{
		"one":               {"x\n" + one, document.Span{First: 2, Last: 6}, 1},
		"two":               {one + "x\n" + one, document.Span{First: 1, Last: 5}, 2},
		"with its base":     {"<<<<<<<\na\n||||||| base\nc\n=======\nb\n>>>>>>>", document.Span{First: 1, Last: 7}, 1},
		"of Windows":        {strings.ReplaceAll(one, "\n", "\r\n"), document.Span{First: 1, Last: 5}, 1},
		"behind long lines": {strings.Repeat("<<<<<<< ", 9000) + "\n" + strings.Repeat("x", 64<<10) + "\n" + one, document.Span{First: 3, Last: 7}, 1},
		"a heading":         {"Title\n=======\n", document.Span{}, 0},
		"another order":     {">>>>>>> a\n=======\n<<<<<<< b\n", document.Span{}, 0},
		"not at the start":  {" <<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n", document.Span{}, 0},
		"eight":             {"<<<<<<<< HEAD\n=======\n>>>>>>> other\n", document.Span{}, 0},
		"half":              {"<<<<<<< HEAD\na\n=======\nb\n", document.Span{}, 0},
	} {
		content := io.NewSectionReader(strings.NewReader(tt.text), 0, int64(len(tt.text)))
		first, count := conflicts(content)
		if first != tt.first || count != tt.count || count > 0 && !mayConflict(content) {
			t.Errorf("%s: %v, %d", name, first, count)
		}
	}
	for at := range 70 << 10 { // wherever a block ends
		if at%(64<<10) > 10 && at%(64<<10) < 64<<10-10 {
			continue
		}
		text := strings.Repeat("x", at) + conflictMark
		if !mayConflict(io.NewSectionReader(strings.NewReader(text), 0, int64(len(text)))) {
			t.Errorf("a marker at %d is not seen", at)
		}
	}
}
