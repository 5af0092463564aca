package charset

import (
	"bytes"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/charset/decode"
)

// segmentSize bounds a line of damaged UTF-8; a longer line is judged in pieces.
const segmentSize = 2048

// repairer reads damaged UTF-8. All good sequences stay. A line that has bytes beyond ASCII but hardly a good sequence is read
// in the encoding foreign, if there is one; other bad bytes become U+FFFD, one for each maximal subpart of an ill-formed
// sequence (Unicode 17, 3.9, U+FFFD Substitution of Maximal Subparts).
type repairer struct {
	foreign   *codec
	replaced  int
	recovered int
}

func (d *repairer) Step(dst, src []byte, last bool) ([]byte, int) {
	used := 0
	for used < len(src) {
		n := segment(src[used:])
		if n == 0 {
			if !last {
				break
			}
			n = len(src) - used
		}
		dst = d.line(dst, src[used:used+n])
		used += n
	}
	return dst, used
}

func (d *repairer) Lost() (replaced, recovered int) { return d.replaced, d.recovered }

// segment is the length of the first line of b with its line feed, or of the first piece of a long line, which does not
// cut a good sequence. It is 0 where b ends before that can be known.
func segment(b []byte) int {
	if i := bytes.IndexByte(b[:min(len(b), segmentSize)], '\n'); i >= 0 {
		return i + 1
	}
	if len(b) < segmentSize+utf8.UTFMax {
		return 0
	}
	for k := 1; k < utf8.UTFMax; k++ {
		if _, size := utf8.DecodeRune(b[segmentSize-k:]); size > k {
			return segmentSize - k
		}
	}
	return segmentSize
}

// line decodes one segment.
func (d *repairer) line(dst, b []byte) []byte {
	if decode.ValidUTF8(b) {
		return append(dst, b...)
	}
	if d.foreign != nil && alien(b) {
		sub := d.foreign.decoder()
		from := len(dst)
		dst, _ = sub.Step(dst, b, true)
		if len(dst) > from {
			replaced, _ := sub.Lost()
			d.replaced += replaced
			d.recovered += high(b)
			return dst
		}
	}
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size == 1 {
			size = subpart(b)
			d.replaced++
		}
		dst = utf8.AppendRune(dst, r)
		b = b[size:]
	}
	return dst
}

// alien says that b is not UTF-8 and has hardly a good sequence: text in other encodings has some by chance, those of two
// bytes above all.
func alien(b []byte) bool {
	good, bad := 0, 0
	for i := decode.ASCIIPrefix(b); i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			bad++
		} else {
			good++
		}
		i += size
		i += decode.ASCIIPrefix(b[i:])
	}
	return bad > chance*good
}

// chance is how many bytes must be bad for each sequence that may be good by chance.
const chance = 2

// subpart is the length of the maximal subpart at the start of b, which does not start with a good sequence.
func subpart(b []byte) int {
	for n := min(len(b), 3); n > 1; n-- {
		if !utf8.FullRune(b[:n]) {
			return n
		}
	}
	return 1
}

// foreignSize is how much of the lines that are no UTF-8 is looked at.
const foreignSize = 32 << 10

// foreign finds the encoding of the lines that are no UTF-8, or nil where there is no such line or no clear answer, or
// where they are likelier UTF-8 that was broken.
func (s *source) foreign(off int64, hint Hint) (*codec, error) {
	var lines []byte
	for off < s.n && len(lines) < foreignSize {
		chunk, err := s.at(off, chunkSize)
		if err != nil {
			return nil, err
		}
		last := off+int64(len(chunk)) == s.n
		for len(chunk) > 0 {
			n := segment(chunk)
			if n == 0 && !last {
				break
			}
			if n == 0 {
				n = len(chunk)
			}
			if line := chunk[:n]; alien(line) && !cutOnly(line) {
				lines = append(lines, line...)
			}
			chunk = chunk[n:]
			off += int64(n)
		}
	}
	if len(lines) == 0 {
		return nil, nil
	}
	v := theModel().contest([]sample{{b: lines, first: true, last: true}}, hint)
	if v.uncertain || v.margin < foreignAbove || v.codec.name == "Johab" || v.codec.name == "UTF-8" {
		return nil, nil
	}
	return v.codec, nil
}

// cutOnly says that the only bad bytes of b are a sequence cut at its end: a file that was cut, not another encoding.
func cutOnly(b []byte) bool {
	k := cutTail(b)
	return k > 0 && decode.ASCIIPrefix(b) == len(b)-k
}
