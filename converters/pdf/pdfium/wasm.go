package pdfium

import (
	"encoding/binary"
	"errors"
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

var errModule = errors.New("the module is not one of WebAssembly")

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

// sized splits off what its length is before.
func sized(b []byte) (part, rest []byte, err error) {
	length, n := binary.Uvarint(b) // unsigned LEB128 is the same
	if n <= 0 || length > uint64(len(b)-n) {
		return nil, nil, errModule
	}
	b = b[n:]
	return b[:length], b[length:], nil
}

// signed reads a number in signed LEB128 (core specification, 5.2.2) and returns
// how many bytes it has, 0 where it has no end.
func signed(b []byte) (value int32, n int) {
	for shift := 0; n < len(b) && shift < 35; shift += 7 {
		x := b[n]
		n++
		value |= int32(x&0x7f) << shift
		if x&0x80 == 0 {
			if x&0x40 != 0 && shift+7 < 32 {
				value |= -1 << (shift + 7)
			}
			return value, n
		}
	}
	return 0, 0
}
