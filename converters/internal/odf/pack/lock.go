package pack

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/crypt"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/internal/zipfile"
)

// manifestPart says of each part how it was encrypted.
const manifestPart = "META-INF/manifest.xml"

// unlock decrypts a document that is locked with a password: the manifest says how its
// parts were encrypted (ODF 1.3 part 2, 3.4). One with an encrypted package inside (3.16.1)
// is not read.
func (src *Source) unlock() error {
	if src.Has("encrypted-package") {
		return &converters.EncryptedError{What: "the document is locked with a password in the way of LibreOffice 24", Remedy: "save it without a password, or leave it out"}
	}
	if !src.Has(manifestPart) {
		return nil
	}
	text, err := src.Text(manifestPart)
	if err == nil && strings.Contains(text, "encryption-data") {
		var parts []crypt.Part
		if parts, err = locked(src.Scan(manifestPart, text)); err == nil && len(parts) > 0 {
			return src.replace(parts)
		}
	}
	if errors.Is(err, converters.ErrCorrupt) {
		return nil // nothing else needs the manifest
	}
	return err
}

// replace takes the parts of the package as they are without a password. Only those that
// are read are decrypted, which are XML.
func (src *Source) replace(parts []crypt.Part) error {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	put := func(head *zip.FileHeader, packed []byte) error {
		to, err := w.CreateRaw(head)
		if err == nil {
			_, err = to.Write(packed)
		}
		return err
	}
	if err := crypt.Unlock(src.ctx, src.env, parts, src.Archive.Read, put); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	content := io.NewSectionReader(bytes.NewReader(out.Bytes()), 0, int64(out.Len()))
	var err error
	src.Archive, err = zipfile.Open(src.ctx, src.env, content)
	return err
}

// locked lists the parts that a manifest says were encrypted, as far as they are XML.
func locked(s *xmlread.Scanner) (parts []crypt.Part, err error) {
	var p crypt.Part
	attr := func(name string) string { v, _ := s.Attr(ns.Manifest, name); return v }
	err = s.Walk(func() error {
		if s.Space() != ns.Manifest {
			return nil
		}
		switch s.Local() {
		case "file-entry":
			p = crypt.Part{Name: attr("full-path"), Size: int64(number(attr("size")))}
		case "encryption-data":
			p.Check, p.Sum = attr("checksum-type"), attr("checksum")
			if path.Ext(p.Name) == ".xml" {
				parts = append(parts, p)
			}
		}
		if len(parts) == 0 || parts[len(parts)-1].Name != p.Name {
			return nil
		}
		last := &parts[len(parts)-1]
		switch s.Local() {
		case "algorithm":
			last.Cipher, last.IV = attr("algorithm-name"), attr("initialisation-vector")
		case "start-key-generation":
			last.Start = attr("start-key-generation-name")
		case "key-derivation":
			last.Spins, last.KeySize, last.Salt = number(attr("iteration-count")), number(attr("key-size")), attr("salt")
		}
		return nil
	})
	return parts, err
}

func number(s string) int {
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		return 0
	}
	return int(n)
}
