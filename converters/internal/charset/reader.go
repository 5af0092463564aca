package charset

import "io"

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
