package lex

import "strings"

const (
	// MaxNotes is how many statements of a table may have comments in front.
	MaxNotes = 100
	// MaxNoteLines is how many comments one statement may have.
	MaxNoteLines = 200
)

// Notes returns what the comments in text[from:to] say, those of dump programs
// about their own work left out. Between the comments are white space and
// punctuation only.
func (l *Lexer) Notes(from, to int) []string {
	var notes []string
	for i := from; i < to; {
		end := i + 1
		switch l.Text[i] {
		case '-', '#', '/':
			if end = l.comments.end(i); end == i {
				end++
				break
			}
			if note := noteText(string(l.Text[i:end])); note != "" {
				notes = append(notes, note)
			}
		}
		i = end
	}
	return notes
}

// noteText returns the lines of a comment that a person wrote, without the
// marks of the comment.
func noteText(comment string) string {
	if text, ok := strings.CutPrefix(comment, "/*"); ok {
		comment = strings.TrimSuffix(text, "*/")
	}
	var lines []string
	for line := range strings.Lines(comment) {
		line = strings.Trim(line, " \t\n*#-=")
		if strings.IndexFunc(line, isText) >= 0 && !isChatter(line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// isText reports whether a character says something.
func isText(r rune) bool {
	return r >= 0x80 || r < 0x80 && IsWord(byte(r)) && r != '_' && r != '$' && r != '@'
}

// isChatter reports whether a line is one that programs write into dumps.
func isChatter(line string) bool {
	line = strings.ToLower(line)
	for _, begin := range chatter {
		if strings.HasPrefix(line, begin) {
			return true
		}
	}
	return false
}

// Remarks returns, for each part of a CREATE TABLE, what the comments say that
// are in it, behind it in its last line, or in the lines before it.
func (l *Lexer) Remarks(parts []Span, open, end int) [][]string {
	out := make([][]string, len(parts))
	at := open + 1
	for k, part := range parts {
		if k == 0 {
			out[k] = l.Notes(at, part.From)
		} else {
			line := min(l.LineEnd(at), part.From)
			out[k-1] = append(out[k-1], l.Notes(at, line)...)
			out[k] = l.Notes(line, part.From)
		}
		for i := part.From; i < part.To; {
			next := i + 1
			if l.Stops[l.Text[i]] {
				next = l.Token(i)
			}
			if end := l.comments.end(i); end > i {
				out[k] = append(out[k], l.Notes(i, end)...)
			}
			i = next
		}
		at = part.To
	}
	if n := len(parts); n > 0 {
		out[n-1] = append(out[n-1], l.Notes(at, end)...)
	}
	return out
}
