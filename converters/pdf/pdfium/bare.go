package pdfium

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
)

// The parts of a module in WebAssembly (core specification, 5.5).
const (
	wasmHead      = 8 // bytes: the magic number and the version
	wasmType      = 1
	wasmImport    = 2
	wasmCode      = 10 // the section of the functions' bodies
	wasmData      = 11 // what the memory holds at first
	wasmDataCount = 12
)

// bareBody is a body of a function that ends the instance: its size, no
// variables, unreachable, end (core specification, 5.5.13). It is of every type.
const bareBody = "\x03\x00\x00\x0b"

var errModule = errors.New("the module is not one of WebAssembly")

// bareNote is the custom section that names the module which a bare one stands
// for: its length, its checksum and what [metered] inserts follow.
const bareNote = "bare"

// bare returns a module as [metered] returns it whose functions have no bodies but
// bareBody. It is a fiftieth as long, and there is nothing in it to check. Modules
// that differ have bare ones that do.
func bare(module []byte) ([]byte, error) {
	out, err := rewrite(module, make([]byte, 0, len(module)/16), func(kind byte, section []byte) ([]byte, error) {
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
	return append(out, noteOf(module)...), err
}

// rewrite appends to out a module with other sections; nil leaves a section out.
func rewrite(module, out []byte, edit func(kind byte, section []byte) ([]byte, error)) ([]byte, error) {
	if len(module) < wasmHead {
		return nil, errModule
	}
	out, rest := append(out, module[:wasmHead]...), module[wasmHead:]
	for len(rest) > 0 {
		kind := rest[0]
		section, after, err := sized(rest[1:])
		if err != nil {
			return nil, err
		}
		if section, err = edit(kind, section); err != nil {
			return nil, err
		}
		if section != nil {
			out = append(out, kind)
			out = binary.AppendUvarint(out, uint64(len(section)))
			out = append(out, section...)
		}
		rest = after
	}
	return out, nil
}

// noteOf returns a custom section that tells modules apart.
func noteOf(module []byte) []byte {
	sum := crc32.Checksum(module, crc32.MakeTable(crc32.Castagnoli)) // takes half a millisecond
	note := append([]byte{byte(len(bareNote))}, bareNote...)
	note = binary.LittleEndian.AppendUint64(note, uint64(len(module)))
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

// sized splits off what its length is before.
func sized(b []byte) (part, rest []byte, err error) {
	length, n := binary.Uvarint(b) // unsigned LEB128 is the same
	if n <= 0 || length > uint64(len(b)-n) {
		return nil, nil, errModule
	}
	b = b[n:]
	return b[:length], b[length:], nil
}
