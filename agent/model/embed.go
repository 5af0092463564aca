package model

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
)

// Embedder gives vectors for texts.
type Embedder interface {
	Embed(ctx context.Context, r *EmbedRequest) (*Embedded, error)
}

// EmbedRequest asks for vectors of texts.
type EmbedRequest struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Dimensions int      `json:"dimensions,omitempty"`
	Format     string   `json:"encoding_format,omitempty"` // float or base64
}

// Embedded is a vector for each text, in their order, as the server gave it:
// numbers, or base64.
type Embedded struct {
	Vectors []json.RawMessage
	Tokens  int
}

// maxVectors is how long an answer with vectors may be, in bytes.
const maxVectors = 64 << 20

// Embed implements [Embedder]. The request is sent once: who wants vectors is a
// program that can ask again.
func (o *openAI) Embed(ctx context.Context, r *EmbedRequest) (*Embedded, error) {
	body, err := canonical(r)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, o.at.Idle)
	defer cancel()
	x := &exchange{at: o.at, path: "/embeddings", header: o.at.headers("application/json"), body: body, refused: openAIRefused}
	resp, err := x.send(ctx)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxVectors+1))
	if err != nil {
		return nil, x.lost(ctx, err)
	}
	out, err := readVectors(text, len(r.Input))
	if err != nil {
		return nil, &Error{Provider: o.at.Provider, Kind: KindBroken, Err: err}
	}
	return out, nil
}

// readVectors reads the answer to so many texts.
func readVectors(text []byte, texts int) (*Embedded, error) {
	if len(text) > maxVectors {
		return nil, &broken{fmt.Sprintf("the answer has more than %d bytes", maxVectors)}
	}
	var got struct {
		Data []struct {
			Index     int
			Embedding json.RawMessage
		}
		Usage struct {
			Total int `json:"total_tokens"`
		}
	}
	if err := json.Unmarshal(text, &got); err != nil {
		return nil, &broken{"the answer is not the JSON that is expected: " + err.Error()}
	}
	out := &Embedded{Vectors: make([]json.RawMessage, texts), Tokens: got.Usage.Total}
	for _, d := range got.Data {
		if d.Index < 0 || d.Index >= texts || out.Vectors[d.Index] != nil || len(d.Embedding) == 0 {
			return nil, &broken{fmt.Sprintf("the answer has a vector for text %d of %d", d.Index, texts)}
		}
		out.Vectors[d.Index] = d.Embedding
	}
	if len(got.Data) != texts {
		return nil, &broken{fmt.Sprintf("the answer has %d vectors for %d texts", len(got.Data), texts)}
	}
	return out, nil
}
