package find

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/search"
)

// Spend does something that asks a model by its full name and takes about so many tokens,
// where budgets allow it, and counts those that were used. Those of
// agent/runner are some.
type Spend func(ctx context.Context, name string, estimate int, do func() (used int, err error)) error

// Near returns how a profile is searched: by words alone, unless its preferences
// ask for embeddings, and the user's configuration names a model for them. What is
// wrong with that, warn is told. Without spend nothing is counted.
func Near(i *profile.Identity, c *catalog.Catalog, wait time.Duration, spend Spend, warn func(error)) tool.Near {
	if i == nil || !i.Preferences.Retrieval.Embeddings {
		return tool.Near{}
	}
	m, err := c.Embedding()
	by, ok := m.Provider.(model.Embedder)
	if err == nil && !ok {
		err = errors.New("retrieval.embeddings: embedding in " + catalog.ConfigName + " names no model that makes vectors")
	}
	if err != nil {
		if warn != nil {
			warn(fmt.Errorf("searching by words alone: %w", err))
		}
		return tool.Near{}
	}
	if spend == nil {
		spend = func(_ context.Context, _ string, _ int, do func() (int, error)) error {
			_, err := do()
			return err
		}
	}
	embed := func(ctx context.Context, texts []string) (list [][]float32, err error) {
		estimate := 0
		for _, text := range texts {
			estimate += tokens.Estimate(text)
		}
		err = spend(ctx, m.Full, estimate, func() (int, error) {
			got, err := by.Embed(ctx, &model.EmbedRequest{Model: m.Name, Input: texts})
			if err != nil {
				return 0, err
			}
			list, err = numbers(got.Vectors)
			return got.Tokens, err
		})
		return list, err
	}
	return tool.Near{Model: &search.Model{Name: m.At + " " + m.Full, Embed: embed}, Wait: wait, Warn: warn}
}

// numbers reads vectors.
func numbers(list []json.RawMessage) ([][]float32, error) {
	out := make([][]float32, len(list))
	for i, raw := range list {
		if err := json.Unmarshal(raw, &out[i]); err != nil {
			return nil, fmt.Errorf("reading a vector: %w", err)
		}
	}
	return out, nil
}
