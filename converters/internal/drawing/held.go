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
// with its text. Both are kept free while it grows, so that a tree that will be
// refused is refused at half its size. Done gives back what does not stay.
func readTree(ctx context.Context, env *converters.Env, src xmlread.Source) (t *xmlread.Tree, done func(), err error) {
	src.Spaces = Spaces()
	part := document.Pos{Part: src.Part}
	text := int64(len(src.Text)) / partBytes
	if err := env.Spend(converters.LimitNodes, text, part); err != nil {
		return nil, nil, err
	}
	free := env.Left(converters.LimitNodes) / 2
	_ = env.Spend(converters.LimitNodes, free, part) // so much is left
	if t, err = xmlread.ReadTree(ctx, env, src); err != nil {
		return nil, nil, err
	}
	if err := env.Spend(converters.LimitNodes, t.Size()-free, part); err != nil {
		return nil, nil, err
	}
	return t, func() {
		_ = env.Spend(converters.LimitNodes, t.Size()/treeKept-2*t.Size()-text, document.Pos{}) // less is never over a limit
	}, nil
}
