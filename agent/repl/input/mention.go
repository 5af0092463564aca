package input

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mentions returns a text in which each \@ at the start of a word is an @, and
// asks for each @name there.
func Mentions(text string, file func(name string) (bool, error)) (string, error) {
	var out strings.Builder
	done := 0
	for i := range len(text) {
		word, ok := begins(text, i)
		switch {
		case !ok || i < done:
		case word < i: // escaped
			out.WriteString(text[done:word] + text[word+1:i+1])
			done = i + 1
		default:
			name, rest := text[i+1:], ""
			if strings.HasPrefix(name, `"`) {
				name, rest, ok = strings.Cut(name[1:], `"`)
				ok = ok && !strings.Contains(name, "\n")
			} else if end := strings.IndexFunc(name, unicode.IsSpace); end >= 0 {
				name, rest = name[:end], name[end:]
			}
			if !ok || name == "" {
				continue
			}
			if _, err := file(name); err != nil {
				return "", err
			}
			out.WriteString(text[done : len(text)-len(rest)])
			done = len(text) - len(rest)
		}
	}
	out.WriteString(text[done:])
	return out.String(), nil
}

// begins reports whether there is an @ at i with which a word begins, and where
// the backslashes before it do.
func begins(text string, i int) (word int, ok bool) {
	if text[i] != '@' {
		return 0, false
	}
	before := strings.TrimRight(text[:i], `\`)
	last, _ := utf8.DecodeLastRuneInString(before)
	return len(before), before == "" || unicode.IsSpace(last) || strings.ContainsRune("([{\"'", last)
}

// escape returns a text in which no @ names a file: what is pasted is a
// stranger's.
func escape(text string) string {
	var out strings.Builder
	done := 0
	for i := range len(text) {
		if word, ok := begins(text, i); ok {
			out.WriteString(text[done:word] + `\`)
			done = word
		}
	}
	out.WriteString(text[done:])
	return out.String()
}

// LastWord returns the start of the word that a line ends with. One with @" has
// blanks in it.
func LastWord(line string) string {
	if at := strings.LastIndex(line, `@"`); at >= 0 && !strings.Contains(line[at+2:], `"`) {
		return line[at:]
	}
	return line[strings.LastIndexByte(line, ' ')+1:]
}
