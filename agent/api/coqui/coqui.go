// Package coqui has the routes of Coqui's own server, under /api/v1, with its
// paths, keys and errors.
//
//   - coqui.go: all routes
//   - prompt.go: prompts and tools
//   - profile.go: profiles
//   - message.go, session.go: sessions, and what is said in them
//   - backstory.go: sources and backstories
package coqui

import "github.com/seed353dc258/backstory/agent/api"

// Routes adds the routes to a server.
func Routes(to *api.Server) {
	s := &server{to}
	(&backstories{s}).routes()
	(&sessions{s}).routes()
	s.profileRoutes()
	s.promptRoutes()
	s.messageRoutes()
}
