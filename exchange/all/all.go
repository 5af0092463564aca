// Package all lists the kinds of personas that are read and written.
package all

import (
	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/card"
)

// Registry returns all kinds, in the order in which they are shown.
func Registry() (*exchange.Registry, error) {
	return exchange.NewRegistry(
		card.New(),
		card.NewLore(),
	)
}
