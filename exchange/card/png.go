package card

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"

	"github.com/seed353dc258/backstory/exchange"
)

// signature begins a PNG file (ISO/IEC 15948, 5.2).
const signature = "\x89PNG\r\n\x1a\n"

// The bounds of a PNG file.
const (
	maxChunks = 100_000
	maxChunk  = 1<<31 - 1                 // bytes; ISO/IEC 15948, 5.3
	maxPacked = exchange.MaxJSON/3*4 + 64 // bytes of a chunk with text
	maxImage  = 64 << 20                  // bytes of a picture
	maxTexts  = 4                         // chunks of one keyword
)

// The keywords of a card, the one that counts first (Character Card V3).
const (
	wordV3 = "ccv3"
	wordV2 = "chara"
)

// chunk is a chunk of a PNG file, without its content.
type chunk struct {
	name string
	at   int64 // of the content
	size int64
}

// chunks calls a function for every chunk up to the last, whose checksums are
// looked at, and returns where the picture ends.
func chunks(ctx context.Context, file io.ReaderAt, size int64, visit func(chunk) error) (end int64, err error) {
	at := int64(len(signature))
	buffer := make([]byte, 64<<10)
	for n := range maxChunks {
		var head [8]byte
		if _, err := file.ReadAt(head[:], at); err != nil {
			return 0, fmt.Errorf("%w: the picture ends at byte %d, before its last chunk", exchange.ErrCorrupt, at)
		}
		c := chunk{name: string(head[4:]), at: at + 8, size: int64(binary.BigEndian.Uint32(head[:4]))}
		switch {
		case strings.Trim(c.name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "":
			return 0, fmt.Errorf("%w: byte %d begins no chunk", exchange.ErrCorrupt, at)
		case n == 0 && c.name != "IHDR":
			return 0, fmt.Errorf("%w: the picture does not begin with an IHDR chunk", exchange.ErrCorrupt)
		case c.size > maxChunk || c.at+c.size+4 > size:
			return 0, fmt.Errorf("%w: chunk %s at byte %d says that it has %d bytes, and the file ends before", exchange.ErrCorrupt, c.name, at, c.size)
		}
		sum := crc32.NewIEEE()
		sum.Write(head[4:])
		if _, err := io.CopyBuffer(struct{ io.Writer }{sum}, struct{ io.Reader }{io.NewSectionReader(file, c.at, c.size)}, buffer); err != nil {
			return 0, err
		}
		var want [4]byte
		if _, err := file.ReadAt(want[:], c.at+c.size); err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		if sum.Sum32() != binary.BigEndian.Uint32(want[:]) {
			return 0, fmt.Errorf("%w: chunk %s at byte %d has another checksum than it says", exchange.ErrCorrupt, c.name, at)
		}
		if err := visit(c); err != nil {
			return 0, err
		}
		if at = c.at + c.size + 4; c.name == "IEND" {
			return at, nil
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
	}
	return 0, fmt.Errorf("%w: the picture has more than %d chunks", exchange.ErrLimit, maxChunks)
}

// unpackPNG returns the JSON of the card in a picture, and keeps the picture.
func unpackPNG(ctx context.Context, file *io.SectionReader, out *exchange.Import) ([]byte, error) {
	found := map[string][]chunk{}
	image := []io.Reader{strings.NewReader(signature)}
	size := int64(len(signature))
	end, err := chunks(ctx, file, file.Size(), func(c chunk) error {
		word, err := keyword(file, c)
		if err != nil || word == wordV3 || word == wordV2 {
			found[word] = append(found[word], c)
			return err
		}
		image = append(image, io.NewSectionReader(file, c.at-8, c.size+12))
		size += c.size + 12
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the picture: %w", err)
	}
	if rest := file.Size() - end; rest > 0 {
		out.Note(exchange.Lost, "behind the picture", "", fmt.Sprintf("%d bytes follow its end", rest))
	}
	for _, word := range []string{wordV3, wordV2} {
		list := found[word]
		if len(list) == 0 {
			continue
		}
		if len(list) > 1 {
			out.Count(exchange.Lost, word, "there are several texts of this name: the first counts", len(list)-1)
		}
		if word == wordV3 && len(found[wordV2]) > 0 {
			out.Note(exchange.Lost, wordV2, "", "the card is there as ccv3 too, which counts; an export writes it anew")
		}
		text, err := decode(file, list[0])
		if err != nil {
			return nil, fmt.Errorf("reading the text %s of the picture: %w", word, err)
		}
		if size <= maxImage {
			out.Original(keptImage, io.MultiReader(image...))
			out.Note(exchange.Kept, "the picture", exchange.KeptFolder+"/"+keptImage, "")
		} else {
			out.Note(exchange.Lost, "the picture", "", fmt.Sprintf("it has %d bytes, and %d are kept at most", size, maxImage))
		}
		return text, nil
	}
	return nil, fmt.Errorf("%w: it is a picture without a card: it has no text chara or ccv3; programs that shrink or convert pictures drop it", exchange.ErrUnknown)
}

// keyword returns what a chunk with text is called, or "".
func keyword(file io.ReaderAt, c chunk) (string, error) {
	if c.name != "tEXt" && c.name != "zTXt" && c.name != "iTXt" {
		return "", nil
	}
	head := make([]byte, min(c.size, 80)) // at most 79 bytes and a zero
	if _, err := file.ReadAt(head, c.at); err != nil {
		return "", err
	}
	word, _, ok := bytes.Cut(head, []byte{0})
	if !ok {
		return "", nil
	}
	return string(word), nil
}

// decode returns the JSON in a chunk with text.
func decode(file io.ReaderAt, c chunk) ([]byte, error) {
	if c.size > maxPacked {
		return nil, fmt.Errorf("%w: it has %d bytes, and %d are read at most", exchange.ErrLimit, c.size, maxPacked)
	}
	content := make([]byte, c.size)
	if _, err := file.ReadAt(content, c.at); err != nil {
		return nil, err
	}
	_, content, _ = bytes.Cut(content, []byte{0})
	packed := false
	switch c.name {
	case "zTXt": // ISO/IEC 15948, 11.3.4.4: a method, then the text
		if len(content) < 1 || content[0] != 0 {
			return nil, fmt.Errorf("%w: it is packed in an unknown way", exchange.ErrCorrupt)
		}
		content, packed = content[1:], true
	case "iTXt": // 11.3.4.5: flag, method, language, translated keyword
		if len(content) < 2 {
			return nil, fmt.Errorf("%w: it is cut short", exchange.ErrCorrupt)
		}
		packed = content[0] == 1
		content = content[2:]
		for range 2 {
			_, after, ok := bytes.Cut(content, []byte{0})
			if !ok {
				return nil, fmt.Errorf("%w: it is cut short", exchange.ErrCorrupt)
			}
			content = after
		}
	}
	if packed {
		z, err := zlib.NewReader(bytes.NewReader(content))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", exchange.ErrCorrupt, err)
		}
		content, err = io.ReadAll(io.LimitReader(z, maxPacked+1))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", exchange.ErrCorrupt, err)
		}
		if len(content) > maxPacked {
			return nil, fmt.Errorf("%w: it unpacks to more than %d bytes", exchange.ErrLimit, maxPacked)
		}
	}
	return fromBase64(content)
}

// fromBase64 returns what a text is the base64 of. Some programs leave the
// padding out, break lines, or write the JSON itself.
func fromBase64(text []byte) ([]byte, error) {
	text = bytes.TrimSpace(text)
	if bytes.HasPrefix(text, []byte("{")) {
		return text, nil
	}
	plain := bytes.TrimRight(bytes.Join(bytes.Fields(text), nil), "=")
	encoding := base64.RawStdEncoding
	if bytes.ContainsAny(plain, "-_") {
		encoding = base64.RawURLEncoding
	}
	content := make([]byte, encoding.DecodedLen(len(plain)))
	n, err := encoding.Decode(content, plain)
	if err != nil {
		return nil, fmt.Errorf("%w: it is not base64: %w", exchange.ErrCorrupt, err)
	}
	content = bytes.TrimSpace(bytes.TrimPrefix(content[:n], []byte("\ufeff")))
	if !bytes.HasPrefix(content, []byte("{")) {
		return nil, fmt.Errorf("%w: it is the base64 of something that is not JSON object", exchange.ErrCorrupt)
	}
	return content, nil
}

// writePNG writes a picture with the card in it, for programs of V2 and of V3.
func writePNG(p *exchange.Persona, c *card, out *exchange.Export) error {
	picture, err := p.Original(keptImage)
	if err != nil {
		return err
	}
	switch {
	case out.Image != nil:
		picture = out.Image
	case picture == nil:
		out.Note(exchange.Mapped, "picture", "", "the profile has none: a plain one is made; --image takes another one")
		if picture, err = plainPicture(); err != nil {
			return err
		}
	}
	if !bytes.HasPrefix(picture, []byte(signature)) {
		return errors.New("the picture is not a PNG")
	}
	var b bytes.Buffer
	b.WriteString(signature)
	file := bytes.NewReader(picture)
	_, err = chunks(context.Background(), file, file.Size(), func(k chunk) error {
		word, err := keyword(file, k)
		if err != nil || word == wordV2 || word == wordV3 {
			return err
		}
		if k.name == "IEND" {
			if err := addTexts(&b, c); err != nil {
				return err
			}
		}
		b.Write(picture[k.at-8 : k.at+k.size+4])
		return nil
	})
	if err != nil {
		return fmt.Errorf("reading the picture: %w", err)
	}
	out.File("", b.Bytes())
	return nil
}

func addTexts(b *bytes.Buffer, c *card) error {
	for _, form := range []struct{ word, spec string }{{wordV2, specV2}, {wordV3, specV3}} {
		root := c.as(form.spec)
		if c.spec == form.spec {
			root = c.root
		}
		content, err := exchange.EncodeJSON(root)
		if err != nil {
			return err
		}
		text := form.word + "\x00" + base64.StdEncoding.EncodeToString(content)
		var head [8]byte
		binary.BigEndian.PutUint32(head[:4], uint32(len(text)))
		copy(head[4:], "tEXt")
		b.Write(head[:])
		b.WriteString(text)
		sum := crc32.NewIEEE()
		sum.Write(head[4:])
		io.WriteString(sum, text)
		b.Write(binary.BigEndian.AppendUint32(nil, sum.Sum32()))
	}
	return nil
}

// plainPicture returns a picture of one colour, of the shape that cards have.
func plainPicture() ([]byte, error) {
	picture := image.NewPaletted(image.Rect(0, 0, 400, 600), color.Palette{color.RGBA{0x4a, 0x5a, 0x6a, 0xff}})
	var b bytes.Buffer
	err := png.Encode(&b, picture)
	return b.Bytes(), err
}
