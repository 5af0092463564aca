package lint

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/internal/lint"
)

// Hidden returns what status tells of the documents of a profile: what no reader of
// them sees, whatever is allowed.
func Hidden(t *cli.Terminal) compile.Hidden {
	return func(ctx context.Context, b *compile.BuilderOptions, dir string) (any, error) {
		defer given.Lazily()()
		o := &options{builder: *b, noAllows: true}
		o.builder.Tell = t.Talk
		builder, err := o.builder.Builder()
		if err != nil {
			return nil, err
		}
		done := builder.KeepChapters()
		found, _, err := o.look(ctx, t, builder, []string{dir})
		if err = errors.Join(err, done()); err != nil {
			return nil, err
		}
		found = slices.DeleteFunc(found, func(f lint.Finding) bool { return !f.IsHidden() })
		if t.Answer.Asked {
			return append([]lint.Finding{}, found...), nil
		}
		fmt.Fprint(t.Out, "\nHidden\n")
		for _, f := range found {
			fmt.Fprintln(t.Out, line(t, f, f.Weight == lint.Lost))
		}
		if len(found) == 0 {
			fmt.Fprintln(t.Out, "nothing")
		}
		return nil, nil
	}
}
