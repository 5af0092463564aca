package all_test

import (
	"context"
	"os"
	"strconv"
	"testing"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/all"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
)

// BenchmarkImport imports an input of usual size of each kind of which there are
// many, to disk: what a person waits for.
func BenchmarkImport(b *testing.B) {
	registry, err := all.Registry()
	if err != nil {
		b.Fatal(err)
	}
	text := times("She keeps the books of the harbour, and nobody sees it. ", 40)
	lines := times(`{"name":"Ruth","send_date":"2026-01-02T10:01:00","mes":"Some words."}`+"\n", 500)
	entries := times(`{"keys":["pier"],"content":"`+text+`","enabled":true,"insertion_order":1},`, 30)
	workspace := map[string][]byte{"SOUL.md": []byte("# Ada\n\n" + text), "STYLE.md": []byte(text), "AGENTS.md": []byte(text), "IDENTITY.md": []byte("- **Name:** Ada\n"), "MEMORY.md": []byte(text)}
	for i := range 20 {
		workspace["memory/"+strconv.Itoa(i)+".md"] = []byte("# A day\n\n" + text)
	}
	for _, c := range []struct {
		kind string
		file string
	}{
		{"card", `{"spec":"chara_card_v2","data":{"name":"Ada","description":"` + text + `","first_mes":"Hm.","character_book":{"entries":[` + entries + `{}]}}}`},
		{"lorebook", `{"entries":[` + entries + `{}]}`},
		{"letta", `{"agents":[{"name":"Ada","system":"` + text + `"}],"blocks":[{"label":"persona","value":"` + text + `"}]}`},
		{"claude-agent", "---\nname: ada\ndescription: Keeps the books.\n---\n" + text},
		{"agents-md", text},
		{"chats", lines},
		{"openclaw", ""},
		{"moltis", ""},
		{"coqui", ""},
		{"tinyclaw", ""},
		{"nakama", ""},
	} {
		reader, ok := registry.Reader(c.kind)
		if !ok {
			b.Fatal(c.kind)
		}
		b.Run(c.kind, func(b *testing.B) {
			root, err := os.OpenRoot(b.TempDir())
			if err != nil {
				b.Fatal(err)
			}
			defer root.Close()
			n := 0
			for b.Loop() {
				in := exchangetest.Folder("in", workspace)
				if c.file != "" {
					in = exchangetest.File("in.jsonl", []byte(c.file))
				}
				n++
				if _, _, err := exchange.Place(context.Background(), reader, in, root, "p"+strconv.Itoa(n)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
