package mapi

import (
	"encoding/binary"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// usualText is what the window of a packed text begins with ([MS-OXRTFCP], 2.1.2.1).
const usualText = `{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0` +
	"\r\n" + `\par \pard\plain\f0\fs20\b\i\u\tab\tx`

const (
	headPacked = 16
	packed     = 0x75465A4C // "LZFu"
	unpacked   = 0x414C454D // "MELA"
	windowSize = 4096
)

// unpack returns Rich Text that is packed ([MS-OXRTFCP]), as far as it goes.
func (w *writer) unpack(b []byte) ([]byte, error) {
	if len(b) < headPacked {
		return nil, nil
	}
	kind := binary.LittleEndian.Uint32(b[8:])
	b = b[headPacked:]
	if kind == unpacked {
		return b, nil
	}
	if kind != packed {
		return nil, nil
	}
	if err := w.env.Step(w.ctx, int64(len(b)), document.Pos{}); err != nil {
		return nil, err
	}
	var window [windowSize]byte
	at := copy(window[:], usualText)
	var out []byte
	put := func(c byte) {
		out = append(out, c)
		window[at%windowSize] = c
		at++
	}
	for len(b) > 0 {
		flags := b[0]
		b = b[1:]
		for bit := 0; bit < 8 && len(b) > 0; bit++ {
			if flags>>bit&1 == 0 {
				put(b[0])
				b = b[1:]
				continue
			}
			if len(b) < 2 {
				return out, nil
			}
			v := int(b[0])<<8 | int(b[1])
			b = b[2:]
			from, n := v>>4, v&15+2
			if from == at%windowSize {
				return out, w.env.Check(converters.LimitPart, int64(len(out)), document.Pos{})
			}
			for i := range n {
				put(window[(from+i)%windowSize])
			}
		}
	}
	return out, w.env.Check(converters.LimitPart, int64(len(out)), document.Pos{})
}
