package pdfium

import (
	"bytes"
	_ "embed" // for the module
	"errors"
	"io"

	"github.com/klauspost/compress/flate"
)

// Module names the module: the build of go-pdfium, for which it was made, has this version.
const Module = "v1.19.8"

// The module is that of go-pdfium, in two parts: without the bodies of its functions,
// which is all that a start with compiled code needs, and the section of the bodies, packed.
// A test has the digest of the whole, and makes the parts of another one.
var (
	//go:embed module/bodiless.wasm
	bodiless []byte
	//go:embed module/bodies.deflate
	bodies []byte
)

// The length and the checksum of the whole module, as a test says: to take the checksum takes a
// millisecond of every start.
const (
	moduleLength = 5225611
	moduleSum    = 0x12c4efad
)

// whole returns the module.
func whole() ([]byte, error) {
	return rewrite(bodiless, make([]byte, 0, moduleLength), func(kind byte, section []byte) ([]byte, error) {
		if kind != wasmCode {
			return section, nil
		}
		r := flate.NewReader(bytes.NewReader(bodies))
		code, err := io.ReadAll(r)
		return code, errors.Join(err, r.Close())
	})
}

// meteredModule returns what is compiled.
func meteredModule() ([]byte, error) {
	module, err := whole()
	if err != nil {
		return nil, err
	}
	return metered(module)
}

// bareModule returns what compiled code is looked up by.
func bareModule() ([]byte, error) { return bare(bodiless) }
