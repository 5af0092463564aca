package rtf

import "bytes"

// another reports whether a whole second document follows, as programs leave
// it that join reports without looking, and gets ready for it.
func (r *reader) another() bool {
	r.have(appendedNear)
	near := r.src[r.at:min(len(r.src), r.at+appendedNear)]
	i := bytes.Index(near, []byte(`{\rtf`))
	if i < 0 {
		return false
	}
	r.line += bytes.Count(near[:i], []byte{'\n'})
	r.at += i
	r.lose(lostAppended, r.line, 1)
	r.endStory()
	r.fonts, r.styles, r.colors = map[int32]font{}, map[int32]style{}, nil
	return true
}

// appendedNear is how far behind the end of a document another one begins at
// most, in bytes.
const appendedNear = 128

// moreNear is how far behind a closing brace the document goes on at most.
const moreNear = 64

// more reports whether what follows the last closing brace is still part of
// the document: braces that do not match, as some programs write them.
func (r *reader) more() bool {
	r.have(moreNear)
	for i, c := range r.src[r.at:min(len(r.src), r.at+moreNear)] {
		switch c {
		case ' ', '\t', '\r', '\n', 0, 0x1A, '}':
		case '\\':
			rest := r.of.size - r.offset() - int64(i)
			return lastBrace(r.of.tail[max(0, len(r.of.tail)-int(min(rest, tailSize))):])
		default:
			return false
		}
	}
	return false
}

// lastBrace reports whether a text ends in a closing brace.
func lastBrace(src []byte) bool {
	for i := len(src) - 1; i >= 0; i-- {
		switch src[i] {
		case ' ', '\t', '\r', '\n', 0, 0x1A:
		case '}':
			return true
		default:
			return false
		}
	}
	return false
}

// trailing notes what is behind the end of the document. Word processors
// do not read it.
func (r *reader) trailing() {
	for r.have(1) {
		if len(bytes.Trim(r.src[r.at:], " \t\r\n\x00\x1A}")) > 0 {
			r.lose(lostTrailing, r.line, 1)
			return
		}
		r.at = len(r.src)
	}
}
