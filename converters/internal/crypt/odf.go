package crypt

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"context"
	"crypto/aes"
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"hash/crc32"
	"io"
	"strings"

	//lint:ignore SA1019 OpenDocument 1.1 has it
	"golang.org/x/crypto/blowfish"

	"github.com/seed353dc258/backstory/converters"
)

// Part is a part of a package of OpenDocument that is encrypted (ODF 1.3 part 2, 3.4): its
// name, how long it is, and how it was encrypted, in the words of the manifest.
type Part struct {
	Name          string
	Size          int64
	Cipher, Check string // names of algorithms; so is Start
	Start         string
	KeySize       int
	IV, Salt, Sum string // in base 64
	Spins         int
}

// checked is how much of a part its checksum is of.
const checked = 1024

// Unlock decrypts the parts of a document and hands each to put, with what is said of it.
// Read returns a part as it is kept.
func Unlock(ctx context.Context, env *converters.Env, parts []Part, read func(name string) ([]byte, error), put func(*zip.FileHeader, []byte) error) error {
	if len(parts) == 0 {
		return errUnknown
	}
	raw, err := read(parts[0].Name)
	if err != nil {
		return err
	}
	password, err := try(env, "document", func(password string) (string, error) {
		_, err := parts[0].open(ctx, env, password, raw)
		return password, err
	})
	for i := 0; err == nil && i < len(parts); i++ {
		p := &parts[i]
		if raw, err = read(p.Name); errors.Is(err, converters.ErrCorrupt) {
			err = nil // the manifest names what is not there
			continue
		}
		if err == nil {
			raw, err = p.open(ctx, env, password, raw)
		}
		if errors.Is(err, errWrong) {
			err = &converters.CorruptError{What: "the part " + p.Name + " is damaged, or has another password"}
		}
		if err == nil {
			err = put(p.header(raw), raw)
		}
	}
	return err
}

// open decrypts a part: what it returns is packed.
func (p *Part) open(ctx context.Context, env *converters.Env, password string, raw []byte) ([]byte, error) {
	if err := spins(ctx, env, p.Spins); err != nil {
		return nil, err
	}
	var start []byte
	switch {
	case strings.HasSuffix(p.Start, "sha256"):
		sum := sha256.Sum256([]byte(password))
		start = sum[:]
	case p.Start == "", strings.HasSuffix(strings.ToLower(p.Start), "sha1"):
		sum := sha1.Sum([]byte(password))
		start = sum[:]
	default:
		return nil, errUnknown
	}
	size := cmp.Or(p.KeySize, 16)
	if size < 8 || size > 56 || p.Spins < 1 {
		return nil, errUnknown
	}
	key, err := pbkdf2.Key(sha1.New, string(start), base64Of(p.Salt), p.Spins, size)
	if err != nil {
		return nil, err
	}
	out, err := p.decrypt(key, bytes.Clone(raw))
	if err != nil {
		return nil, err
	}
	return out, p.verify(out)
}

// decrypt decrypts a part in its place.
func (p *Part) decrypt(key, raw []byte) ([]byte, error) {
	iv := base64Of(p.IV)
	switch {
	case strings.Contains(strings.ToLower(p.Cipher), "blowfish"):
		block, err := blowfish.NewCipher(key)
		if err != nil || len(iv) != blowfish.BlockSize {
			return nil, errUnknown
		}
		next := make([]byte, blowfish.BlockSize)
		for at := 0; at < len(raw); at += len(next) { // the mode CFB of 64 bits
			block.Encrypt(next, iv)
			piece := raw[at:min(at+len(next), len(raw))]
			copy(iv, piece)
			subtle.XORBytes(piece, piece, next)
		}
		return raw, nil
	case strings.HasSuffix(p.Cipher, "-cbc") && strings.Contains(p.Cipher, "#aes"):
		if len(iv) != aes.BlockSize || len(key) != 16 && len(key) != 24 && len(key) != 32 {
			return nil, errUnknown
		}
		out, err := decryptCBC(key, iv, raw)
		if err != nil {
			return nil, err
		}
		if pad := int(out[len(out)-1]); 0 < pad && pad <= aes.BlockSize {
			out = out[:len(out)-pad]
		}
		return out, nil
	}
	return nil, errUnknown
}

// verify tells by the checksum of a part whether the password was the one.
func (p *Part) verify(packed []byte) error {
	head := packed[:min(len(packed), checked)]
	if !strings.HasSuffix(strings.ToLower(p.Check), "1k") {
		head = packed
	}
	var sum []byte
	if strings.Contains(p.Check, "256") {
		all := sha256.Sum256(head)
		sum = all[:]
	} else {
		all := sha1.Sum(head)
		sum = all[:]
	}
	if subtle.ConstantTimeCompare(sum, base64Of(p.Sum)) != 1 {
		return errWrong
	}
	return nil
}

// header says of a part what the directory of a package says.
func (p *Part) header(packed []byte) *zip.FileHeader {
	sum := crc32.NewIEEE()
	n, _ := io.Copy(sum, io.LimitReader(flate.NewReader(bytes.NewReader(packed)), p.Size)) // who reads it meets the error, too
	return &zip.FileHeader{
		Name: p.Name, Method: zip.Deflate, CRC32: sum.Sum32(), CompressedSize64: uint64(len(packed)), UncompressedSize64: uint64(n),
	}
}
