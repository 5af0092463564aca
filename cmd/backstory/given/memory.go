package given

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// Lazily puts off collecting memory for a command that mostly ends before any
// would be worth it, and returns what ends that. Where much is held, what may be let
// go before it is collected is less of that: it would be several times as much.
func Lazily() (end func()) {
	usual := debug.SetGCPercent(lazyPercent)
	var ended atomic.Bool
	var again func(int)
	again = func(percent int) {
		if ended.Load() {
			return
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		now := max(leastPercent, min(lazyPercent, int(100*lazyBytes/(m.HeapAlloc+1))))
		if now != percent {
			debug.SetGCPercent(now)
		}
		runtime.AddCleanup(new([64]byte), again, now)
	}
	runtime.AddCleanup(new([64]byte), again, lazyPercent)
	return func() { ended.Store(true); debug.SetGCPercent(usual) }
}

const (
	lazyPercent  = 400      // lets memory grow to 16 MiB before it is collected
	lazyBytes    = 64 << 20 // what may be let go before it is collected, more or less
	leastPercent = 50
)

// Spare returns memory that nothing touches, so that it takes none. What is in use
// counts with them before more is collected: small sources use so
// little that it would be collected after each.
func Spare() []byte { return make([]byte, 8<<20) }
