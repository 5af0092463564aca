//go:build !linux

package compile_test

// programs are those of the tests, beside ours.
func programs() map[string]func() { return nil }
