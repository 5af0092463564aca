package charset

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// benchText is sentences in several scripts.
var benchText = map[string]string{
	"ascii":   "The quick brown fox jumps over the lazy dog, and then it rests.\n",
	"latin":   "Au cœur de l'été, le garçon naïf a déjà goûté à la crème brûlée.\n",
	"russian": "Съешь ещё этих мягких французских булок, да выпей же чаю.\n",
	"chinese": "我们昨天在图书馆里看了一本关于古代历史的书，内容很有意思。\n",
	"japan":   "昨日は図書館で古い歴史についての本を読みました。とても面白かったです。\n",
}

func encodeBench(b *testing.B, text, name string, size int) []byte {
	b.Helper()
	line := []byte(benchText[text])
	if c := codecNamed(name); c.enc != nil {
		out, err := c.enc.NewEncoder().Bytes(line)
		if err != nil {
			b.Fatal(err)
		}
		line = out
	} else if c.wide.width > 0 {
		line = wideBytes(name, benchText[text])
	}
	return bytes.Repeat(line, size/len(line)+1)
}

func BenchmarkDecode(b *testing.B) {
	for _, c := range []struct{ text, name string }{
		{"ascii", "UTF-8"},
		{"latin", "UTF-8"},
		{"russian", "UTF-8"},
		{"chinese", "UTF-8"},
		{"latin", "windows-1252"},
		{"russian", "windows-1251"},
		{"russian", "KOI8-R"},
		{"chinese", "GB18030"},
		{"japan", "Shift_JIS"},
		{"japan", "EUC-JP"},
		{"japan", "ISO-2022-JP"},
		{"latin", "UTF-16LE"},
	} {
		for _, size := range []int{4 << 10, 8 << 20} {
			in := encodeBench(b, c.text, c.name, size)
			label := c.text + "/" + c.name + "/" + strings.TrimPrefix(map[int]string{4 << 10: "4K", 8 << 20: "8M"}[size], " ")
			b.Run("text/"+label, func(b *testing.B) {
				b.SetBytes(int64(len(in)))
				b.ReportAllocs()
				for b.Loop() {
					if _, res, err := Decode(in, ""); err != nil || res.Name != c.name {
						b.Fatalf("%v %v", res, err)
					}
				}
			})
			b.Run("reader/"+label, func(b *testing.B) {
				b.SetBytes(int64(len(in)))
				b.ReportAllocs()
				for b.Loop() {
					open, res, err := Open(io.NewSectionReader(bytes.NewReader(in), 0, int64(len(in))), "")
					if err != nil || res.Name != c.name {
						b.Fatalf("%v %v", res, err)
					}
					if _, err := io.Copy(io.Discard, open()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkFirst is what the first text that is not UTF-8 costs a process, beside reading the program.
func BenchmarkFirst(b *testing.B) {
	in := encodeBench(b, "latin", "windows-1252", 100)
	for b.Loop() {
		m := newModel()
		if v := m.contest([]sample{{b: in, first: true, last: true}}, ""); v.codec.name != "windows-1252" {
			b.Fatal(v.codec.name)
		}
	}
}
