package openai

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/wire"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/internal/tokens"
)

// embedRequest is what is taken of a request for vectors.
type embedRequest struct {
	Model      string `json:"model" doc:"the one of the server's configuration"`
	Input      texts  `json:"input"`
	Dimensions int    `json:"dimensions,omitempty"`
	Format     string `json:"encoding_format,omitempty" enum:"float,base64"`
}

// texts are a text, or a list of them.
type texts []string

// UnmarshalJSON implements [json.Unmarshaler].
func (t *texts) UnmarshalJSON(raw []byte) (err error) {
	*t, err = door.OrList(raw, "input", "texts", func(text string) string { return text })
	return err
}

// Schema implements [huma.SchemaProvider].
func (*texts) Schema(huma.Registry) *huma.Schema {
	text := &huma.Schema{Type: huma.TypeString}
	return &huma.Schema{OneOf: []*huma.Schema{text, {Type: huma.TypeArray, Items: text}}}
}

// maxTexts is how many texts a request may have.
const maxTexts = 2048

type vectorList struct {
	Object string     `json:"object"`
	Data   []vector   `json:"data" nullable:"false"`
	Model  string     `json:"model"`
	Usage  embedUsage `json:"usage"`
}

type vector struct {
	Object    string          `json:"object"`
	Index     int             `json:"index"`
	Embedding json.RawMessage `json:"embedding"`
}

type embedUsage struct {
	Prompt int `json:"prompt_tokens"`
	Total  int `json:"total_tokens"`
}

func (s *server) embed(w http.ResponseWriter, r *http.Request) error {
	var in embedRequest
	ignored, err := door.Read(r, &in)
	if err != nil {
		return err
	}
	m, err := s.Host(r.Context()).Catalog.Embedding()
	if err != nil {
		return err
	}
	by, ok := m.Provider.(model.Embedder)
	switch {
	case !ok:
		return api.NewProblem(http.StatusNotFound, "embeddings_not_configured",
			"this server has no model for embeddings: embedding in config.json names one, such as openai/text-embedding-3-small")
	case in.Model != m.Full && in.Model != m.Name:
		return api.NewProblem(404, "model_not_found", fmt.Sprintf("the server's model for embeddings is %q", m.Full)).About("model")
	case len(in.Input) == 0 || len(in.Input) > maxTexts:
		return door.Wrong("input", fmt.Sprintf("there are %d texts, and there may be 1 to %d", len(in.Input), maxTexts))
	}
	got, err := s.vectors(r.Context(), by, m.Full, &model.EmbedRequest{Model: m.Name, Input: in.Input, Dimensions: in.Dimensions, Format: in.Format})
	if err != nil {
		return door.Gone(r, err)
	}
	ignored.Write(w.Header())
	out := vectorList{Object: "list", Model: in.Model, Usage: embedUsage{got.Tokens, got.Tokens}}
	for i, v := range got.Vectors {
		out.Data = append(out.Data, vector{"embedding", i, v})
	}
	return wire.WriteJSON(w, out)
}

// vectors asks for vectors, within the budgets.
func (s *server) vectors(ctx context.Context, by model.Embedder, full string, r *model.EmbedRequest) (got *model.Embedded, err error) {
	sc, err := api.ActorOf(ctx).Scope("")
	if err != nil {
		return nil, err
	}
	cost := 0
	for _, text := range r.Input {
		cost += tokens.Estimate(text)
	}
	err = s.Host(ctx).Runner.Within(ctx, sc, full, cost, func() (int, error) {
		if got, err = by.Embed(ctx, r); err != nil {
			return 0, err
		}
		return got.Tokens, nil
	})
	return got, err
}
