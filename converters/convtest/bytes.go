package convtest

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/officetest"
)

// decodeMember returns the bytes of a member of a case and its name without
// the suffix that says how it is written.
func decodeMember(name string, data []byte) (string, []byte, error) {
	if plain, ok := strings.CutSuffix(name, ".hex"); ok {
		content, err := decodeHex(string(data))
		return plain, content, err
	}
	if plain, ok := strings.CutSuffix(name, ".base64"); ok {
		content, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(string(data)), ""))
		return plain, content, err
	}
	if plain, ok := strings.CutSuffix(name, ".made"); ok {
		content, err := officetest.Make(path.Ext(plain)[1:], data)
		return plain, content, err
	}
	return name, data, nil
}

// decodeHex reads bytes as people write them: pairs of hexadecimal digits, Go
// strings in double quotes, comments from # to the end of the line.
func decodeHex(text string) ([]byte, error) {
	var out []byte
	for line := range strings.Lines(text) {
		for line = strings.TrimSpace(line); line != "" && line[0] != '#'; line = strings.TrimSpace(line) {
			if line[0] == '"' {
				quoted, err := strconv.QuotedPrefix(line)
				if err != nil {
					return nil, fmt.Errorf("hex member: %q: %w", line, err)
				}
				s, err := strconv.Unquote(quoted)
				if err != nil {
					return nil, fmt.Errorf("hex member: %q: %w", line, err)
				}
				out = append(out, s...)
				line = line[len(quoted):]
				continue
			}
			end := strings.IndexAny(line, " \t\"#")
			if end < 0 {
				end = len(line)
			}
			b, err := hex.DecodeString(line[:end])
			if err != nil {
				return nil, fmt.Errorf("hex member: %q: %w", line[:end], err)
			}
			out = append(out, b...)
			line = line[end:]
		}
	}
	return out, nil
}

// part is a file of a package.
type part struct {
	name    string
	content []byte
}

// pack makes the package of a file of parts, by its name: a compound file for those of
// Outlook and old Office, else a zip file. The same parts make the same bytes. A part
// called mimetype is stored, as ODF and EPUB ask.
func pack(name string, parts []part) ([]byte, error) {
	switch path.Ext(name) {
	case ".doc", ".dot", ".xls", ".xlt", ".ppt", ".pps", ".msg", ".oft":
		var streams []officetest.Stream
		for _, p := range parts {
			streams = append(streams, officetest.Stream{Name: p.name, Data: p.content})
		}
		return officetest.Pack(streams...), nil
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, p := range parts {
		header := &zip.FileHeader{Name: p.name, Method: zip.Deflate}
		if p.name == "mimetype" {
			header.Method = zip.Store
		}
		f, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(p.content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
