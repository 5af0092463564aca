package lineend

import "bytes"

// announcement is how long what announces bytes that are no text may be.
const announcement = 128

// watch looks in a text, as it comes, for what announces bytes that are no text: data of
// RTF, which says how many bytes it has, and a part of a mail that is sent as it is. CR LF
// in them is no line end. The zero value is ready.
type watch struct {
	began, isRTF, found bool
	tail                []byte // of what came before
}

func (w *watch) see(p []byte) {
	if !w.began {
		w.began, w.isRTF, w.tail = true, bytes.HasPrefix(p, []byte(`{\rtf`)), []byte{'\n'}
	}
	if w.found {
		return
	}
	joint := append(w.tail, p[:min(len(p), announcement)]...)
	w.found = w.announced(joint) || w.announced(p)
	w.tail = bytes.Clone(p[max(0, len(p)-announcement):])
	if len(p) < announcement {
		w.tail = bytes.Clone(joint[max(0, len(joint)-announcement):])
	}
}

func (w *watch) announced(p []byte) bool {
	if w.isRTF {
		return hasData(p)
	}
	for {
		at := bytes.IndexByte(p, '\n')
		if at < 0 {
			return false
		}
		p = p[at+1:]
		const header = "content-transfer-encoding:"
		if len(p) > len(header) && p[0]|0x20 == 'c' && bytes.EqualFold(p[:len(header)], []byte(header)) {
			value := bytes.TrimLeft(p[len(header):min(len(p), announcement)], " \t\"")
			if bytes.EqualFold(value[:min(len(value), len("binary"))], []byte("binary")) {
				return true
			}
		}
	}
}

// hasData reports whether \bin with a length is in RTF.
func hasData(p []byte) bool {
	for {
		_, rest, ok := bytes.Cut(p, []byte(`\bin`))
		if !ok {
			return false
		}
		if p = rest; len(p) > 0 && '1' <= p[0] && p[0] <= '9' {
			return true
		}
	}
}
