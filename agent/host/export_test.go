package host

import (
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/profile"
)

// OpenOrgs is how many organisations are open.
func OpenOrgs(h *Host) int {
	h.orgs.mu.Lock()
	defer h.orgs.mu.Unlock()
	return h.orgs.order.Len()
}

// SearcherOf returns what searches a profile.
func SearcherOf(h *Host, i *profile.Identity) *tool.Searcher { return h.shelf(i).searcher }
