package find

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/search"
)

// Emphasised returns an answer of quotes, in Markdown, with the sentence of each quote in
// bold that has most to do with a question.
func Emphasised(question, answer string) string {
	lines := strings.SplitAfter(answer, "\n")
	for from := 0; from < len(lines); from++ {
		to := from
		for to < len(lines) && strings.HasPrefix(lines[to], ">") {
			to++
		}
		if to > from {
			lines[from] = emphasised(question, strings.Join(lines[from:to], ""))
			clear(lines[from+1 : to])
			from = to
		}
	}
	return strings.Join(lines, "")
}

// emphasised is [Emphasised] of one quote. One that is a single sentence stays as it is, and
// so does a sentence that has signs of Markdown itself.
func emphasised(question, quote string) string {
	spans := sentences(quote)
	if len(spans) < 2 {
		return quote
	}
	list := make([]search.Chapter, len(spans))
	for n, s := range spans {
		list[n].Text = quote[s[0]:s[1]]
	}
	hits := search.New(list, nil).Find(question, 1)
	if len(hits) == 0 {
		return quote
	}
	best := spans[hits[0].Chapter]
	text, rest := quote[best[0]:best[1]], quote[best[1]:]
	if next, _ := utf8.DecodeRuneInString(rest); strings.ContainsAny(text, "*_`[]<>\\") || rest != "" && next != ' ' && next != '\n' {
		return quote
	}
	return quote[:best[0]] + "**" + text + "**" + rest
}
