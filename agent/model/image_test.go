package model_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/picture"
)

const pixel = "\x89PNG\r\n\x1a\n a pixel"

func TestImagesAreReadByTheirBytes(t *testing.T) {
	encoded := base64.StdEncoding.EncodeToString([]byte(pixel))
	for address, want := range map[string]string{
		"data:image/png;base64," + encoded:       "image/png",
		"data:text/html;base64," + encoded:       "image/png", // whatever the client says
		"data:image/png;base64,PGh0bWw+":         "no image",
		"data:image/png;base64,?":                "no Base64",
		"data:image/png," + encoded:              "send the bytes",
		"https://example.com/a.png":              "send the bytes",
		"file:///etc/passwd":                     "send the bytes",
		"data:image/png;base64," + long(encoded): "are taken",
	} {
		got := ""
		switch image, err := picture.At(address); {
		case err != nil:
			got = err.Error()
		case string(image.Data) == pixel:
			got = image.Type
		}
		if !strings.Contains(got, want) {
			t.Errorf("%.60s: %q, want %q", address, got, want)
		}
	}
}

func long(encoded string) string { return strings.Repeat(encoded[:8], picture.Max/6+1) }

// Each protocol has its own place for an image; without images a message is as before.
func TestImagesInEachProtocol(t *testing.T) {
	encoded := base64.StdEncoding.EncodeToString([]byte(pixel))
	image := &picture.Image{Type: "image/png", Data: []byte(pixel)}
	r := &model.Request{Model: "m", Messages: []model.Message{{Role: model.User, Parts: []model.Part{{Text: "Look:"}, {Image: image}, {Text: "What is it?"}}}}}
	for _, c := range []struct {
		provider model.Provider
		want     string
	}{
		{model.NewOpenAI(model.Endpoint{}), `"content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,` + encoded + `"}},{"type":"text","text":"Look:\n\nWhat is it?"}]`},
		{model.NewAnthropic(model.Endpoint{}), `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + encoded + `"}}`},
		{model.NewOllama(model.Endpoint{}), `"content":"Look:\n\nWhat is it?","images":["` + encoded + `"]`},
		{model.NewText(model.NewOllama(model.Endpoint{}), model.ToolsText, "0123ab"), `"images":["` + encoded + `"]`},
	} {
		body, err := c.provider.Encode(r)
		if err != nil || !strings.Contains(string(body), c.want) {
			t.Errorf("%s: %s (%v), want %s", c.provider.Name(), body, err, c.want)
		}
		r := r.WithoutImages()
		if body, err = c.provider.Encode(r); err != nil || strings.Contains(string(body), encoded) || !strings.Contains(string(body), "cannot see") {
			t.Errorf("%s without images: %s (%v)", c.provider.Name(), body, err)
		}
	}
}
