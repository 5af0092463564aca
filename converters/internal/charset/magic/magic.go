package magic

import "bytes"

// A signature is what the first bytes of a file type look like.
type signature struct {
	at    int
	bytes string
	name  string // what Type returns
	what  string // for NotTextError; empty if the type is itself text
	check func(head []byte) bool
}

// Type returns the short name of the well-known binary type or document container that head, the first bytes of a file
// (512 are enough), shows: "zip", "pdf", "ole", "rtf", "gzip", "png", …, or "" if none.
func Type(head []byte) string {
	if s := recognise(head); s != nil {
		return s.name
	}
	return ""
}

// Describe returns words for people for the type of a file that is not text ("a PNG image"), by its first bytes, or
// "" if it is text or unknown.
func Describe(head []byte) string {
	if s := recognise(head); s != nil {
		return s.what
	}
	return ""
}

// recognise finds the signature of head, or nil.
func recognise(head []byte) *signature {
	for i := range signatures {
		s := &signatures[i]
		if len(head) < s.at+len(s.bytes) || string(head[s.at:s.at+len(s.bytes)]) != s.bytes {
			continue
		}
		if s.check == nil || s.check(head) {
			return s
		}
	}
	return nil
}

// hasNUL keeps a type whose magic is two letters from claiming text that begins with them.
func hasNUL(head []byte) bool {
	return bytes.IndexByte(head[:min(len(head), 64)], 0) >= 0
}

func isBMP(head []byte) bool {
	return len(head) >= 10 && string(head[6:10]) == "\x00\x00\x00\x00"
}

// isID3 accepts ID3v2.2 to 2.4 with a size of seven-bit bytes (id3.org, ID3v2.4 structure, 3.1).
func isID3(head []byte) bool {
	return len(head) >= 10 && head[3] >= 2 && head[3] <= 4 && head[4] < 16 && head[6]|head[7]|head[8]|head[9] < 128
}

// isIcon accepts up to 255 images. UTF-32BE text that begins with Ā has none.
func isIcon(head []byte) bool {
	return len(head) > 9 && head[4] != 0 && head[5] == 0 && head[9] == 0
}

func isClass(head []byte) bool {
	return len(head) >= 8 && head[6] == 0
}
