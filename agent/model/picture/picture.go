// Package picture reads the images that people show to models.
package picture

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
)

// Tokens is what an image is taken to cost, in tokens: providers count by its
// size, up to about as many.
const Tokens = 1600

// Max is how many bytes an image may have, as the strictest provider has it.
const Max = 5 << 20

// Image is a picture that a person shows.
type Image struct {
	Type string `json:"type"` // its media type
	Data []byte `json:"data"`
}

// kinds are those that models take, by the bytes that they begin with.
var kinds = [...]struct{ name, begin, behind string }{
	{"image/png", "\x89PNG\r\n\x1a\n", ""},
	{"image/jpeg", "\xff\xd8\xff", ""},
	{"image/gif", "GIF8", ""},
	{"image/webp", "RIFF", "WEBP"},
}

// New reads an image from its bytes in Base64. What they are is said by the
// bytes, whatever a client says of them.
func New(encoded string) (*Image, error) {
	data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the image is no Base64: %w", err)
	case len(data) > Max:
		return nil, fmt.Errorf("the image has %d bytes, and %d are taken", len(data), Max)
	}
	for _, i := range kinds {
		const behind = 8 // where the kind within RIFF is
		if bytes.HasPrefix(data, []byte(i.begin)) && (i.behind == "" || len(data) > behind && bytes.HasPrefix(data[behind:], []byte(i.behind))) {
			return &Image{i.name, data}, nil
		}
	}
	return nil, fmt.Errorf("the bytes are those of no image that models take: there are PNG, JPEG, GIF and WebP")
}

// At reads an image from the address that a client gives for it, which must hold
// its bytes: nothing is fetched.
func At(address string) (*Image, error) {
	head, encoded, ok := strings.Cut(address, ",")
	if !ok || !strings.HasPrefix(head, "data:") || !strings.HasSuffix(head, ";base64") {
		return nil, fmt.Errorf("images are not fetched from addresses: send the bytes, as data:image/png;base64,…")
	}
	return New(encoded)
}

// Base64 returns the bytes as all protocols have them.
func (i *Image) Base64() string { return base64.StdEncoding.EncodeToString(i.Data) }
