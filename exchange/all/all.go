// Package all lists the kinds of personas that are read and written.
package all

import (
	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/card"
	"github.com/seed353dc258/backstory/exchange/chats"
	"github.com/seed353dc258/backstory/exchange/claude"
	"github.com/seed353dc258/backstory/exchange/coqui"
	"github.com/seed353dc258/backstory/exchange/letta"
	"github.com/seed353dc258/backstory/exchange/moltis"
	"github.com/seed353dc258/backstory/exchange/openclaw"
	"github.com/seed353dc258/backstory/exchange/pack"
	"github.com/seed353dc258/backstory/exchange/tinyclaw"
)

// Registry returns all kinds, in the order in which they are shown.
func Registry() (*exchange.Registry, error) {
	return exchange.NewRegistry(
		card.New(),
		card.NewLore(),
		openclaw.New(),
		moltis.New(),
		coqui.New(),
		tinyclaw.New(),
		tinyclaw.NewNakama(),
		letta.New(),
		claude.NewAgent(),
		claude.NewProject(),
		claude.NewSkill(),
		chats.New(),
		pack.New(),
	)
}
