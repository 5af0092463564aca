package proposals

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/wording"
)

// logPage is how many entries of the audit are read at once.
const logPage = 500

// step is what the audit says of a proposal, as a line of JSON.
type step struct {
	Number  int64           `json:"number"` // in the audit, which has other entries, too
	At      time.Time       `json:"at"`
	User    string          `json:"user"`
	Profile string          `json:"profile"`
	Action  string          `json:"action"`
	Detail  json.RawMessage `json:"detail"`
	Hash    string          `json:"hash"` // of this entry and all before it
}

// printLog prints the steps of all proposals, or of one. The whole audit is read, so
// that an entry that was changed or taken away is an error before the first line.
func printLog(ctx context.Context, p *proposals, args []string) error {
	id := ""
	if len(args) > 0 {
		_, found, err := p.host.Desk.Find(ctx, p.scope, args[0])
		if err != nil {
			return err
		}
		id = found.ID
	}
	steps := []step{}
	for after := int64(0); ; {
		page, err := p.host.Store.Entries(ctx, p.scope, after, logPage)
		if err != nil {
			return err
		}
		for _, e := range page {
			after = e.Number
			if strings.HasPrefix(e.Action, "proposal.") && of(e, id) && (p.scope.Profile() == "" || e.Profile == p.scope.Profile()) {
				steps = append(steps, step{e.Number, e.At.UTC(), e.User, e.Profile, e.Action, wording.RedactJSON(e.Detail), e.Hash})
			}
		}
		if len(page) < logPage {
			break
		}
	}
	if p.t.Answer.Asked {
		p.t.Answers(struct {
			Steps []step `json:"steps"`
		}{steps})
		return nil
	}
	for _, s := range steps {
		line, err := cli.Encode(s)
		if err != nil {
			return err
		}
		fmt.Fprintf(p.t.Out, "%s\n", line)
	}
	return nil
}

// of reports whether an entry is of a proposal; without an id any is.
func of(e store.Entry, id string) bool {
	var detail struct {
		ID       string `json:"id"`
		Proposal string `json:"proposal"`
	}
	return id == "" || json.Unmarshal(e.Detail, &detail) == nil && (detail.ID == id || detail.Proposal == id)
}
