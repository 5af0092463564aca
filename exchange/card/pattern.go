package card

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// The bounds of what a regular expression is written out to.
const (
	maxWords = 64 // texts
	maxClass = 8  // letters that a class such as [ao] becomes
	maxWord  = 200
)

// pattern returns the regular expression that a key is: any key of an entry that
// says so (Character Card V3, use_regex), and /…/flags (SillyTavern's World Info).
func pattern(key string, always bool) (expr string, ok bool) {
	if body, found := strings.CutPrefix(key, "/"); found {
		if end := strings.LastIndexByte(body, '/'); end > 0 && strings.Trim(body[end+1:], "dgimsuvy") == "" {
			return body[:end], true
		}
	}
	return key, always
}

// words writes out what a regular expression matches, as texts to search for:
// "colou?r" is color and colour. What can be anything, such as .*, is a blank. It
// returns nothing for an expression that RE2 does not have, and for one with no
// fixed text. The case of letters does not count in a search.
func words(expr string) []string {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil
	}
	var list []string
	for _, text := range written(re) {
		text = oneLine(text)
		if strings.ContainsFunc(text, isWord) && len(text) <= maxWord && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// anything is what an expression becomes that matches too much to write it out.
var anything = []string{" "}

// written returns the texts that an expression matches, at most maxWords.
func written(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return []string{""}
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 {
			return []string{strings.ToLower(string(re.Rune))}
		}
		return []string{string(re.Rune)}
	case syntax.OpCharClass:
		return class(re.Rune)
	case syntax.OpCapture, syntax.OpPlus:
		return written(re.Sub[0])
	case syntax.OpQuest:
		if texts := written(re.Sub[0]); len(texts) < maxWords {
			return append([]string{""}, texts...)
		}
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			all = append(all, written(sub)...)
		}
		if len(all) <= maxWords {
			return all
		}
	case syntax.OpConcat:
		return joined(re.Sub)
	}
	return anything
}

// joined returns the texts that expressions match one after the other. Where these
// are too many, the fixed parts are left, with blanks between them.
func joined(subs []*syntax.Regexp) []string {
	parts, n := make([][]string, len(subs)), 1
	for i, sub := range subs {
		parts[i] = written(sub)
		n = min(n*len(parts[i]), maxWords+1)
	}
	all := []string{""}
	for _, part := range parts {
		if n > maxWords && len(part) > 1 {
			part = anything
		}
		var longer []string
		for _, begin := range all {
			for _, end := range part {
				longer = append(longer, begin+end)
			}
		}
		all = longer
	}
	return all
}

// class returns the letters of a class, given as pairs of its first and last.
func class(pairs []rune) []string {
	var all []string
	for i := 0; i+1 < len(pairs); i += 2 {
		if int(pairs[i+1]-pairs[i]) >= maxClass-len(all) {
			return anything
		}
		for r := pairs[i]; r <= pairs[i+1]; r++ {
			all = append(all, string(r))
		}
	}
	return all
}
