package pdf

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

const (
	lonePages   = 2   // pages of a document, at most, that cannot tell what repeats
	loneSmaller = .95 // of the text, what is at the head or the foot of its page
	loneApart   = 1.2 // of the text's size, the white between that and the text
	loneWords   = 20  // of a line at the head or the foot, at most
	runningText = 8   // lines of sentences that a page of a paper or a book has, at least
)

// journalLine matches what names a journal or a part of one, or the authors of a paper.
var journalLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(vol\.? ?\d|volume \d|no\. ?\d|issn|proceedings|transactions|journal|preprint|et al\.?)(\W|$)`)
})

// record matches a number that is that of a record, an account or a phone.
var record = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9]{5}`) })

// loneHeads returns which lines at the edges of a page are its running head or foot, though
// hardly another page can tell: alone in their rows, smaller than the text, with white
// before it, and with the number of a page or the name of a journal. Only a page of
// running text has such lines; what has an address, or the number of a record, is kept.
func loneHeads(s *layout.Sheet, edges []int, body float64, pages int) map[int]bool {
	out := map[int]bool{}
	if pages > lonePages || !isRunningText(s, body) {
		return out
	}
	for _, at := range edges {
		row := rowOf(s, at)
		if isLone(s, row, body) && (hasPageNumber(s, row) || journalLine().MatchString(textOf(s, row))) {
			out[at] = true
		}
	}
	return out
}

// isRunningText reports whether a page has the text of a paper or a book.
func isRunningText(s *layout.Sheet, body float64) bool {
	const words, wide = 6, 18 // of the size
	n := 0
	for i := range s.Lines {
		l := &s.Lines[i]
		n += script.Flag(l.Table == nil && len(l.Words) >= words && l.Box.W() > wide*l.Size && math.Abs(l.Size-body) < .06*body)
	}
	return n >= runningText
}

// rowOf returns the lines that are beside one, from left to right.
func rowOf(s *layout.Sheet, at int) []int {
	var out []int
	for i := range s.Lines {
		if math.Abs(s.Lines[i].Base-s.Lines[at].Base) < 2 {
			out = append(out, i)
		}
	}
	slices.SortFunc(out, func(a, b int) int { return int(s.Lines[a].Box.X0 - s.Lines[b].Box.X0) })
	return out
}

func textOf(s *layout.Sheet, row []int) string {
	parts := make([]string, len(row))
	for i, at := range row {
		parts[i] = s.Lines[at].Words.Text()
	}
	return strings.Join(parts, " ")
}

// isLone reports whether a row is small, short and apart from the lines above and below it,
// and has no address and no number of a record.
func isLone(s *layout.Sheet, row []int, body float64) bool {
	text := textOf(s, row)
	if strings.ContainsAny(text, "@/") || strings.Contains(text, "www.") || strings.Contains(text, "doi") || record().MatchString(text) || len(strings.Fields(text)) > loneWords {
		return false
	}
	for _, at := range row {
		l := &s.Lines[at]
		if l.Size > loneSmaller*body && !isPageFigure(l.Words.Text()) {
			return false
		}
		for i := range s.Lines {
			if o := &s.Lines[i]; !slices.Contains(row, i) && o.Box.Y0 < l.Box.Y1+loneApart*body && o.Box.Y1 > l.Box.Y0-loneApart*body {
				return false
			}
		}
	}
	return true
}

// hasPageNumber reports whether a row ends with the number of a page, or begins with it; at
// the foot, a text behind a number is rather a note.
func hasPageNumber(s *layout.Sheet, row []int) bool {
	first, last := &s.Lines[row[0]], &s.Lines[row[len(row)-1]]
	note := first.Base > s.Height/2 && len(first.Words) > 1
	return !note && isPageFigure(first.Words[0].Text) || isPageFigure(last.Words[len(last.Words)-1].Text)
}

// isPageFigure reports whether a text may be the number of a page, and is no year.
func isPageFigure(text string) bool {
	const most = 1_900
	n, err := strconv.Atoi(text)
	return err == nil && n > 0 && n < most && layout.IsNumber(text)
}
