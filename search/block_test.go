package search

import "testing"

// FuzzBlock: whatever a block holds, a search in it ends and does not panic.
func FuzzBlock(f *testing.F) {
	f.Add(build("# A lamp\n\nThe lamp is lit.\n\n| a | b |\n|---|---|\n| lamp | 2 |\n"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		b, ok := open(data)
		if !ok {
			t.Skip("no block")
		}
		x := &Index{chapters: []chapter{{Chapter: Chapter{Text: "The lamp is lit."}, block: b}}, passages: b.passages, mean: 1}
		x.has[b.language] = true
		x.Find("lamp lit", 20)
	})
}
