//go:build !unix

package pdfium

import "github.com/tetratelabs/wazero/experimental"

// allocator leaves the memory to Go, which copies it when it grows.
func allocator() experimental.MemoryAllocator { return nil }
