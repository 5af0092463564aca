package charset

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"github.com/seed353dc258/backstory/converters/internal/charset/decode"
)

// A codec is one encoding that can be read.
type codec struct {
	name    string
	enc     encoding.Encoding        // nil for UTF-8, UTF-16 and UTF-32
	guessed bool                     // whether it is a candidate without being named by a hint
	prior   price                    // what it costs before the text is seen: how rare it is among files
	english bool                     // whether English is written in it
	pairs   func() *decode.PairTable // for encodings of one and two bytes
	wide    wide                     // for UTF-16 and UTF-32
}

// codecNamed returns the codec with a canonical name, or nil.
func codecNamed(name string) *codec {
	for i := range codecs {
		if codecs[i].name == name {
			return &codecs[i]
		}
	}
	return nil
}

// decoder returns a fresh decoder.
func (c *codec) decoder() decoder {
	switch enc := c.enc.(type) {
	case nil:
		if c.wide.width > 0 {
			return &wideDecoder{wide: c.wide}
		}
		return &repairer{}
	case *charmap.Charmap:
		return decode.NewBytes(enc)
	default:
		if c.pairs != nil {
			return &decode.Pairs{Table: c.pairs(), T: enc.NewDecoder()}
		}
		if c.name == "ISO-2022-JP" {
			return &decode.JIS{Table: codecNamed("EUC-JP").pairs()}
		}
		return &decode.Text{T: enc.NewDecoder()}
	}
}

// single says whether each byte is a character.
func (c *codec) single() bool {
	_, ok := c.enc.(*charmap.Charmap)
	return ok
}
