package given

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// Lazily puts off collecting memory for a command that mostly ends before any
// would be worth it, and returns what ends that.
func Lazily() (end func()) { return bounded(lazyPercent) }

// Busily is for a command that has more to do: as much may be let go as is held, but
// where that is much. What it returns ends that.
func Busily() (end func()) { return bounded(busyPercent) }

// bounded has memory collected when a part of what is held was let go, of which the
// most is given. Where much is held that part is smaller, since it would be a
// multiple of that.
func bounded(most int) (end func()) {
	const goPercent = 100
	usual := debug.SetGCPercent(most)
	if usual != goPercent { // GOGC says it
		debug.SetGCPercent(usual)
		return func() {}
	}
	var ended atomic.Bool
	var again func(struct{})
	again = func(struct{}) {
		if ended.Load() {
			return
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		debug.SetGCPercent(min(most, max(leastPercent, int(100*lazyBytes/(m.HeapAlloc+1)))))
		runtime.AddCleanup(new([64]byte), again, struct{}{})
	}
	runtime.AddCleanup(new([64]byte), again, struct{}{})
	return func() { ended.Store(true); debug.SetGCPercent(usual) }
}

const (
	lazyPercent  = 400      // lets memory grow to 16 MiB before it is collected
	busyPercent  = 100      // Go's own
	lazyBytes    = 32 << 20 // what may be let go before it is collected, more or less
	leastPercent = 50
)

// Spare returns memory that nothing touches, so that it takes none. What is in use
// counts with them before more is collected: small sources use so
// little that it would be collected after each.
func Spare() []byte { return make([]byte, 8<<20) }
