package markdown

import (
	"strings"
)

// verbatim writes Markdown as it is. What could make it run on into a
// list in front of it is made plain: text that is indented at its start
// belongs to a list's item, whatever is between them.
func (w *chapterWriter) verbatim(text string) {
	text = strings.Trim(text, "\n")
	if strings.Trim(text, " \t\n") == "" {
		return
	}
	if w.out.lists.last != 0 {
		var code []string
		if code, text = writeOutdented(text); len(code) > 0 {
			w.code("", strings.Join(code, "\n"))
		}
	}
	if text == "" {
		return
	}
	if len(w.out.prefix) > 0 { // only ours build one, at the top
		text = strings.ReplaceAll(text, "\n", "\n"+string(w.out.prefix))
	}
	w.out.begin()
	w.out.long(text)
	w.out.end()
	w.out.lists.last = writeLastMark(text)
}

// writeOutdented returns the lines of indented code at the start of text, and the rest
// without indentation of its first line.
func writeOutdented(text string) (code []string, rest string) {
	for rest = text; rest != ""; {
		line, next, _ := strings.Cut(rest, "\n")
		inner, indented := writeUnindent(line)
		if !indented && strings.Trim(line, " \t") != "" {
			break
		}
		code, rest = append(code, inner), next
	}
	for len(code) > 0 && strings.Trim(code[len(code)-1], " \t") == "" {
		code = code[:len(code)-1]
	}
	return code, strings.TrimLeft(rest, " \t")
}

// writeUnindent takes four columns of indentation off a line.
func writeUnindent(line string) (string, bool) {
	for i := range 4 {
		switch {
		case i == len(line):
			return "", false
		case line[i] == '\t':
			return line[i+1:], true
		case line[i] != ' ':
			return line, false
		}
	}
	return line[4:], true
}

// writeLastMark returns the mark of the last list in Markdown if nothing that
// surely ends the list follows it, or 0.
func writeLastMark(text string) byte {
	for text != "" {
		i := strings.LastIndexByte(text, '\n')
		line := text[i+1:]
		text = text[:max(i, 0)]
		if line == "" || line[0] == ' ' || line[0] == '\t' {
			if mark := writeLineMark(line); mark != 0 && !strings.HasPrefix(line, "    ") {
				return mark
			}
			continue
		}
		if mark := writeLineMark(line); mark != 0 {
			return mark
		}
		if strings.HasSuffix(text, "\n") || text == "" {
			return 0 // a paragraph begins here, not indented
		}
	}
	return 0
}
