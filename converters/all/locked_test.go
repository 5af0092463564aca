package all_test

import (
	"archive/zip"
	"bytes"
	"crypto/aes"
	"crypto/rc4"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/converters/internal/officetest"
	"github.com/seed353dc258/backstory/ingest"
)

// lockedFile is a document that a password locks.
type lockedFile struct {
	name, password, want string
	content              []byte
}

// lockedFiles are documents that LibreOffice and another program locked, in
// testdata/locked, and ones that are locked here as the specification has it.
func lockedFiles(t *testing.T) []lockedFile {
	t.Helper()
	list := []lockedFile{
		{name: "standard.docx", password: "ship's bell", want: "It tolls.", content: lockPackage("ship's bell", smallDocx(t, "It tolls."))},
		{name: "cryptoapi.ppt", password: "neap", want: "# Slide 1", content: lockSlides("neap")},
		{name: "cryptoapi.xls", password: "Zwölf", want: "North", content: lockWorkbook("Zwölf", "North")},
	}
	for _, f := range []struct{ name, want string }{
		{"agile.docx", "The secret word is **marmalade**."},
		{"agile.xlsx", "|South|77|"},
		{"aes.odt", "The secret word is **marmalade**."},
		{"blowfish.odt", "The secret word is **marmalade**."},
		{"rc4.doc", "The secret word is **marmalade**."},
		{"rc4.xls", "|South|77|"},
	} {
		content, err := os.ReadFile(filepath.Join("testdata", "locked", f.name))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, lockedFile{f.name, "marmalade", f.want, content})
	}
	return list
}

func convertLocked(t *testing.T, name string, content []byte, passwords ...string) (*ingest.Chapter, error) {
	t.Helper()
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	return ingest.Run(t.Context(), registry, ingest.Job{
		Name: name, Content: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content))), Services: []any{converters.Passwords(passwords)},
	})
}

func TestPasswordsOpenLockedDocuments(t *testing.T) {
	for _, f := range lockedFiles(t) {
		c, err := convertLocked(t, f.name, f.content, f.password)
		if err != nil || !strings.Contains(c.Text, f.want) || len(c.Warnings) != 1 || c.Warnings[0].Code != converters.WarnLocked {
			t.Errorf("%s: %+v, %v", f.name, c, err)
		}
		for _, refused := range []struct {
			given []string
			says  string
		}{
			{nil, "is locked with a password: give it in --password-file"},
			{[]string{"Marmalade-7"}, "none that was given is the one"},
		} {
			_, err := convertLocked(t, f.name, f.content, refused.given...)
			if !errors.Is(err, converters.ErrEncrypted) || !strings.Contains(err.Error(), refused.says) || strings.Contains(err.Error(), "Marmalade-7") {
				t.Errorf("%s with %q: %v", f.name, refused.given, err)
			}
		}
	}
}

func TestTheContentOfALockedPackageSaysWhatItIs(t *testing.T) {
	c, err := convertLocked(t, "old.xls", lockPackage("x", smallDocx(t, "A letter.")), "x")
	if err != nil || c.Text != "A letter." || c.Warnings[0].Code != converters.WarnLocked || c.Warnings[1].Code != converters.WarnContentDiffers {
		t.Errorf("%+v, %v", c, err)
	}
}

// Excel opens what is locked with this password without asking.
func TestAWorkbookThatIsProtectedAloneNeedsNoPassword(t *testing.T) {
	c, err := convertLocked(t, "a.xls", lockWorkbook("VelvetSweatshop", "North"))
	if err != nil || !strings.Contains(c.Text, "North") || len(c.Warnings) != 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

// Else the text of the mail would depend on more than the mail.
func TestPasswordsAreNotForWhatIsInsideAnotherFile(t *testing.T) {
	mail := "From: a@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello.\r\n--b\r\n" +
		"Content-Type: application/vnd.ms-excel; name=a.xls\r\nContent-Disposition: attachment; filename=a.xls\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
	for _, b := range lockWorkbook("x", "North") {
		const hex = "0123456789ABCDEF"
		mail += "=" + string(hex[b>>4]) + string(hex[b&15])
	}
	with, err := convertLocked(t, "a.eml", []byte(mail+"\r\n--b--\r\n"), "x")
	if err != nil || strings.Contains(with.Text, "North") || len(with.Warnings) != 1 || !strings.Contains(with.Warnings[0].Message, "beside what it is in") {
		t.Errorf("%+v, %v", with, err)
	}
}

func smallDocx(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, part := range map[string]string{
		"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
		"word/document.xml":   `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>` + text + `</w:t></w:r></w:p></w:body></w:document>`,
	} {
		f, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(f, part)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var le = binary.LittleEndian

func wide(s string) (b []byte) {
	for _, u := range utf16.Encode([]rune(s)) {
		b = le.AppendUint16(b, u)
	}
	return b
}

// encryptionHeader is an EncryptionHeader and what is in front of it ([MS-OFFCRYPTO], 2.3.2).
func encryptionHeader(version uint32, cipher, bits uint32) []byte {
	b := le.AppendUint32(nil, version)
	b = le.AppendUint32(b, 0x24)
	b = le.AppendUint32(b, 34)
	for _, n := range []uint32{0x24, 0, cipher, 0x8004, bits, 0x18, 0, 0} {
		b = le.AppendUint32(b, n)
	}
	return append(b, 0, 0)
}

// lockPackage locks a package with AES of 128 bits (2.3.4.5).
func lockPackage(password string, content []byte) []byte {
	salt, verifier := bytes.Repeat([]byte{7}, 16), bytes.Repeat([]byte{9}, 16)
	sum := sha1.Sum(append(bytes.Clone(salt), wide(password)...))
	for i := range uint32(50_000) {
		sum = sha1.Sum(append(le.AppendUint32(nil, i), sum[:]...))
	}
	sum = sha1.Sum(append(sum[:], 0, 0, 0, 0))
	pad := bytes.Repeat([]byte{0x36}, 64)
	for i, c := range sum {
		pad[i] ^= c
	}
	key := sha1.Sum(pad)
	block, err := aes.NewCipher(key[:16])
	if err != nil {
		panic(err)
	}
	encrypt := func(b []byte) []byte {
		b = append(bytes.Clone(b), make([]byte, (16-len(b)%16)%16)...)
		for at := 0; at < len(b); at += 16 {
			block.Encrypt(b[at:], b[at:])
		}
		return b
	}
	hash := sha1.Sum(verifier)
	info := append(le.AppendUint32(encryptionHeader(2<<16|4, 0x660E, 128), 16), salt...)
	info = append(le.AppendUint32(append(info, encrypt(verifier)...), 20), encrypt(hash[:])...)
	return officetest.Pack(
		officetest.Stream{Name: "EncryptionInfo", Data: info},
		officetest.Stream{Name: "EncryptedPackage", Data: append(le.AppendUint64(nil, uint64(len(content))), encrypt(content)...)},
	)
}

// cryptoAPI is a lock with RC4 of 40 bits (2.3.5): its header, and the key of each block.
func cryptoAPI(password string) (head []byte, keyOf func(block uint32) *rc4.Cipher) {
	salt, verifier := bytes.Repeat([]byte{7}, 16), bytes.Repeat([]byte{9}, 16)
	base := sha1.Sum(append(bytes.Clone(salt), wide(password)...))
	keyOf = func(block uint32) *rc4.Cipher {
		key := sha1.Sum(le.AppendUint32(bytes.Clone(base[:]), block))
		c, err := rc4.NewCipher(append(key[:5:5], make([]byte, 11)...))
		if err != nil {
			panic(err)
		}
		return c
	}
	hash := sha1.Sum(verifier)
	check := append(bytes.Clone(verifier), hash[:]...)
	keyOf(0).XORKeyStream(check, check)
	head = append(le.AppendUint32(encryptionHeader(2<<16|2, 0x6801, 40), 16), salt...)
	return append(le.AppendUint32(append(head, check[:16]...), 20), check[16:]...), keyOf
}

// lockWorkbook locks a workbook that has one text.
func lockWorkbook(password, text string) []byte {
	head, keyOf := cryptoAPI(password)
	record := func(kind uint16, body ...byte) []byte {
		return append(le.AppendUint16(le.AppendUint16(nil, kind), uint16(len(body))), body...)
	}
	begin := record(0x809, 0, 6, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	lock := record(0x2F, append([]byte{1, 0}, head...)...)
	plain := bytes.Clone(append(begin, lock...))
	at := len(plain)
	plain = append(plain, record(0x204, append([]byte{0, 0, 0, 0, 0, 0, byte(len(text)), 0, 0}, text...)...)...)
	plain = append(plain, record(0x0A)...)
	var keys []byte
	for block := uint32(0); len(keys) < len(plain); block++ {
		piece := make([]byte, 1024)
		keyOf(block).XORKeyStream(piece, piece)
		keys = append(keys, piece...)
	}
	for at < len(plain) {
		n := int(le.Uint16(plain[at+2:]))
		for i := range n {
			plain[at+4+i] ^= keys[at+4+i]
		}
		at += 4 + n
	}
	return officetest.Pack(officetest.Stream{Name: "Workbook", Data: plain})
}

// What a lock asks for is bounded, and what is wrong with one is an error.
func TestHostileLocksAreRefused(t *testing.T) {
	const agile = `<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password">` +
		`<keyData saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue="AAAAAAAAAAAAAAAAAAAAAA=="/>` +
		`<keyEncryptors><keyEncryptor uri="x"><p:encryptedKey spinCount="SPINS" saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" ` +
		`saltValue="AAAAAAAAAAAAAAAAAAAAAA==" encryptedVerifierHashInput="INPUT" encryptedVerifierHashValue="AAAA" encryptedKeyValue=""/></keyEncryptor></keyEncryptors></encryption>`
	info := func(spins, input string) []byte {
		text := strings.NewReplacer("SPINS", spins, "INPUT", input).Replace(agile)
		return append([]byte{4, 0, 4, 0, 0x40, 0, 0, 0}, text...)
	}
	pack := func(info []byte) []byte {
		return officetest.Pack(officetest.Stream{Name: "EncryptionInfo", Data: info}, officetest.Stream{Name: "EncryptedPackage", Data: []byte{1, 2}})
	}
	cut := lockPackage("x", smallDocx(t, "A letter."))
	for name, content := range map[string][]byte{
		"spins.docx":   pack(info("2000000000", "AAAAAAAAAAAAAAAAAAAAAA==")),
		"minus.docx":   pack(info("-1", "AAAAAAAAAAAAAAAAAAAAAA==")),
		"input.docx":   pack(info("1", "AAA=")),
		"xml.docx":     pack([]byte{4, 0, 4, 0, 0x40, 0, 0, 0, '<'}),
		"none.docx":    pack(nil),
		"version.docx": pack(bytes.Repeat([]byte{9}, 64)),
		"header.docx":  pack(encryptionHeader(2<<16|4, 0x660E, 128)),
		"cipher.docx":  pack(append(encryptionHeader(2<<16|4, 0x6603, 128), bytes.Repeat([]byte{16, 0, 0, 0}, 20)...)),
		"cut.docx":     cut[:len(cut)-1024],
		"alone.docx":   officetest.Pack(officetest.Stream{Name: "EncryptedPackage", Data: []byte("x")}),
		"filepass.xls": officetest.Pack(officetest.Stream{Name: "Workbook", Data: append(biff("x")[:20], 0x2F, 0, 2, 0, 1, 0)}),
		"xor.xls":      officetest.Pack(officetest.Stream{Name: "Workbook", Data: append(biff("x")[:20], 0x2F, 0, 3, 0, 0, 0, 1)}),
	} {
		_, err := convertLocked(t, name, content, "x")
		if !errors.Is(err, converters.ErrEncrypted) && !errors.Is(err, converters.ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// lockSlides locks a presentation that has an empty slide ([MS-PPT], 2.3.7).
func lockSlides(password string) []byte {
	head, keyOf := cryptoAPI(password)
	record := func(version, kind uint16, body []byte) []byte {
		b := le.AppendUint16(le.AppendUint16(nil, version), kind)
		return append(le.AppendUint32(b, uint32(len(body))), body...)
	}
	longs := func(list ...uint32) (b []byte) {
		for _, n := range list {
			b = le.AppendUint32(b, n)
		}
		return b
	}
	list := record(0, 0x3F3, longs(2, 0, 0, 256, 0))
	kept := [][]byte{
		record(15, 0x3E8, append(record(1, 0x3E9, make([]byte, 40)), record(15, 0xFF0, list)...)),
		record(15, 0x3EE, record(2, 0x3EF, make([]byte, 24))),
		record(15, 0x2F14, head),
	}
	var stream []byte
	directory := longs(1 | 3<<20)
	for i, b := range kept {
		directory = le.AppendUint32(directory, uint32(len(stream)))
		if i < 2 {
			keyOf(uint32(i+1)).XORKeyStream(b, b)
		}
		stream = append(stream, b...)
	}
	at := uint32(len(stream))
	stream = append(stream, record(0, 0x1772, directory)...)
	edit := uint32(len(stream))
	stream = append(stream, record(0, 0xFF5, longs(0, 0, 0, at, 1, 3, 0, 3))...)
	return officetest.Pack(
		officetest.Stream{Name: "Current User", Data: record(0, 0xFF6, longs(0x14, 0xF3D1C4DF, edit, 0))},
		officetest.Stream{Name: "PowerPoint Document", Data: append(stream, make([]byte, 4096)...)},
	)
}
