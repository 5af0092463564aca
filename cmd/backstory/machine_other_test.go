//go:build !linux

package main

// commands are the programs of the tests.
func commands() map[string]func() { return map[string]func(){"backstory": main} }
