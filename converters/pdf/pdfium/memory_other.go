//go:build !unix

package pdfium

import "github.com/tetratelabs/wazero/experimental"

// allocator leaves the memory to Go, which copies it when it grows. It grows to
// memoryLimit, whatever the room.
func allocator(*room) (experimental.MemoryAllocator, error) { return nil, nil }
