package worker

import (
	"testing"

	"golang.org/x/sys/unix"
)

// TestSignalsAreScopedOnlyWhereThreadsMayStillSendThem has kernels by the errors
// in Landlock that they have mended.
func TestSignalsAreScopedOnlyWhereThreadsMayStillSendThem(t *testing.T) {
	for fixed, want := range map[uintptr]bool{0: false, 0b1: false, 0b10: true, 0b11: true, 0b111: true, 0b101: false} {
		got := scopes(fixed)
		if got&unix.LANDLOCK_SCOPE_SIGNAL != 0 != want {
			t.Errorf("with %#b mended, signals are scoped: %v, want %v", fixed, !want, want)
		}
		if got&unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET == 0 {
			t.Errorf("with %#b mended, sockets are not scoped", fixed)
		}
	}
}
