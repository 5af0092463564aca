package crypt

import (
	"encoding/binary"
	"math/bits"

	"github.com/seed353dc258/backstory/converters"
)

// maxObfuscated is how many characters a password may have that obfuscates (2.3.7.1).
const maxObfuscated = 15

// Obfuscated opens a workbook that is obfuscated and not encrypted: the record has a key
// and what tells whether a password is right (2.3.7.1).
func Obfuscated(env *converters.Env, what string, record []byte) (*Key, error) {
	return tryUsual(env, what, func(password string) (*Key, error) {
		if len(record) < 4 {
			return nil, errUnknown
		}
		var narrow []byte
		for p := wide(password); len(p) > 1; p = p[2:] {
			if c := p[0]; c != 0 {
				narrow = append(narrow, c)
			} else {
				narrow = append(narrow, p[1])
			}
		}
		if len(narrow) == 0 || len(narrow) > maxObfuscated {
			return nil, errWrong
		}
		key := xorKey(narrow)
		if key != binary.LittleEndian.Uint16(record) || xorVerifier(narrow) != binary.LittleEndian.Uint16(record[2:]) {
			return nil, errWrong
		}
		k := &Key{}
		padded := append(narrow, xorPad()...)
		for i := range k.array {
			k.array[i] = bits.RotateLeft8(padded[i]^byte(key>>(8*(i%2))), -1)
		}
		return k, nil
	})
}

// xorVerifier returns what tells whether a password is right (2.3.7.1).
func xorVerifier(password []byte) (sum uint16) {
	for i := len(password); i >= 0; i-- {
		c := byte(len(password))
		if i > 0 {
			c = password[i-1]
		}
		sum = (sum>>14&1 | sum<<1&0x7FFF) ^ uint16(c)
	}
	return sum ^ 0xCE4B
}

// xorKey returns the key of a password (2.3.7.2).
func xorKey(password []byte) uint16 {
	key, at := xorStart()[len(password)-1], 0
	matrix := xorMatrix()
	for i := len(password) - 1; i >= 0; i-- {
		for bit := 6; bit >= 0; bit-- {
			if password[i]>>bit&1 != 0 {
				key ^= matrix[len(matrix)-1-at]
			}
			at++
		}
	}
	return key
}

// xorPad is what follows a password that is too short.
func xorPad() []byte {
	return []byte{0xBB, 0xFF, 0xFF, 0xBA, 0xFF, 0xFF, 0xB9, 0x80, 0x00, 0xBE, 0x0F, 0x00, 0xBF, 0x0F, 0x00}
}

// xorStart is what the key of a password of a length begins with.
func xorStart() [maxObfuscated]uint16 {
	return [...]uint16{
		0xE1F0, 0x1D0F, 0xCC9C, 0x84C0, 0x110C, 0x0E10, 0xF1CE, 0x313E, 0x1872, 0xE139, 0xD40F, 0x84F9, 0x280C, 0xA96A, 0x4EC3,
	}
}

// xorMatrix has a number for each bit of a password.
func xorMatrix() [7 * maxObfuscated]uint16 {
	return [...]uint16{
		0xAEFC, 0x4DD9, 0x9BB2, 0x2745, 0x4E8A, 0x9D14, 0x2A09, 0x7B61, 0xF6C2, 0xFDA5, 0xEB6B, 0xC6F7, 0x9DCF, 0x2BBF,
		0x4563, 0x8AC6, 0x05AD, 0x0B5A, 0x16B4, 0x2D68, 0x5AD0, 0x0375, 0x06EA, 0x0DD4, 0x1BA8, 0x3750, 0x6EA0, 0xDD40,
		0xD849, 0xA0B3, 0x5147, 0xA28E, 0x553D, 0xAA7A, 0x44D5, 0x6F45, 0xDE8A, 0xAD35, 0x4A4B, 0x9496, 0x390D, 0x721A,
		0xEB23, 0xC667, 0x9CEF, 0x29FF, 0x53FE, 0xA7FC, 0x5FD9, 0x47D3, 0x8FA6, 0x0F6D, 0x1EDA, 0x3DB4, 0x7B68, 0xF6D0,
		0xB861, 0x60E3, 0xC1C6, 0x93AD, 0x377B, 0x6EF6, 0xDDEC, 0x45A0, 0x8B40, 0x06A1, 0x0D42, 0x1A84, 0x3508, 0x6A10,
		0xAA51, 0x4483, 0x8906, 0x022D, 0x045A, 0x08B4, 0x1168, 0x76B4, 0xED68, 0xCAF1, 0x85C3, 0x1BA7, 0x374E, 0x6E9C,
		0x3730, 0x6E60, 0xDCC0, 0xA9A1, 0x4363, 0x86C6, 0x1DAD, 0x3331, 0x6662, 0xCCC4, 0x89A9, 0x0373, 0x06E6, 0x0DCC,
		0x1021, 0x2042, 0x4084, 0x8108, 0x1231, 0x2462, 0x48C4,
	}
}
