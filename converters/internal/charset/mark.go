package charset

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/charset/decode"
)

// headSize is how much of the input is looked at for signatures and control characters.
const headSize = 4096

// A mark is a byte order mark.
type mark struct {
	codec *codec // nil if there is none
	size  int64
}

// marks lists the byte order marks (Unicode 17, table 23-7), longer ones first.
var marks = []struct{ bytes, name string }{
	{"\xFF\xFE\x00\x00", "UTF-32LE"},
	{"\x00\x00\xFE\xFF", "UTF-32BE"},
	{"\x84\x31\x95\x33", "GB18030"},
	{"\xEF\xBB\xBF", "UTF-8"},
	{"\xFF\xFE", "UTF-16LE"},
	{"\xFE\xFF", "UTF-16BE"},
}

// readMark finds the byte order mark at the start of an input of n bytes. FF FE 00 00 is UTF-32 only where the length
// allows it; else it is UTF-16 that begins with U+0000.
func readMark(head []byte, n int64) mark {
	for _, m := range marks {
		if !strings.HasPrefix(string(head[:min(len(head), 4)]), m.bytes) {
			continue
		}
		if m.name == "UTF-32LE" && n%4 != 0 {
			continue
		}
		return mark{codec: codecNamed(m.name), size: int64(len(m.bytes))}
	}
	return mark{}
}

// plausible says whether what follows a UTF-16 or UTF-32 mark can be that. A mark is believed unless the rest is plain
// ASCII text while its reading in wide units makes no sense: some editors put the mark of one encoding before another.
func (m mark) plausible(s *source) (bool, error) {
	b, err := s.at(m.size, headSize)
	if err != nil || len(b) == 0 {
		return true, err
	}
	if decode.ASCIIPrefix(b) < len(b) || controls(b) > 0 || hasZero(b) {
		return true, nil
	}
	x := m.codec.wide.weigh(weight{}, b)
	return x.cost <= believable*price(x.units), nil
}
