//go:build unix

package pdfium

import (
	"fmt"

	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/unix"
)

// allocator gives an instance a stretch of addresses that it grows into, so that
// growing copies nothing, and what it does not touch costs nothing.
func allocator(r *room) (experimental.MemoryAllocator, error) {
	b, err := unix.Mmap(-1, 0, memoryLimit, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, fmt.Errorf("%w: %d MiB of addresses: %w", ErrMemory, memoryLimit>>20, err)
	}
	inLargePages(b)
	return experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory {
		return &mapped{all: b, room: r}
	}), nil
}

type mapped struct {
	all  []byte
	room *room
}

// Reallocate returns the first size bytes of the memory, or nil if there are
// not as many.
func (m *mapped) Reallocate(size uint64) []byte {
	if size > min(uint64(len(m.all)), uint64(m.room.most)) {
		return nil
	}
	return m.all[:size:len(m.all)]
}

// Free gives the addresses back.
func (m *mapped) Free() {
	if m.all != nil {
		_ = unix.Munmap(m.all) // nothing can be done about it
		m.all = nil
	}
}
