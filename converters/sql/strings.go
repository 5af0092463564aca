package sql

import (
	"bytes"
	"unicode/utf8"
)

// eachString calls visit with each 'string' that ends in the line that it begins
// in, quotes included. Dump programs write line ends in bytes as \n, and a quote
// too many costs its line alone.
func eachString(text []byte, visit func(from, to int)) {
	for line := 0; line < len(text); {
		end := len(text)
		if n := bytes.IndexByte(text[line:], '\n'); n >= 0 {
			end = line + n
		}
		if !bytes.HasPrefix(text[line:end], []byte("--")) {
			lineStrings(text[:end], line, visit)
		}
		line = end + 1
	}
}

// lineStrings is eachString for the line that begins at i and ends with the text.
func lineStrings(text []byte, i int, visit func(from, to int)) {
	for {
		n := bytes.IndexByte(text[i:], '\'')
		if n < 0 {
			return
		}
		from := i + n
		i = from + 1
		for {
			n := bytes.IndexByte(text[i:], '\'')
			if n < 0 {
				return
			}
			run := text[i : i+n]
			escaped := (n-len(bytes.TrimRight(run, `\`)))%2 == 1
			i += n + 1
			if escaped {
				continue
			}
			if i == len(text) || text[i] != '\'' {
				break
			}
			i++
		}
		visit(from, i)
	}
}

// judgement is what a string holds.
type judgement struct {
	size     int
	bad      int // bytes that are no UTF-8
	controls int // characters that no text has, \0 and \Z among them
	high     bool
}

// isBinary reports whether a string is bytes whatever the encoding.
func (j judgement) isBinary() bool {
	return j.bad > 0 && j.controls > 0 && (j.bad+j.controls)*8 >= j.size
}

func judge(content []byte) judgement {
	j := judgement{size: len(content)}
	for i := 0; i < len(content); {
		c := content[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRune(content[i:])
			if r == utf8.RuneError && size == 1 {
				j.bad++
			}
			j.high = true
			i += size
			continue
		}
		i++
		switch {
		case c == '\\' && i < len(content):
			// In some encodings the second byte of a character is a backslash.
			if (content[i] == '0' || content[i] == 'Z') && (i == 1 || content[i-2] < utf8.RuneSelf) {
				j.controls++
			}
			i++
		case c < ' ' && c != '\t':
			j.controls++
		}
	}
	return j
}
