package given

import "runtime/debug"

// Lazily puts off collecting memory for a command that mostly ends before any
// would be worth it, and returns what ends that.
func Lazily() (end func()) {
	usual := debug.SetGCPercent(lazyPercent)
	return func() { debug.SetGCPercent(usual) }
}

// lazyPercent lets memory grow to 16 MiB before it is collected.
const lazyPercent = 400

// Spare returns memory that nothing touches, so that it takes none. What is in use
// counts with them before more is collected: small sources use so
// little that it would be collected after each.
func Spare() []byte { return make([]byte, 8<<20) }
