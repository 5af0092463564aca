package crypt

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/binary"
	"encoding/xml"
	"hash"

	"github.com/seed353dc258/backstory/converters"
)

// segment is how much of a package is encrypted by itself (2.3.4.15).
const segment = 4096

// agileWay is how something is encrypted, and with what salt.
type agileWay struct {
	Block     int    `xml:"blockSize,attr"`
	KeyBits   int    `xml:"keyBits,attr"`
	HashSize  int    `xml:"hashSize,attr"`
	Cipher    string `xml:"cipherAlgorithm,attr"`
	Chaining  string `xml:"cipherChaining,attr"`
	Hash      string `xml:"hashAlgorithm,attr"`
	Salt      string `xml:"saltValue,attr"`
	Spins     int    `xml:"spinCount,attr"`
	Input     string `xml:"encryptedVerifierHashInput,attr"`
	HashValue string `xml:"encryptedVerifierHashValue,attr"`
	KeyValue  string `xml:"encryptedKeyValue,attr"`

	salt    []byte
	newHash func() hash.Hash
}

// agileInfo is the description of a lock (2.3.4.10).
type agileInfo struct {
	Data agileWay `xml:"keyData"`
	Keys []struct {
		Key *agileWay `xml:"http://schemas.microsoft.com/office/2006/keyEncryptor/password encryptedKey"`
	} `xml:"keyEncryptors>keyEncryptor"`
}

// agile opens a package that is locked as its description in XML says.
func agile(ctx context.Context, env *converters.Env, info []byte, password string) (func(content []byte) error, error) {
	var said agileInfo
	if len(info) > maxHeader || xml.Unmarshal(info, &said) != nil || !said.Data.check() {
		return nil, errUnknown
	}
	for _, k := range said.Keys {
		if k.Key == nil {
			continue // a certificate opens it
		}
		if !k.Key.check() {
			return nil, errUnknown
		}
		if err := spins(ctx, env, k.Key.Spins); err != nil {
			return nil, err
		}
		key, err := k.Key.open(password)
		if err != nil {
			return nil, err
		}
		return func(content []byte) error { return said.Data.decrypt(key, content) }, nil
	}
	return nil, errUnknown
}

// check reports whether a way is one that is read, and prepares it.
func (w *agileWay) check() bool {
	switch w.Hash {
	case "SHA1", "SHA-1":
		w.newHash = sha1.New
	case "SHA256", "SHA-256":
		w.newHash = sha256.New
	case "SHA384", "SHA-384":
		w.newHash = sha512.New384
	case "SHA512", "SHA-512":
		w.newHash = sha512.New
	default:
		return false
	}
	w.salt = base64Of(w.Salt)
	return w.Cipher == "AES" && w.Chaining == "ChainingModeCBC" && w.Block == aes.BlockSize && len(w.salt) > 0 &&
		(w.KeyBits == 128 || w.KeyBits == 192 || w.KeyBits == 256) && w.HashSize == w.newHash().Size()
}

// open returns the key of the package, which the password encrypts (2.3.4.13).
func (w *agileWay) open(password string) ([]byte, error) {
	h := w.newHash()
	h.Write(w.salt)
	h.Write(wide(password))
	sum := h.Sum(nil)
	var count [4]byte
	for i := range uint32(w.Spins) {
		binary.LittleEndian.PutUint32(count[:], i)
		h.Reset()
		h.Write(count[:])
		h.Write(sum)
		sum = h.Sum(sum[:0])
	}
	part := func(value string, name []byte) ([]byte, error) {
		h.Reset()
		h.Write(sum)
		h.Write(name)
		return decryptCBC(fit(h.Sum(nil), w.KeyBits/8), fit(w.salt, w.Block), base64Of(value))
	}
	input, err := part(w.Input, []byte{0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79})
	if err != nil {
		return nil, err
	}
	want, err := part(w.HashValue, []byte{0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e})
	if err != nil {
		return nil, err
	}
	key, err := part(w.KeyValue, []byte{0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6})
	if err != nil {
		return nil, err
	}
	h.Reset()
	h.Write(input[:min(len(input), len(w.salt))])
	if got := h.Sum(nil); len(want) < len(got) || subtle.ConstantTimeCompare(got, want[:len(got)]) != 1 {
		return nil, errWrong
	}
	return fit(key, w.KeyBits/8), nil
}

// decrypt opens the package itself, in its place.
func (w *agileWay) decrypt(key, content []byte) error {
	block, err := aes.NewCipher(fit(key, w.KeyBits/8))
	if err != nil {
		return err
	}
	h := w.newHash()
	var count [4]byte
	for at := 0; at < len(content); at += segment {
		binary.LittleEndian.PutUint32(count[:], uint32(at/segment))
		h.Reset()
		h.Write(w.salt)
		h.Write(count[:])
		piece := content[at:min(at+segment, len(content))]
		piece = piece[:len(piece)/aes.BlockSize*aes.BlockSize]
		cipher.NewCBCDecrypter(block, fit(h.Sum(nil), aes.BlockSize)).CryptBlocks(piece, piece)
	}
	return nil
}

// decryptCBC decrypts a few blocks.
func decryptCBC(key, iv, content []byte) ([]byte, error) {
	if len(content) == 0 || len(content)%aes.BlockSize != 0 {
		return nil, errUnknown
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(content, content)
	return content, nil
}

// fit returns as many bytes as are wanted, those that lack being 0x36 (2.3.4.11).
func fit(b []byte, n int) []byte {
	if len(b) >= n {
		return b[:n:n]
	}
	return append(append([]byte(nil), b...), bytes.Repeat([]byte{0x36}, n-len(b))...)
}
