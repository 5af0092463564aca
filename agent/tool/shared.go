package tool

import (
	"context"

	"github.com/seed353dc258/backstory/agent/org"
	orgmemory "github.com/seed353dc258/backstory/agent/org/memory"
	"github.com/seed353dc258/backstory/agent/store"
)

// sharedTools returns the tool that proposes what an organisation should share. Who
// talks with an agent may chat, and so may propose; an admin decides.
func sharedTools(s store.SharedMemory) []Tool {
	service := &orgmemory.Service{Store: s}
	return []Tool{New("org_memory_propose", about("org_memory_propose"), Auto, func(ctx context.Context, at At, a struct {
		Text string `json:"text"`
	},
	) (string, error) {
		p, err := service.Propose(ctx, org.Caller{User: at.Scope.User(), Org: at.Scope.Org(), Role: org.Member}, a.Text)
		if err != nil {
			return "", err
		}
		return "proposed as " + p.ID + "; an admin decides", nil
	})}
}
