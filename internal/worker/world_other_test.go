//go:build !linux

package worker_test

func worldOfSystem() []string { return nil }

// die has no signal to send.
func die() {}
