package charset

import (
	"io"

	"github.com/seed353dc258/backstory/converters/internal/charset/decode"
	"golang.org/x/text/encoding/charmap"
)

// Result says how an input was read.
type Result struct {
	// Name is the encoding's name, as WHATWG Encoding spells it where it has one, else as IANA does.
	Name string
	// Margin is by how many bits (powers of two of likelihood) this reading beats the best reading that gives another
	// text, from 0 to Certain.
	Margin int
	// Uncertain is set when Margin is too low to be relied upon.
	Uncertain bool
	// BOM is set when the input began with a byte order mark. It is not part of the text.
	BOM bool
	// Hinted is set when the encoding read is the one that was declared.
	Hinted bool
	// Replaced counts the U+FFFD that stand for bytes with no meaning in the encoding.
	Replaced int
	// Foreign is the encoding in which stretches of otherwise good UTF-8 were read, or empty.
	Foreign string
	// Recovered counts the bytes that were read in the encoding Foreign.
	Recovered int
}

// A reading is how an input is to be decoded.
type reading struct {
	codec   *codec
	start   int64  // bytes of the byte order mark
	plain   bool   // what follows start is valid UTF-8
	foreign *codec // for damaged UTF-8: the encoding of the lines that are not UTF-8 at all, or nil
	counted bool   // the result's counts and size are known already
	size    int64  // of the text in bytes, once it was tallied
}

// A decoder turns bytes into UTF-8, in one go or in pieces, with the same text either way.
type decoder interface {
	// Step appends the text of src to dst and says how many bytes of src it used. Bytes that it left come again, with more
	// behind them; it leaves less than half of pieceSize, and none when last is set.
	Step(dst, src []byte, last bool) ([]byte, int)
	// Lost returns how many characters the steps so far replaced and recovered.
	Lost() (replaced, recovered int)
}

// pieceSize is how much the reader gives to the decoder at once.
const pieceSize = 64 << 10

// reader is the text of a source, decoded as it is read.
type reader struct {
	src  io.Reader
	dec  decoder
	in   []byte // undecoded: in[:held]
	held int
	out  []byte // decoded and not yet read: out[off:]
	off  int
	err  error
}

func newReader(src io.Reader, dec decoder) *reader {
	return &reader{src: src, dec: dec, in: make([]byte, pieceSize)}
}

// Read implements io.Reader.
func (r *reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for r.off == len(r.out) {
		if r.err != nil {
			return 0, r.err
		}
		r.fill()
	}
	n := copy(p, r.out[r.off:])
	r.off += n
	return n, nil
}

// fill reads one piece and decodes it.
func (r *reader) fill() {
	n, err := io.ReadFull(r.src, r.in[r.held:])
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	r.err = err
	src := r.in[:r.held+n]
	var used int
	r.out, used = r.dec.Step(r.out[:0], src, err == io.EOF)
	r.off = 0
	r.held = copy(r.in, src[used:])
}

// tally decodes all of src for the counts and the size alone.
func (p *reading) tally(src io.Reader, res *Result) error {
	if p.counted {
		return nil
	}
	r := newReader(src, p.decoder())
	for r.err == nil {
		r.fill()
		p.size += int64(len(r.out))
	}
	if r.err != io.EOF {
		return r.err
	}
	res.Replaced, res.Recovered = r.dec.Lost()
	return nil
}

func (p *reading) decoder() decoder {
	if p.foreign != nil {
		return &repairer{foreign: p.foreign}
	}
	return p.codec.decoder()
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
