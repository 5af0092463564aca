package compile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"time"

	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// approvalsJSON is what a check of approvals found of a profile.
type approvalsJSON struct {
	Profile  string             `json:"profile"`
	Findings []approval.Finding `json:"findings"`
}

// CheckApprovals holds profiles to the approvals beside them: those that are named,
// or the one that the current folder is in, or else all below it.
func CheckApprovals(t *cli.Terminal, ctx context.Context, args []string, base string, needed int) error {
	if _, err := profile.Find("."); len(args) == 0 && (t.All || errors.Is(err, profile.ErrNotFound)) {
		all, err := proposal.ApprovedFolders(ctx, ".", base)
		if err != nil {
			return err
		}
		if len(all) > 0 {
			args, t.All = all, false
		}
	}
	return t.Each(args, func(dir string) (int, error) {
		return checkApprovals(t, ctx, dir, base, needed)
	})
}

// checkApprovals checks those of one profile.
func checkApprovals(t *cli.Terminal, ctx context.Context, dir, base string, needed int) (int, error) {
	p, err := profile.Open(dir)
	if _, gone := os.Stat(dir); base != "" && err != nil && (errors.Is(gone, fs.ErrNotExist) || errors.Is(err, profile.ErrNotFound)) {
		t.Fail(cli.Notice{Code: codeApproval, Profile: dir, File: dir, Message: "unapproved-change: the profile was taken away"})
		return cli.ExitStale, nil
	}
	if err != nil {
		return cli.ExitError, err
	}
	defer p.Close()
	shared := ""
	if w, _, err := profile.WorkspaceOf(p.Dir); err == nil && w != nil {
		shared = w.Dir
		w.Close()
	}
	found, err := proposal.CheckApprovals(ctx, p, shared, base, approval.Expect{Needed: needed, Now: time.Now()})
	if err != nil {
		return cli.ExitError, err
	}
	t.AnswersProfile(approvalsJSON{dir, append([]approval.Finding{}, found...)})
	for _, f := range found {
		t.Fail(cli.Notice{Code: codeApproval, Profile: dir, File: path.Join(dir, f.Path), Message: f.Code + ": " + oneline.Safe(f.Message)})
	}
	if len(found) > 0 {
		return cli.ExitStale, nil
	}
	if !t.Answer.Asked {
		fmt.Fprintf(t.Out, "%s: as it was approved\n", dir)
	}
	return cli.ExitDone, nil
}

// codeApproval is the code of what is not as it was approved.
const codeApproval = "approval"
