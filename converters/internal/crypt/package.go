package crypt

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/cfb"
)

// The streams of a compound file that holds a locked package (2.3.4.1).
const (
	infoStream    = "EncryptionInfo"
	packageStream = "EncryptedPackage"
)

// Package returns the package that is locked in a compound file; nil where content is
// none. The errors are those of [cfb.Open], and a [converters.EncryptedError] where no
// password opens it.
func Package(ctx context.Context, env *converters.Env, content *io.SectionReader) (*io.SectionReader, error) {
	if !cfb.Holds(content, packageStream) {
		return nil, nil
	}
	file, err := cfb.Open(ctx, env, content)
	if err != nil {
		return nil, err
	}
	info, err := file.Read(file.Root().Stream(infoStream))
	if err != nil {
		return nil, err
	}
	open, err := tryUsual(env, "document", func(password string) (func([]byte) error, error) {
		switch {
		case len(info) < 8:
			return nil, errUnknown
		case binary.LittleEndian.Uint32(info) == 4<<16|4:
			return agile(ctx, env, info[8:], password)
		case info[0] >= 2 && info[0] <= 4 && binary.LittleEndian.Uint16(info[2:]) == 2:
			return standard(ctx, env, info, password)
		}
		return nil, errUnknown
	})
	if err != nil {
		return nil, err
	}
	raw, err := file.Read(file.Root().Stream(packageStream))
	if err != nil {
		return nil, err
	}
	if len(raw) < 8 {
		return nil, &converters.CorruptError{What: "the locked package is empty"}
	}
	size, raw := binary.LittleEndian.Uint64(raw), raw[8:]
	if err := open(raw); err != nil {
		return nil, err
	}
	raw = raw[:min(uint64(len(raw)), size)]
	return io.NewSectionReader(bytes.NewReader(raw), 0, int64(len(raw))), nil
}

// base64Of returns what a text holds in base 64; nothing where it is none.
func base64Of(text string) []byte {
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return b
}
