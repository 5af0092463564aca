package compile

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// tokensJSON is what tokens says of a profile.
type tokensJSON struct {
	Profile string       `json:"profile"`
	Tokens  int          `json:"tokens"`
	Max     int          `json:"max,omitempty"`
	Over    bool         `json:"over"` // there are more than max
	Fresh   bool         `json:"fresh"`
	Sources []sourceCost `json:"sources"`
}

// sourceCost is a source, or a folder of them, with the tokens of its chapters.
type sourceCost struct {
	Path   string `json:"path"`
	Tokens int    `json:"tokens"`
}

// NewTokens returns the command tokens.
func NewTokens(t *cli.Terminal) *cobra.Command {
	var o BuilderOptions
	var most int
	var name string
	var tree bool
	cmd := &cobra.Command{
		Use:   "tokens [PROFILE|FOLDER…]",
		Short: "Estimate the tokens of backstory.md, and fail above a limit",
		Long: `tokens estimates how many tokens the last build of each profile has, and with --tree those of each source and
folder, the largest first. With --max N it exits with 1 if there are more; with --model instead, the limit is
a quarter of the window of that model, which is what a prompt may have. The estimate is within a few percent for
common models. backstory prompt shows the tokens of a whole prompt. A plain folder, which is no profile, is read
first: tokens Papers --tree says what each of its files has.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			most, err := mostOf(name, most)
			if err != nil {
				return err
			}
			o.open = func(dir string) (*profile.Profile, error) { return o.openFollowed(cmd.Context(), t, dir) }
			code := cli.ExitDone
			err = eachVerdict(cmd.Context(), t, &o, args, func(dir string, v *pipeline.Verdict) error {
				x := tokensOf(dir, v, most)
				if x.Over || !x.Fresh {
					code = cli.ExitStale
				}
				return tellTokens(t, x, tree)
			})
			if err == nil && code != cli.ExitDone {
				err = cli.ExitCode(code)
			}
			return err
		},
	}
	o.addAll(cmd)
	o.AddPlain(cmd)
	cmd.Flags().IntVar(&most, "max", 0, "exit with 1 if there are more than `N`")
	cmd.Flags().StringVar(&name, "model", "", "without --max: a quarter of the window of this `MODEL`, such as claude-sonnet-4")
	cmd.Flags().BoolVar(&tree, "tree", false, "show each source and each folder")
	cmd.Flags().BoolVar(&t.All, "all", false, "work on every profile below the current folder")
	t.AddJSON(cmd.Flags())
	return cmd
}

// windowShare is the part of a model's window that a prompt may have where nothing
// else is said: one in so many.
const windowShare = 4

// mostOf returns how many tokens there may be, or 0 for any number.
func mostOf(name string, most int) (int, error) {
	if name == "" || most > 0 {
		return most, nil
	}
	caps, known := model.Known(name)
	if !known {
		return 0, fmt.Errorf("--model: the window of %+.100q is not known here: give --max, or a name as its maker has it, such as claude-sonnet-4", name)
	}
	return caps.Window / windowShare, nil
}

func tokensOf(dir string, v *pipeline.Verdict, most int) tokensJSON {
	m := v.Manifest
	x := tokensJSON{Profile: dir, Tokens: v.Summary.Tokens, Max: most, Over: most > 0 && v.Summary.Tokens > most, Fresh: v.Fresh, Sources: []sourceCost{}}
	folders := map[string]int{}
	for _, e := range m.Files {
		x.Sources = append(x.Sources, sourceCost{names.Show(e.Path), e.Tokens})
		for folder := path.Dir(e.Path); folder != "."; folder = path.Dir(folder) {
			folders[folder] += e.Tokens
		}
	}
	for folder, n := range folders {
		x.Sources = append(x.Sources, sourceCost{names.Show(folder) + "/", n})
	}
	slices.SortFunc(x.Sources, func(a, b sourceCost) int {
		return cmp.Or(cmp.Compare(b.Tokens, a.Tokens), strings.Compare(a.Path, b.Path))
	})
	return x
}

func tellTokens(t *cli.Terminal, x tokensJSON, tree bool) error {
	if t.Answer.Asked {
		t.AnswersProfile(x)
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: about %d tokens", x.Profile, x.Tokens)
	switch {
	case x.Over:
		fmt.Fprintf(&b, ", more than %d", x.Max)
	case x.Max > 0:
		fmt.Fprintf(&b, " of %d", x.Max)
	}
	if !x.Fresh {
		b.WriteString("; its sources have changed since: run backstory build")
	}
	b.WriteByte('\n')
	if tree {
		for _, s := range x.Sources {
			fmt.Fprintf(&b, "%8d  %s\n", s.Tokens, s.Path)
		}
	}
	_, err := io.WriteString(t.Out, b.String())
	return err
}
