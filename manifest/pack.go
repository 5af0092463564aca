package manifest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"unsafe"
)

// The numbers of a status.
const (
	packedOther = iota // its text follows
	packedOK
	packedFailed
)

// isDigest is written in place of the length of a digest in hexadecimal. Every other
// length is doubled.
const isDigest = 1

// packer writes the fields of an entry.
type packer struct{ b []byte }

func (w *packer) num(n int64) { w.b = binary.AppendVarint(w.b, n) }

func (w *packer) text(s string) {
	w.b = append(binary.AppendUvarint(w.b, 2*uint64(len(s))), s...)
}

// digest writes what is a digest most of the time. Names are never written so, although a
// file may be named by its digest: readers keep them, and a digest is gone with the next entry.
func (w *packer) digest(s string) {
	if !isDigestText(s) {
		w.text(s)
		return
	}
	w.b = binary.AppendUvarint(w.b, isDigest)
	for at := 0; at < len(s); at += 2 {
		w.b = append(w.b, hexValue(s[at])<<4|hexValue(s[at+1]))
	}
}

// isDigestText reports whether a text is a digest as we write it.
func isDigestText(s string) bool {
	if len(s) != hex.EncodedLen(sha256.Size) {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func hexValue(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c - 'a' + 10
}

func (w *packer) entry(e *Entry) {
	w.text(e.Path)
	w.digest(e.SHA256)
	w.num(e.Chapter.Length)
	w.num(int64(e.TokenEstimate))
	w.num(int64(e.Tokens))
	w.digest(e.Kept.SHA256)
	w.digest(e.Kept.Key)
	switch e.Status {
	case StatusOK:
		w.num(packedOK)
	case StatusFailed:
		w.num(packedFailed)
	default:
		w.num(packedOther)
		w.text(string(e.Status))
	}
	w.num(e.SizeBytes)
	w.text(e.ModifiedAt)
	w.text(e.Error)
	w.text(e.Format)
	w.num(int64(e.FormatVersion))
	w.digest(e.Key)
	w.digest(e.OptionsDigest)
	w.digest(e.Chapter.Digest)
	w.text(e.Chapter.Keywords)
	w.num(int64(len(e.Warnings)))
	for i := range e.Warnings {
		v := &e.Warnings[i]
		w.text(v.Code)
		w.num(int64(v.Count))
		w.text(v.Message)
		w.text(v.Place)
	}
}

// unpacker reads what a packer wrote. Texts are parts of that, but for digests, which
// are made in a room of their own.
type unpacker struct {
	b     []byte
	texts []byte
}

func (u *unpacker) num() int64 {
	n, size := binary.Varint(u.b)
	u.b = u.b[size:]
	return n
}

// bytes returns the bytes of a text, or of a digest.
func (u *unpacker) bytes() (b []byte, digest bool) {
	length, size := binary.Uvarint(u.b)
	n := int(length / 2)
	if digest = length == isDigest; digest {
		n = sha256.Size
	}
	b, u.b = u.b[size:size+n], u.b[size+n:]
	return b, digest
}

func (u *unpacker) text() string {
	b, digest := u.bytes()
	if !digest {
		return textOf(b)
	}
	from := len(u.texts)
	if u.texts == nil {
		u.texts = make([]byte, 0, 3*hex.EncodedLen(sha256.Size)) // as many as most entries have
	}
	u.texts = hex.AppendEncode(u.texts, b)
	return textOf(u.texts[from:])
}

// textOf is a text of bytes that nobody changes.
func textOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func (u *unpacker) head(h *Head) {
	h.Path = u.text()
	sum, digest := u.bytes()
	if h.Sum = ""; digest {
		h.Sum = textOf(sum)
	}
	h.Length, h.TokenEstimate, h.Tokens = u.num(), int(u.num()), int(u.num())
	kept, _ := u.bytes()
	key, _ := u.bytes()
	status := u.num()
	h.IsOK, h.IsFailed = status == packedOK, status == packedFailed
	h.HasChapter = h.IsOK || len(kept)+len(key) > 0
}

func (u *unpacker) entry(e *Entry) {
	*e = Entry{Path: u.text(), SHA256: u.text()}
	e.Chapter.Length, e.TokenEstimate, e.Tokens = u.num(), int(u.num()), int(u.num())
	e.Kept = Kept{SHA256: u.text(), Key: u.text()}
	switch u.num() {
	case packedOK:
		e.Status = StatusOK
	case packedFailed:
		e.Status = StatusFailed
	default:
		e.Status = Status(u.text())
	}
	e.SizeBytes, e.ModifiedAt, e.Error = u.num(), u.text(), u.text()
	e.Format, e.FormatVersion, e.Key, e.OptionsDigest = u.text(), int(u.num()), u.text(), u.text()
	e.Chapter.Digest, e.Chapter.Keywords = u.text(), u.text()
	if n := u.num(); n > 0 {
		e.Warnings = make([]Warning, n)
	}
	for i := range e.Warnings {
		e.Warnings[i] = Warning{Code: u.text(), Count: int(u.num()), Message: u.text(), Place: u.text()}
	}
}
