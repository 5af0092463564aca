package search

import "testing"

// FuzzBlock: whatever a block holds, a search in it ends and does not panic.
func FuzzBlock(f *testing.F) {
	f.Add(newBuilder().build([]string{"# A lamp\n\nThe lamp is lit.\n\n| a | b |\n|---|---|\n| lamp | 2 |\n"}))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		b, ok := open(data)
		if !ok {
			t.Skip("no block")
		}
		x := &Index{chapters: make([]chapter, b.chapters), blocks: []block{b}}
		passages := 0
		for i := range x.chapters {
			_, n, _ := b.chapter(i)
			x.chapters[i] = chapter{Chapter{Text: "The lamp is lit."}, 0, passages, passages + n}
			passages += n
		}
		x.measure(passages)
		x.Find("lamp lit", 20)
	})
}
