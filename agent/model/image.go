package model

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
)

// ImageTokens is what an image is taken to cost, in tokens: providers count by its
// size, up to about as many.
const ImageTokens = 1600

// MaxImage is how many bytes an image may have, as the strictest provider has it.
const MaxImage = 5 << 20

// Image is a picture that a person shows.
type Image struct {
	Type string `json:"type"` // its media type
	Data []byte `json:"data"`
}

// Images are the kinds that models take, by the bytes that they begin with.
var images = [...]struct{ kind, begin, behind string }{
	{"image/png", "\x89PNG\r\n\x1a\n", ""},
	{"image/jpeg", "\xff\xd8\xff", ""},
	{"image/gif", "GIF8", ""},
	{"image/webp", "RIFF", "WEBP"},
}

// NewImage reads an image from its bytes in Base64. What they are is said by the
// bytes, whatever a client says of them.
func NewImage(encoded string) (*Image, error) {
	data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the image is no Base64: %w", err)
	case len(data) > MaxImage:
		return nil, fmt.Errorf("the image has %d bytes, and %d are taken", len(data), MaxImage)
	}
	for _, i := range images {
		const behind = 8 // where the kind within RIFF is
		if bytes.HasPrefix(data, []byte(i.begin)) && (i.behind == "" || len(data) > behind && bytes.HasPrefix(data[behind:], []byte(i.behind))) {
			return &Image{i.kind, data}, nil
		}
	}
	return nil, fmt.Errorf("the bytes are those of no image that models take: there are PNG, JPEG, GIF and WebP")
}

// ImageAt reads an image from the address that a client gives for it, which must hold
// its bytes: nothing is fetched.
func ImageAt(address string) (*Image, error) {
	head, encoded, ok := strings.Cut(address, ",")
	if !ok || !strings.HasPrefix(head, "data:") || !strings.HasSuffix(head, ";base64") {
		return nil, fmt.Errorf("images are not fetched from addresses: send the bytes, as data:image/png;base64,…")
	}
	return NewImage(encoded)
}

// base64 returns the bytes as all protocols have them.
func (i *Image) base64() string { return base64.StdEncoding.EncodeToString(i.Data) }

// HasImages reports whether there is an image in messages.
func HasImages(messages []Message) bool {
	return slices.ContainsFunc(messages, func(m Message) bool {
		return slices.ContainsFunc(m.Parts, func(p Part) bool { return p.Image != nil })
	})
}

// WithoutImages returns messages in which a line is in the place of each image, for a
// model that takes none.
func WithoutImages(messages []Message) []Message {
	out := slices.Clone(messages)
	for i := range out {
		out[i].Parts = slices.Clone(out[i].Parts)
		for j, p := range out[i].Parts {
			if p.Image != nil {
				out[i].Parts[j] = Part{Text: "[An image was shown here, which you cannot see.]"}
			}
		}
	}
	return out
}
