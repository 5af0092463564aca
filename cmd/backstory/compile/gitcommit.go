package compile

import (
	"context"
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// codeUncommitted is the code of files that a commit would lack.
const codeUncommitted = "uncommitted"

// maxToAdd is how many files are named that are to be added.
const maxToAdd = 8

// uncommitted fails where a commit would lack something of a profile that is up
// to date: with --tracked what builds write and git does not know, in a hook
// also what is not staged.
func uncommitted(t *cli.Terminal, ctx context.Context, b *pipeline.Builder, p *profile.Profile, dir string) (code int, err error) {
	hook := inHook()
	if !b.Tracked && !hook {
		return cli.ExitDone, nil
	}
	names, err := b.Uncommitted(ctx, p, hook)
	if err != nil && b.Tracked {
		return cli.ExitError, err
	}
	if len(names) == 0 {
		return cli.ExitDone, nil // or git knows no repository here
	}
	more := ""
	if len(names) > maxToAdd {
		more = fmt.Sprintf(" (and %d more)", len(names)-maxToAdd)
		names = names[:maxToAdd]
	}
	for i, name := range names {
		names[i] = path.Join(dir, name)
	}
	t.Fail(cli.Notice{Code: codeUncommitted, Profile: dir, Message: "the commit would not have what is built: git add " + strings.Join(names, " ") + more})
	return cli.ExitStale, nil
}

// conflicts tells in which sources a merge left its markers: a warning of a
// build, an error of a check and for a commit.
func conflicts(t *cli.Terminal, dir string, s pipeline.Summary, wrong bool) (code int) {
	for _, c := range s.Conflicts {
		n := cli.Notice{
			Code: converters.WarnConflictMarkers, Profile: dir, Place: c.Place, Message: c.Message,
			File: path.Join(dir, profile.SourcesIn(dir), c.Path),
		}
		switch {
		case wrong:
			t.Fail(n)
			code = cli.ExitStale
		case !t.Answer.Asked: // a document has the warnings of all sources
			t.Warn(n)
		}
	}
	return code
}

// inHook reports whether git or pre-commit run this for a commit.
func inHook() bool { return os.Getenv("GIT_INDEX_FILE") != "" || os.Getenv("PRE_COMMIT") != "" }
