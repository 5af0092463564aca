// Package coqui has the routes of Coqui's own server, under /api/v1, with its
// paths, keys and errors.
//
//   - routes.go: all routes
//   - prompt.go: prompts and tools
//   - profile.go: profiles
//   - message.go, session.go: sessions, and what is said in them
//   - backstory.go: sources and backstories
package coqui

import "github.com/seed353dc258/backstory/agent/api"

// server has the handlers of the routes.
type server struct{ *api.Server }
