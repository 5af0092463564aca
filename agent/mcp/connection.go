package mcp

import (
	"context"
	"os/exec"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/tool"
)

// server is one server and the session with it.
type server struct {
	name    string
	of      catalog.Server
	o       Options
	news    *news
	failed  bool            // it could not be reached the last time
	reached chan struct{}   // closed when it was reached first, or was not
	gate    chan struct{}   // full while a connection is made
	life    context.Context // ends with the server, or before it has started
	kill    context.CancelFunc

	offered offer

	mu     sync.Mutex
	live   connection
	starts int
	closed bool
}

// offer is the tools that a server has.
type offer struct {
	shown sync.Mutex
	known bool // the tools are, of which there may be none
	told  bool // that it is late
	tools []tool.Tool
}

// connection is the session with a server, and the command that is one.
type connection struct {
	session *sdk.ClientSession
	command *exec.Cmd
	said    *tail // what the command wrote to its standard error
}
