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
