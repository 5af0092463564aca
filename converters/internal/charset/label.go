package charset

import "strings"

// codec returns the encoding that the hint names, or nil.
func (h Hint) codec() *codec {
	label := plainLabel(string(h))
	if label == "" {
		return nil
	}
	for _, l := range labels {
		if l.label == label {
			return codecNamed(l.name)
		}
	}
	for i := range codecs {
		if plainLabel(codecs[i].name) == label {
			return &codecs[i]
		}
	}
	return nil
}

// IsKnown reports whether the hint names an encoding.
func (h Hint) IsKnown() bool { return h.codec() != nil }

// plainLabel keeps the letters and digits of a label, in lower case, so that ISO_8859-2, iso8859-2 and iso-8859-2 agree.
// A label of more than 40 bytes is none.
func plainLabel(s string) string {
	if len(s) > 40 {
		return ""
	}
	return strings.Map(func(r rune) rune {
		switch {
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			return r
		}
		return -1
	}, s)
}
