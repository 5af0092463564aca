package drawing

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// Of the nodes of a tree, one of treeKept stays counted for the blocks that are
// made of it; of the part's text, partBytes count as one node.
const (
	treeKept  = 4
	partBytes = 48
)

// readTree returns a part as a tree. While it is read from, it counts twice
// against the limit on nodes, since what is made of it is held beside it, and
// with its text. Done gives back what does not stay.
func readTree(ctx context.Context, env *converters.Env, src xmlread.Source) (t *xmlread.Tree, done func(), err error) {
	src.Spaces = Spaces()
	if t, err = xmlread.ReadTree(ctx, env, src); err != nil {
		return nil, nil, err
	}
	more := t.Size() + int64(len(src.Text))/partBytes
	if err := env.Spend(converters.LimitNodes, more, document.Pos{Part: src.Part}); err != nil {
		return nil, nil, err
	}
	return t, func() {
		_ = env.Spend(converters.LimitNodes, t.Size()/treeKept-t.Size()-more, document.Pos{}) // less is never over a limit
	}, nil
}
