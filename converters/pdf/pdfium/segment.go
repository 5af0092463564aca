package pdfium

import "encoding/binary"

// segment is what the memory of an instance holds at first, from an address on.
// The runtime would put it there, too, but decodes and hashes all of it whenever
// the compiled module is loaded, which takes as long as all else that it decodes.
type segment struct {
	address uint32
	content []byte
}

// segmentsOf returns the segments of a module whose memory is one, and all of whose
// segments are copied before it runs (core specification, 5.5.14).
func segmentsOf(module []byte) ([]segment, error) {
	var out []segment
	_, err := rewrite(module, nil, func(kind byte, section []byte) ([]byte, error) {
		var err error
		if kind == wasmData {
			out, err = segmentsIn(section)
		}
		return nil, err
	})
	return out, err
}

func segmentsIn(section []byte) ([]segment, error) {
	const active, constant, end = 0x00, 0x41, 0x0b // the kind of the segment, i32.const, end
	count, n := binary.Uvarint(section)
	if n <= 0 || count > uint64(len(section)) {
		return nil, errModule
	}
	out, rest := make([]segment, 0, count), section[n:]
	for range count {
		if len(rest) < 2 || rest[0] != active || rest[1] != constant {
			return nil, errModule
		}
		address, n := signed(rest[2:])
		if rest = rest[2+n:]; n == 0 || len(rest) == 0 || rest[0] != end {
			return nil, errModule
		}
		content, after, err := sized(rest[1:])
		if err != nil {
			return nil, err
		}
		out, rest = append(out, segment{uint32(address), content}), after
	}
	return out, nil
}
