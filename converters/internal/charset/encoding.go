package charset

import (
	"golang.org/x/text/encoding/charmap"
)

// codecNamed returns the codec with a canonical name, or nil.
func codecNamed(name string) *codec {
	for i := range codecs {
		if codecs[i].name == name {
			return &codecs[i]
		}
	}
	return nil
}

// single says whether each byte is a character.
func (c *codec) single() bool {
	_, ok := c.enc.(*charmap.Charmap)
	return ok
}
