package persona

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/cmd/backstory/plain"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/search"
)

type searchOptions struct {
	builder compile.BuilderOptions
	config  string
	limit   int
	tokens  int
}

// NewSearch returns the command search.
func NewSearch(t *cli.Terminal) *cobra.Command {
	var o searchOptions
	cmd := &cobra.Command{
		Use:   "search PROFILE QUERY",
		Short: "Find the passages of a profile that answer a question",
		Long: `search finds the passages of a profile's backstory, context and notes that match a query best: paragraphs,
items of lists, rows of tables with their header, pieces of code. PROFILE is a name or a folder. Each passage
comes with its document, the place in it, the headings above it, and the id of its segment. Words match
without their endings; the text above and beside a passage counts, too, as do the keywords in a document's
front matter or properties. It searches what the last build wrote. Finding nothing is not an error.`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runSearch(cmd.Context(), t, o, args[0], args[1])
		},
	}
	compile.AddCacheDir(cmd, &o.builder.Caches.CacheDir)
	o.builder.AddYes(cmd)
	o.builder.AddOCR(cmd)
	cmd.Flags().IntVar(&o.limit, "limit", 20, fmt.Sprintf("find at most `N` passages, 1 to %d", search.MaxHits))
	cmd.Flags().IntVar(&o.tokens, "max-tokens", 0, "stop before the passages have more than `N` tokens together; the first one is always shown (default: no limit)")
	cmd.Flags().StringVar(&o.config, "config", "", "your configuration (`FILE`), which may name a model for embeddings")
	t.AddJSON(cmd.Flags())
	return cmd
}

// open opens what is searched. A plain folder is read first, as far as it changed.
func (o *searchOptions) open(ctx context.Context, t *cli.Terminal, name string) (w *profile.Workspace, p *profile.Profile, b *pipeline.Builder, err error) {
	o.builder.Tell = t.Talk
	if is, err := plain.Is(name); err != nil || is {
		if err == nil {
			p, err = plain.Open(t, "", []string{name}, o.builder.Yes)
		}
		if err != nil {
			return nil, nil, nil, err
		}
		c, err := compile.NewCompiler(t, &o.builder)
		if err != nil {
			return nil, p, nil, err
		}
		return nil, p, c.B, c.Follow(ctx, p)
	}
	if w, p, err = workspace.OpenProfile(name); err == nil && p == nil {
		err = fmt.Errorf("search: %s: %w", name, profile.ErrNotFound)
	}
	if err == nil {
		b, err = o.builder.Builder()
	}
	return w, p, b, err
}

// near says how a profile is searched. A configuration is read only where that is
// not by words alone.
func (o *searchOptions) near(t *cli.Terminal, i *profile.Identity) (tool.Near, error) {
	if !i.Preferences.Retrieval.Embeddings {
		return tool.Near{}, nil
	}
	user, err := catalog.Load(o.config)
	if err != nil {
		return tool.Near{}, err
	}
	return find.Near(i, catalog.New(catalog.Options{User: user}), 0, nil, func(err error) { t.Talk("backstory: %v\n", err) }), nil
}

func runSearch(ctx context.Context, t *cli.Terminal, o searchOptions, name, query string) error {
	switch {
	case o.limit < 1 || o.limit > search.MaxHits:
		return fmt.Errorf("--limit: %d is not a number from 1 to %d", o.limit, search.MaxHits)
	case o.tokens < 0:
		return errors.New("--max-tokens: give a number from 1 on")
	}
	w, p, b, err := o.open(ctx, t, name)
	if w != nil {
		defer w.Close()
	}
	if p != nil {
		defer p.Close()
	}
	if err != nil {
		return err
	}
	i, err := profile.LoadBeside(w, p)
	if err != nil {
		return err
	}
	near, err := o.near(t, i)
	if err != nil {
		return err
	}
	hits, err := find.SearchFiles(ctx, b, find.Files{Workspace: w, Profile: p, Beside: i}, find.Query{Text: query, Limit: o.limit, Tokens: o.tokens, Near: near})
	if err != nil {
		return err
	}
	if t.Answer.Asked {
		t.Answers(struct {
			Query    string     `json:"query"`
			Answered bool       `json:"answered"`
			Hits     []find.Hit `json:"hits"`
		}{query, find.Answered(hits), hits})
		return nil
	}
	return find.Tell(t.Out, hits)
}
