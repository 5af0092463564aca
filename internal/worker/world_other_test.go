//go:build !linux

package worker_test

func worldOfSystem() []string { return nil }
