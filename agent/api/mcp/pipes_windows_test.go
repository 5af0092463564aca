package mcp_test

import "testing"

// makePipes makes nothing: a pipe is in no folder there.
func makePipes(*testing.T, ...string) {}
