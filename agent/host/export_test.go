package host

// OpenOrgs is how many organisations are open.
func OpenOrgs(h *Host) int {
	h.orgs.mu.Lock()
	defer h.orgs.mu.Unlock()
	return h.orgs.order.Len()
}

// Contains is for tests.
var Contains = contains
