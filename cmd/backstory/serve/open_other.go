//go:build !unix

package serve

// readBehind does nothing where no read stops a process.
func readBehind() {}
