package discover

import (
	"fmt"
	"os"
	"testing"
)

// manyFiles makes 10,000 empty files, in folders of so many.
func manyFiles(b *testing.B, each int) *os.Root {
	b.Helper()
	tree := map[string]string{}
	for i := range 10_000 {
		tree[fmt.Sprintf("backstory/folder-%04d/source-%05d.md", i/each, i)] = ""
	}
	return makeProfile(b, tree)
}

func BenchmarkDiscover10000(b *testing.B) {
	for _, each := range []int{10, 10_000} {
		root := manyFiles(b, each)
		for _, way := range []struct {
			name string
			opts Options
			open func(*os.Root, string) (place, error)
		}{
			{"descriptors", Options{}, openPlace},
			{"one goroutine", Options{Jobs: 1}, openPlace},
			{"portable", Options{}, openPortable},
		} {
			b.Run(fmt.Sprintf("folders of %d/%s", each, way.name), func(b *testing.B) {
				way.opts.Claims = claimsCoqui
				b.ReportAllocs()
				for b.Loop() {
					inv, err := newWalker(root, way.opts, way.open).inventory(b.Context())
					if err != nil || len(inv.Files) != 10_000 {
						b.Fatal(len(inv.Files), err)
					}
				}
			})
		}
	}
}
