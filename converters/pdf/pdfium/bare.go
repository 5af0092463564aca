package pdfium

import (
	"encoding/binary"
)

// bareBody is a body of a function that ends the instance: its size, no
// variables, unreachable, end (core specification, 5.5.13). It is of every type.
const bareBody = "\x03\x00\x00\x0b"

// bareNote is the custom section that names the module which a bare one stands
// for: its length and its checksum; what [metered] inserts follow.
const bareNote = "bare"

// bare returns a module as [metered] returns it whose functions have no bodies but
// bareBody. It is a fiftieth as long, and there is nothing in it to check. It names the
// whole module, so that those of modules that differ do.
func bare(module []byte) ([]byte, error) {
	out, err := rewrite(module, make([]byte, 0, moduleLength/16), func(kind byte, section []byte) ([]byte, error) {
		switch kind {
		case wasmImport:
			return meteredImport(section)
		case wasmCode:
			return bareCode(section)
		case wasmData, wasmDataCount:
			return nil, nil
		}
		return section, nil
	})
	return append(out, noteOf(moduleLength, moduleSum)...), err
}

// noteOf returns a custom section that tells modules apart.
func noteOf(length int, sum uint32) []byte {
	note := append([]byte{byte(len(bareNote))}, bareNote...)
	note = binary.LittleEndian.AppendUint64(note, uint64(length))
	note = binary.LittleEndian.AppendUint32(note, sum)
	note = binary.LittleEndian.AppendUint32(note, contentEnd)
	note = append(note, callOfMeter...)
	return append([]byte{0, byte(len(note))}, note...)
}

// bareCode returns the section of as many bodies without what is in them.
func bareCode(section []byte) ([]byte, error) {
	count, n := binary.Uvarint(section)
	if n <= 0 || count > uint64(len(section)) {
		return nil, errModule
	}
	out := make([]byte, 0, n+int(count)*len(bareBody))
	out = append(out, section[:n]...)
	for range count {
		out = append(out, bareBody...)
	}
	return out, nil
}
