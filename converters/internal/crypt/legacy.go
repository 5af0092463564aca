package crypt

import (
	"context"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/binary"

	"github.com/seed353dc258/backstory/converters"
)

// Key decrypts streams of Word and Excel 97 to 2003: a stretch of a stream at a time.
type Key struct {
	of    func(block uint32) []byte // the key of a block; nil for obfuscation
	array [16]byte                  // for obfuscation

	size   int // of a block
	block  uint32
	stream []byte // for the block
}

// Legacy opens a lock as a header describes it, which is in front of the tables of Word
// and in a record of Excel (2.3.5.1, 2.3.6.1). The streams have a new key after so many bytes.
func Legacy(ctx context.Context, env *converters.Env, what string, head []byte, size int) (*Key, error) {
	return tryUsual(env, what, func(password string) (*Key, error) {
		if len(head) < 4 {
			return nil, errUnknown
		}
		major, minor := binary.LittleEndian.Uint16(head), binary.LittleEndian.Uint16(head[2:])
		switch {
		case major == 1 && minor == 1:
			return oldKey(head[4:], password, size)
		case major >= 2 && major <= 4 && minor == 2:
			return cryptoAPI(head, password, size)
		}
		return nil, errUnknown
	})
}

// oldKey opens a lock with 40 bits and MD5 (2.3.6.2).
func oldKey(b []byte, password string, size int) (*Key, error) {
	if len(b) < 48 {
		return nil, errUnknown
	}
	sum := md5.Sum(wide(password))
	var all []byte
	for range 16 {
		all = append(append(all, sum[:5]...), b[:16]...)
	}
	base := md5.Sum(all)
	k := &Key{size: size, of: func(block uint32) []byte {
		key := md5.Sum(binary.LittleEndian.AppendUint32(append([]byte(nil), base[:5]...), block))
		return key[:]
	}}
	verifier := append([]byte(nil), b[16:48]...)
	k.Decrypt(verifier, 0)
	if got := md5.Sum(verifier[:16]); subtle.ConstantTimeCompare(got[:], verifier[16:]) != 1 {
		return nil, errWrong
	}
	k.stream = nil
	return k, nil
}

// cryptoAPI opens a lock with up to 128 bits and SHA-1 (2.3.5.2).
func cryptoAPI(head []byte, password string, size int) (*Key, error) {
	h, ok := readHeader(head)
	if !ok || h.cipher != cipherRC4 || len(h.hash) < sha1.Size || h.keyBits%8 != 0 || h.keyBits > 128 {
		return nil, errUnknown
	}
	bits := h.keyBits // 0 for 40
	if bits == 0 {
		bits = 40
	}
	base := sha1.Sum(append(append([]byte(nil), h.salt...), wide(password)...))
	k := &Key{size: size, of: func(block uint32) []byte {
		sum := sha1.Sum(binary.LittleEndian.AppendUint32(append([]byte(nil), base[:]...), block))
		key := sum[:bits/8]
		if bits == 40 {
			key = append(key[:5:5], make([]byte, 11)...)
		}
		return key
	}}
	verifier := append(append([]byte(nil), h.verifier...), h.hash[:sha1.Size]...)
	k.Decrypt(verifier, 0)
	if got := sha1.Sum(verifier[:16]); subtle.ConstantTimeCompare(got[:], verifier[16:]) != 1 {
		return nil, errWrong
	}
	return k, nil
}

// Decrypt decrypts a stretch of a stream that begins at an offset of it.
func (k *Key) Decrypt(b []byte, at int) {
	for len(b) > 0 {
		stream := k.keys(uint32(at / k.size))[at%k.size:]
		n := min(len(b), len(stream))
		subtle.XORBytes(b, b[:n], stream[:n])
		b, at = b[n:], at+n
	}
}

// Stream returns what decrypts something that has the key of a block from end to end.
func (k *Key) Stream(block uint32) cipher.Stream {
	c, err := rc4.NewCipher(k.of(block))
	if err != nil {
		panic(err) // it has from 1 to 16 bytes
	}
	return c
}

// keys returns what a block is combined with.
func (k *Key) keys(block uint32) []byte {
	if k.stream != nil && k.block == block {
		return k.stream
	}
	if k.stream == nil {
		k.stream = make([]byte, k.size)
	}
	k.block = block
	clear(k.stream)
	if c, err := rc4.NewCipher(k.of(block)); err == nil { // it has from 5 to 16 bytes
		c.XORKeyStream(k.stream, k.stream)
	}
	return k.stream
}

// Record decrypts a stretch of a record of Excel that begins at an offset of the stream;
// the record has so many bytes.
func (k *Key) Record(b []byte, at, size int) {
	if k.of != nil {
		k.Decrypt(b, at)
		return
	}
	for i := range b { // 2.3.7.3
		c := b[i] ^ k.array[(at+size+i)%len(k.array)]
		b[i] = c>>5 | c<<3
	}
}
