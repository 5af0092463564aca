// Package all has the routes of every protocol that the server speaks, and
// their description (openapi.json), which a test compares with them.
package all

import (
	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/a2a"
	"github.com/seed353dc258/backstory/agent/api/anthropic"
	"github.com/seed353dc258/backstory/agent/api/coqui"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/equipment"
	"github.com/seed353dc258/backstory/agent/api/login"
	"github.com/seed353dc258/backstory/agent/api/mcp"
	"github.com/seed353dc258/backstory/agent/api/memory"
	"github.com/seed353dc258/backstory/agent/api/openai"
	"github.com/seed353dc258/backstory/agent/api/profiles"
	"github.com/seed353dc258/backstory/agent/api/proposals"
	"github.com/seed353dc258/backstory/agent/api/teams"
	"github.com/seed353dc258/backstory/agent/api/tinyclaw"
)

// Rooms returns what adds the routes to a server. The options are for the
// protocols of model providers.
func Rooms(o door.Options) []func(*api.Server) {
	return []func(*api.Server){coqui.Routes, profiles.Routes, memory.Routes, proposals.Routes, teams.Routes, tinyclaw.Routes, equipment.Routes, login.Routes, mcp.Routes, func(s *api.Server) {
		d := door.New(s, o)
		openai.Routes(d)
		anthropic.Routes(d)
		if o.A2A != "" {
			a2a.Routes(d, o.A2A)
		}
	}}
}
