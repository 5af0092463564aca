//go:build !linux

package workertest

// RefuseSeccomp does nothing: there are no filters of calls to refuse.
func RefuseSeccomp() {}
