package card_test

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io/fs"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/card"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
)

const small = `{"name":"Bo","description":"A fox.","first_mes":"Hm."}`

// picture returns a PNG file with chunks before its end.
func picture(t testing.TB, chunks ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	plain := b.Bytes()
	end := len(plain) - 12
	return append(append(bytes.Clone(plain[:end]), bytes.Join(chunks, nil)...), plain[end:]...)
}

// chunkOf returns a chunk of a PNG file with its checksum.
func chunkOf(name string, content []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(content)))
	b = append(append(b, name...), content...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

func textChunk(word, text string) []byte {
	return chunkOf("tEXt", []byte(word+"\x00"+base64.StdEncoding.EncodeToString([]byte(text))))
}

// packed returns bytes as zlib packs them.
func packed(t testing.TB, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	if _, err := z.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// changed returns bytes with one that is another.
func changed(content []byte, at int) []byte {
	content = bytes.Clone(content)
	if at < 0 {
		at += len(content)
	}
	content[at] ^= 0x5a
	return content
}

// hostile are files that are no cards, by what is wrong with them and which
// error says so.
func hostile(t testing.TB) map[string]struct {
	content []byte
	err     error
} {
	t.Helper()
	type file = struct {
		content []byte
		err     error
	}
	good := picture(t, textChunk("chara", small))
	bomb := packed(t, bytes.Repeat([]byte(" "), 40<<20))
	text := func(content string) []byte { return picture(t, textChunk("chara", content)) }
	twice := base64.StdEncoding.EncodeToString([]byte(small))
	length := func(n uint32) []byte { // of the chunk with the card
		b := bytes.Clone(good)
		binary.BigEndian.PutUint32(b[bytes.Index(b, []byte("tEXt"))-4:], n)
		return b
	}
	list := map[string]file{
		"a picture without a card":         {picture(t), exchange.ErrUnknown},
		"a picture with another text":      {picture(t, textChunk("comment", small)), exchange.ErrUnknown},
		"a text without its zero":          {picture(t, chunkOf("tEXt", []byte("chara"))), exchange.ErrUnknown},
		"only a signature":                 {good[:8], exchange.ErrCorrupt},
		"no end":                           {good[:len(good)-12], exchange.ErrCorrupt},
		"a checksum of the card":           {changed(good, bytes.Index(good, []byte("IEND"))-5), exchange.ErrCorrupt},
		"a checksum of the picture":        {changed(good, 30), exchange.ErrCorrupt},
		"a checksum of the end":            {changed(good, -1), exchange.ErrCorrupt},
		"a length of 4 GB":                 {length(0xffffffff), exchange.ErrCorrupt},
		"a length of 2 GB":                 {length(0x7fffffff), exchange.ErrCorrupt},
		"a length that is one too long":    {length(uint32(len(twice)) + 7), exchange.ErrCorrupt},
		"a length of nothing":              {length(0), exchange.ErrCorrupt},
		"a name that is none":              {picture(t, chunkOf("t\x00Xt", nil)), exchange.ErrCorrupt},
		"another chunk first":              {append([]byte("\x89PNG\r\n\x1a\n"), textChunk("chara", small)...), exchange.ErrCorrupt},
		"too many chunks":                  {picture(t, bytes.Repeat(chunkOf("teSt", nil), 100_001)), exchange.ErrLimit},
		"base64 of base64":                 {text(twice), exchange.ErrCorrupt},
		"base64 of a list":                 {text("[1]"), exchange.ErrCorrupt},
		"base64 of nothing":                {text(""), exchange.ErrCorrupt},
		"base64 of a number":               {text("1"), exchange.ErrCorrupt},
		"no base64":                        {picture(t, chunkOf("tEXt", []byte("chara\x00!!!!"))), exchange.ErrCorrupt},
		"base64 of JSON that ends":         {text(small[:20]), exchange.ErrCorrupt},
		"base64 of two documents":          {text(small + small), exchange.ErrCorrupt},
		"base64 of another object":         {text(`{"a":1}`), exchange.ErrUnknown},
		"a bomb in zTXt":                   {picture(t, chunkOf("zTXt", append([]byte("chara\x00\x00"), bomb...))), exchange.ErrLimit},
		"a bomb in iTXt":                   {picture(t, chunkOf("iTXt", append([]byte("ccv3\x00\x01\x00\x00\x00"), bomb...))), exchange.ErrLimit},
		"zTXt that is not packed":          {picture(t, chunkOf("zTXt", []byte("chara\x00\x00rubbish"))), exchange.ErrCorrupt},
		"zTXt packed otherwise":            {picture(t, chunkOf("zTXt", []byte("chara\x00\x07rubbish"))), exchange.ErrCorrupt},
		"zTXt that is empty":               {picture(t, chunkOf("zTXt", []byte("chara\x00"))), exchange.ErrCorrupt},
		"iTXt that is cut":                 {picture(t, chunkOf("iTXt", []byte("chara\x00\x00"))), exchange.ErrCorrupt},
		"iTXt without a language":          {picture(t, chunkOf("iTXt", []byte("chara\x00\x00\x00en"))), exchange.ErrCorrupt},
		"zTXt that is cut":                 {picture(t, chunkOf("zTXt", append([]byte("chara\x00\x00"), packed(t, []byte(twice))[:20]...))), exchange.ErrCorrupt},
		"ccv3 that is broken beside chara": {picture(t, textChunk("ccv3", "{"), textChunk("chara", small)), exchange.ErrCorrupt},
		"a GIF":                            {[]byte("GIF89a"), exchange.ErrUnknown},
		"nothing":                          {nil, exchange.ErrCorrupt},
		"one byte":                         {[]byte("{"), exchange.ErrCorrupt},
		"a list":                           {[]byte("[]"), exchange.ErrUnknown},
		"a text":                           {[]byte(`"a"`), exchange.ErrUnknown},
		"no UTF-8":                         {[]byte("{\"name\":\"\xff\"}"), exchange.ErrCorrupt},
		"UTF-16":                           {[]byte("\xff\xfe{\x00}\x00"), exchange.ErrUnknown},
		"a name that is a number":          {[]byte(`{"spec":"chara_card_v2","data":{"name":1}}`), exchange.ErrCorrupt},
		"no name":                          {[]byte(`{"spec":"chara_card_v2","data":{}}`), exchange.ErrCorrupt},
		"data that is a list":              {[]byte(`{"spec":"chara_card_v2","data":[]}`), exchange.ErrUnknown},
		"a lorebook":                       {[]byte(`{"spec":"lorebook_v3","data":{"entries":[]}}`), exchange.ErrUnknown},
		"lists in lists":                   {[]byte(`{"name":` + strings.Repeat("[", 5000)), exchange.ErrLimit},
		"objects in objects":               {[]byte(strings.Repeat(`{"a":`, 5000)), exchange.ErrLimit},
		"many values":                      {[]byte(`{"name":"a","description":[` + strings.Repeat("0,", 400_000) + `0]}`), exchange.ErrLimit},
		"many bytes":                       {bytes.Repeat([]byte(" "), exchange.MaxJSON+1), exchange.ErrLimit},
		"a text that no prompt takes":      {[]byte(`{"name":"a","description":"` + strings.Repeat("long ", 1_000_000) + `"}`), exchange.ErrLimit},
		"a comma too many":                 {[]byte(`{"name":"a",}`), exchange.ErrCorrupt},
	}
	hostilePackages(t, func(what string, content []byte, err error) { list[what] = file{content, err} })
	return list
}

// hostilePackages adds packages that are no cards.
func hostilePackages(t testing.TB, add func(what string, content []byte, err error)) {
	t.Helper()
	for n := 8; n < 40; n += 4 { // a package that is cut or changed
		z := exchangetest.Zip(t, map[string][]byte{"card.json": []byte(small)})
		add(fmt.Sprintf("a package that ends at %d", n), z[:n], exchange.ErrCorrupt)
	}
	z := exchangetest.Zip(t, map[string][]byte{"card.json": []byte(small)})
	add("a package whose content is changed", changed(z, 45), exchange.ErrCorrupt)
	add("a package without a card", exchangetest.Zip(t, map[string][]byte{"other.json": []byte(small)}), exchange.ErrUnknown)
	add("a package with the card outside", exchangetest.Zip(t, map[string][]byte{"../card.json": []byte(small)}), exchange.ErrUnknown)
	add("a package with two cards", zipped(t, zip.FileHeader{Name: "card.json"}, zip.FileHeader{Name: "CARD.json"}), exchange.ErrCorrupt)
	link := zip.FileHeader{Name: "card.json"}
	link.SetMode(fs.ModeSymlink | 0o777)
	add("a package with a link for a card", zipped(t, link), exchange.ErrUnknown)
	add("a package with an encrypted card", zipped(t, zip.FileHeader{Name: "card.json", Flags: 1}), exchange.ErrUnknown)
	add("a bomb in a package", exchangetest.Zip(t, map[string][]byte{"card.json": bytes.Repeat([]byte(" "), 40<<20)}), exchange.ErrLimit)
	add("a package with many entries", append(bytes.Clone(z), bytes.Repeat([]byte("PK\x01\x02"), 10_001)...), exchange.ErrLimit)
}

func zipped(t testing.TB, headers ...zip.FileHeader) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, h := range headers {
		w, err := z.CreateHeader(&h)
		if err == nil {
			_, err = w.Write([]byte(small))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestHostileFilesAreErrors(t *testing.T) {
	list := hostile(t)
	if len(list) < 60 {
		t.Errorf("%d files, want 60", len(list))
	}
	for what, f := range list {
		_, err := exchange.Preview(context.Background(), card.New(), exchangetest.File("in", f.content))
		if !errors.Is(err, f.err) {
			t.Errorf("%s: %v, want %v", what, err, f.err)
		}
	}
}

// TestOddFilesAreRead: what programs write in other ways than the standard says.
func TestOddFilesAreRead(t *testing.T) {
	v3 := `{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Newer","description":"b","extensions":{}}}`
	coded := base64.StdEncoding.EncodeToString([]byte(small))
	for what, c := range map[string]struct {
		content []byte
		name    string
	}{
		"ccv3 counts":                 {picture(t, textChunk("chara", small), textChunk("ccv3", v3)), "Newer"},
		"base64 in lines":             {picture(t, chunkOf("tEXt", []byte("chara\x00"+coded[:20]+"\r\n"+coded[20:]))), "Bo"},
		"base64 without its end":      {picture(t, chunkOf("tEXt", []byte("chara\x00"+strings.TrimRight(coded, "=")))), "Bo"},
		"JSON that is not in base64":  {picture(t, chunkOf("tEXt", []byte("chara\x00"+small))), "Bo"},
		"zTXt":                        {picture(t, chunkOf("zTXt", append([]byte("chara\x00\x00"), packed(t, []byte(coded))...))), "Bo"},
		"iTXt":                        {picture(t, chunkOf("iTXt", []byte("chara\x00\x00\x00en\x00Figur\x00"+coded))), "Bo"},
		"iTXt that is packed":         {picture(t, chunkOf("iTXt", append([]byte("chara\x00\x01\x00\x00\x00"), packed(t, []byte(coded))...))), "Bo"},
		"bytes behind the picture":    {append(picture(t, textChunk("chara", small)), "PK\x03\x04"...), "Bo"},
		"a mark of the order":         {[]byte("\ufeff" + small), "Bo"},
		"a package behind a picture":  {append([]byte("\xff\xd8\xff\xe0 picture"), exchangetest.Zip(t, map[string][]byte{"card.json": []byte(v3)})...), "Newer"},
		"data without a version":      {[]byte(`{"data":{"name":"Cy","description":"c"}}`), "Cy"},
		"a version that is yet to be": {[]byte(`{"spec":"chara_card_v9","spec_version":"9","data":{"name":"Cy","description":"c"}}`), "Cy"},
	} {
		report, err := exchange.Preview(context.Background(), card.New(), exchangetest.File("in", c.content))
		if err != nil || report.Name != c.name {
			t.Errorf("%s: %q, %v", what, report.Name, err)
		}
	}
}

func FuzzCard(f *testing.F) {
	seeds := [][]byte{picture(f, textChunk("chara", small)), exchangetest.Zip(f, map[string][]byte{"card.json": []byte(small)})}
	exchangetest.Fuzz(f, card.New(), "card", seeds...)
}

func FuzzLorebook(f *testing.F) { exchangetest.Fuzz(f, card.NewLore(), "lorebook") }
