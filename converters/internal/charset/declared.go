package charset

import "bytes"

// declaredWithin is how far into a text a declaration is looked for (WHATWG HTML 4.2.5.4 asks for 1,024 bytes).
const declaredWithin = 1024

// Declared returns the encoding that the text itself declares near its start: by an XML declaration, an HTML meta element, an
// @charset rule or an editor's coding line (Python, Emacs, Vim). It is empty if there is none. The text must be in an
// encoding that has ASCII; Decode, Detect and NewReader look for a declaration themselves when their hint is empty.
func Declared(head []byte) Hint {
	head = head[:min(len(head), declaredWithin)]
	if bytes.HasPrefix(head, []byte("<?xml")) {
		end := bytes.Index(head, []byte("?>"))
		if end > 0 {
			return value(head[:end], "encoding")
		}
	}
	lower := lowered(head)
	if i := bytes.Index(lower, []byte("<meta")); i >= 0 {
		for ; i >= 0; i = next(lower, i+1, "<meta") {
			end := bytes.IndexByte(lower[i:], '>')
			if end < 0 {
				return ""
			}
			if h := value(head[i:i+end], "charset"); h != "" {
				return h
			}
		}
		return ""
	}
	if bytes.HasPrefix(lower, []byte("@charset")) {
		return value(append([]byte("charset="), head[8:]...), "charset")
	}
	return coding(lower)
}

// lowered returns b with the letters of ASCII in lower case, and everything else in its place.
func lowered(b []byte) []byte {
	out := bytes.Clone(b)
	for i, c := range out {
		if 'A' <= c && c <= 'Z' {
			out[i] = c | 0x20
		}
	}
	return out
}

func next(b []byte, from int, what string) int {
	i := bytes.Index(b[from:], []byte(what))
	if i < 0 {
		return -1
	}
	return from + i
}

// value reads name="label", with or without quotes.
func value(b []byte, name string) Hint {
	i := bytes.Index(lowered(b), []byte(name))
	if i < 0 {
		return ""
	}
	rest := bytes.TrimLeft(b[i+len(name):], " \t\r\n")
	if len(rest) == 0 || rest[0] != '=' {
		return ""
	}
	rest = bytes.TrimLeft(rest[1:], " \t\r\n\"'")
	return label(rest)
}

// label reads the characters of a label at the start of b.
func label(b []byte) Hint {
	n := 0
	for n < len(b) && n < 40 {
		c := b[n]
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == ':' || c == '.') {
			break
		}
		n++
	}
	return Hint(b[:n])
}

// coding reads an editor's line among the first two: «coding: x», «coding=x» or «fileencoding=x» in a comment (PEP 263).
func coding(b []byte) Hint {
	for range 2 {
		line, rest, _ := bytes.Cut(b, []byte("\n"))
		i := bytes.Index(line, []byte("coding"))
		if i >= 0 && len(line) > i+7 && (line[i+6] == ':' || line[i+6] == '=') && bytes.ContainsAny(line[:i], "#;*/\"%-") {
			return label(bytes.TrimLeft(line[i+7:], " \t"))
		}
		b = rest
	}
	return ""
}
