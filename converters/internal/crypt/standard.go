package crypt

import (
	"context"
	"crypto/aes"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/binary"

	"github.com/seed353dc258/backstory/converters"
)

// The ciphers that a header names (2.3.2).
const (
	cipherRC4    = 0x6801
	cipherAES128 = 0x660E
	cipherAES192 = 0x660F
	cipherAES256 = 0x6610
)

const (
	standardSpins = 50_000
	maxHeader     = 1 << 16
)

// header is what a lock with an EncryptionHeader says (2.3.2, 2.3.3).
type header struct {
	cipher   uint32
	keyBits  int
	salt     []byte
	verifier []byte // encrypted, and its hash
	hash     []byte
}

// readHeader reads a header from behind the version and flags.
func readHeader(b []byte) (h header, ok bool) {
	if len(b) < 12 {
		return h, false
	}
	size := int(binary.LittleEndian.Uint32(b[8:]))
	if size < 32 || size > maxHeader || len(b) < 12+size+60 {
		return h, false
	}
	head, rest := b[12:12+size], b[12+size:]
	h.cipher, h.keyBits = binary.LittleEndian.Uint32(head[8:]), int(binary.LittleEndian.Uint32(head[16:]))
	if binary.LittleEndian.Uint32(rest) != 16 {
		return h, false
	}
	h.salt, h.verifier, h.hash = rest[4:20], rest[20:36], rest[40:]
	return h, true
}

// standard opens a package that is locked with AES and SHA-1 (2.3.4.5).
func standard(ctx context.Context, env *converters.Env, info []byte, password string) (func(content []byte) error, error) {
	h, ok := readHeader(info)
	if !ok || len(h.hash) < 32 {
		return nil, errUnknown
	}
	size := map[uint32]int{cipherAES128: 16, cipherAES192: 24, cipherAES256: 32}[h.cipher]
	if size == 0 {
		return nil, errUnknown
	}
	if err := spins(ctx, env, standardSpins); err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(standardKey(h.salt, password, size))
	if err != nil {
		return nil, err
	}
	verifier, hash := make([]byte, 16), make([]byte, 32)
	block.Decrypt(verifier, h.verifier)
	block.Decrypt(hash, h.hash[:16])
	block.Decrypt(hash[16:], h.hash[16:32])
	if sum := sha1.Sum(verifier); subtle.ConstantTimeCompare(sum[:], hash[:sha1.Size]) != 1 {
		return nil, errWrong
	}
	return func(content []byte) error {
		for at := 0; at+aes.BlockSize <= len(content); at += aes.BlockSize {
			block.Decrypt(content[at:], content[at:])
		}
		return nil
	}, nil
}

// standardKey makes a key of a password (2.3.4.7).
func standardKey(salt []byte, password string, size int) []byte {
	sum := sha1.Sum(append(append([]byte(nil), salt...), wide(password)...))
	buf := make([]byte, 4+sha1.Size)
	for i := range uint32(standardSpins) {
		binary.LittleEndian.PutUint32(buf, i)
		copy(buf[4:], sum[:])
		sum = sha1.Sum(buf)
	}
	copy(buf, sum[:])
	clear(buf[sha1.Size:])
	sum = sha1.Sum(buf)
	var key []byte
	for _, pad := range []byte{0x36, 0x5C} {
		half := make([]byte, 64)
		for i := range half {
			half[i] = pad
			if i < len(sum) {
				half[i] ^= sum[i]
			}
		}
		x := sha1.Sum(half)
		key = append(key, x[:]...)
	}
	return key[:size]
}
