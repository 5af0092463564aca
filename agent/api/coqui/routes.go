package coqui

import "github.com/seed353dc258/backstory/agent/api"

// Routes adds the routes to a server.
func Routes(to *api.Server) {
	s := &server{to}
	s.backstoryRoutes()
	s.sessionRoutes()
	s.profileRoutes()
	s.promptRoutes()
	s.messageRoutes()
}
