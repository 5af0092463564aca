package all_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io/fs"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/seed353dc258/backstory/exchange"
)

// hostile is a file that somebody made to do harm. Every reader is tried with it;
// the one that it was made for gives the error, or reads it where that is nil.
type hostile struct {
	what, kind string
	err        error
	content    func(t *testing.T) []byte
}

// times returns a text n times over.
func times(text string, n int) string { return strings.Repeat(text, n) }

// plain and lazy are inputs of a text; a lazy one is made where it is used.
func plain(what, kind string, err error, text string) hostile {
	return lazy(what, kind, err, func() string { return text })
}

func lazy(what, kind string, err error, text func() string) hostile {
	return hostile{what, kind, err, func(*testing.T) []byte { return []byte(text()) }}
}

// agent and blocks are agent files with fields of an agent, and with blocks.
func agent(fields string) string {
	return `{"agents":[{"name":"A","description":"a"` + fields + `}],"blocks":[],"files":[]}`
}

func blocks(list string) string { return `{"agents":[{"name":"A"}],"blocks":[` + list + `]}` }

// jsonBombs are documents of JSON.
func jsonBombs() []hostile {
	return []hostile{
		plain("nothing", "card", exchange.ErrCorrupt, ""),
		plain("a zero", "card", exchange.ErrCorrupt, "\x00"),
		lazy("zeros", "lorebook", exchange.ErrCorrupt, func() string { return times("\x00", 1<<20) }),
		plain("half of a mark of the order", "letta", exchange.ErrCorrupt, "\xef\xbb"),
		plain("marks of the order", "letta", exchange.ErrCorrupt, "\ufeff\ufeff\ufeff{}"),
		lazy("UTF-16", "letta", nil, func() string {
			var b strings.Builder
			for _, unit := range utf16.Encode([]rune("\ufeff" + agent(""))) {
				b.Write(binary.LittleEndian.AppendUint16(nil, unit))
			}
			return b.String()
		}),
		lazy("UTF-32", "letta", exchange.ErrCorrupt, func() string { return strings.ReplaceAll(agent(""), "", "\x00\x00\x00") }),
		plain("bytes that are no UTF-8", "letta", exchange.ErrCorrupt, `{"agents":[{"name":"`+"\xc0\x80\xed\xa0\x80\xf8"+`"}]}`),
		plain("halves of surrogates", "letta", nil, agent(`,"system":"\ud800 \udc00 \ud800\ud800"`)),
		plain("zeros in a text", "letta", nil, agent(`,"system":"a\u0000b\u0000"`)),
		lazy("open lists", "card", exchange.ErrLimit, func() string { return times("[", 1<<20) }),
		lazy("open objects", "letta", exchange.ErrLimit, func() string { return times(`{"agents":`, 1<<17) }),
		lazy("lists that are closed", "lorebook", exchange.ErrLimit, func() string { return times("[", 9000) + times("]", 9000) }),
		lazy("deep lists in a conversation", "chats", exchange.ErrCorrupt, func() string { return `[{"title":"a","mapping":` + times("[", 1<<20) }),
		lazy("closed lists in a conversation", "chats", exchange.ErrUnknown, func() string { return `[{"title":"a","x":` + times("[", 9000) + times("]", 9000) + `}]` }),
		lazy("a long list", "letta", exchange.ErrLimit, func() string { return `{"agents":[` + times("0,", 2<<20) + "0]}" }),
		lazy("a long object", "letta", exchange.ErrLimit, func() string { return `{"agents":[{` + times(`"a":1,`, 1<<20) + `"b":1}]}` }),
		lazy("empty texts", "card", exchange.ErrLimit, func() string { return `{"name":"a","description":"a","tags":[` + times(`"",`, 5<<20) + `""]}` }),
		lazy("values up to the limit", "letta", nil, func() string { return agent(`,"x":[` + times(`{"a":""},`, 70_000) + `0]`) }),
		lazy("a number of a million digits", "letta", nil, func() string { return agent(`,"temperature":` + times("9", 1<<20)) }),
		plain("a number that is too large", "letta", nil, agent(`,"temperature":1e999999999`)),
		lazy("a key that is long", "card", nil, func() string { return `{"name":"a","description":"a","` + times("k", 8<<20) + `":1}` }),
		lazy("keys that are long", "card", nil, func() string {
			var b strings.Builder
			for i := range 1000 {
				fmt.Fprintf(&b, `"%d%s":1,`, i, times("k", 8000))
			}
			return `{` + b.String() + `"name":"a","description":"a"}`
		}),
		lazy("a text that is as long as a file may be", "letta", exchange.ErrLimit, func() string { return agent(`,"system":"` + times("long ", 3<<20) + `"`) }),
		lazy("a text of signs that are written in six bytes", "card", nil, func() string { return `{"name":"a","description":"a","x":"` + times(`\u0041`, 2<<20) + `"}` }),
		lazy("a comma at the end of much", "card", exchange.ErrCorrupt, func() string { return `{"name":"a","description":"` + times("x", 3<<20) + `",}` }),
		plain("two documents", "letta", exchange.ErrCorrupt, agent("")+agent("")),
		lazy("JSON in a text in a text", "letta", exchange.ErrUnknown, func() string {
			text := agent("")
			for range 3 {
				text = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
			}
			return text
		}),
		lazy("JSON in a text", "letta", nil, func() string {
			return `"` + strings.ReplaceAll(agent(`,"x":"`+times("a", 7<<20)+`"`), `"`, `\"`) + `"`
		}),
	}
}

// personaBombs are files whose JSON is good and whose cards, lorebooks and agents are not.
func personaBombs() []hostile {
	return []hostile{
		lazy("a name that every macro brings", "card", exchange.ErrLimit, func() string {
			return `{"name":"` + times("name ", 200_000) + `","description":"` + times("{{char}}", 400_000) + `"}`
		}),
		lazy("a nickname that every entry brings", "card", nil, func() string {
			return `{"name":"a","description":"a","data":{"name":"a","nickname":"` + times("n", 4000) + `","character_book":{"entries":[` + times(`{"keys":["k"],"content":"`+times("{{char}}", 1000)+`"},`, 1000) + `{}]}}}`
		}),
		lazy("greetings of one name", "card", exchange.ErrLimit, func() string {
			return `{"spec":"chara_card_v2","data":{"name":"a","alternate_greetings":[` + times(`"a",`, 200_000) + `"a"]}}`
		}),
		lazy("examples of dialogue", "card", exchange.ErrLimit, func() string {
			return `{"name":"a","description":"a","mes_example":"` + times(`<START>\na\n`, 1<<20) + `"}`
		}),
		lazy("entries of a lorebook", "lorebook", exchange.ErrLimit, func() string { return `{"entries":[` + times(`{"content":"a"},`, 140_000) + `{}]}` }),
		lazy("entries that are lists", "lorebook", nil, func() string { return `{"entries":[` + times(`[],`, 140_000) + `[]]}` }),
		lazy("entries with decorators", "lorebook", nil, func() string { return `{"entries":[{"content":"` + times(`@@a\n`, 1<<20) + `a"}]}` }),
		lazy("many keys", "lorebook", nil, func() string {
			return `{"entries":[{"content":"a","keys":[` + times(`"{{char}}",`, 280_000) + `"a"],"insertion_order":1e999}]}`
		}),

		lazy("a label of slashes", "letta", nil, func() string { return blocks(`{"label":"` + times("a/", 4<<20) + `","value":"v"}`) }),
		plain("labels that lead out", "letta", nil, blocks(`{"label":"../../../etc/passwd","value":"v"},{"label":"/","value":"v"},{"label":"a/..","value":"v"},{"label":"..","value":"v"},{"label":"a/\u0000/b","value":"v"}`)),
		lazy("blocks of one label", "letta", exchange.ErrLimit, func() string { return blocks(times(`{"label":"a","value":"v"},`, 90_000) + `0`) }),
		lazy("files of one name", "letta", exchange.ErrLimit, func() string {
			return `{"agents":[{"name":"A"}],"files":[` + times(`{"file_name":"../a","content":"v"},`, 60_000) + `0]}`
		}),
		lazy("tools", "letta", nil, func() string {
			return `{"agents":[{"name":"A"}],"tools":[` + times(`{"name":"rm -rf"},`, 60_000) + `0]}`
		}),
	}
}

// chatBombs are conversations.
func chatBombs() []hostile {
	return []hostile{
		plain("a conversation that goes in a circle", "chats", exchange.ErrUnknown, `[{"title":"a","current_node":"x","mapping":{"x":{"parent":"y"},"y":{"parent":"x"}}}]`),
		plain("a message that is its own parent", "chats", nil, `[{"title":"a","current_node":"x","mapping":{"x":{"parent":"x","message":{"author":{"role":"user"},"create_time":1e300,"content":{"parts":["a"]}}}}}]`),
		lazy("messages without anything", "chats", exchange.ErrLimit, func() string {
			var b strings.Builder
			for i := range 1_000_000 {
				fmt.Fprintf(&b, `"%d":{"message":{}},`, i)
			}
			return `[{"title":"a","mapping":{` + b.String() + `"x":{}}}]`
		}),
		lazy("parts of a message", "chats", exchange.ErrLimit, func() string {
			return `[{"title":"a","current_node":"x","mapping":{"x":{"message":{"content":{"parts":[` + times("0,", 10<<20) + `0]}}}}}]`
		}),
		lazy("a message of Claude of many parts", "chats", exchange.ErrLimit, func() string {
			return `[{"name":"a","chat_messages":[{"sender":"a","content":[` + times("{},", 7<<20) + `{}]}]}]`
		}),
		lazy("a text of Telegram of many parts", "chats", exchange.ErrLimit, func() string { return `{"messages":[{"from":"a","text":[` + times(`{},`, 7<<20) + `{}]}]}` }),
		lazy("a conversation that is too long", "chats", exchange.ErrLimit, func() string { return `[{"title":"` + times("a", 30<<20) + `"}]` }),
		lazy("a line that is too long", "chats", exchange.ErrLimit, func() string { return "{\"mes\":\"a\"}\n{\"mes\":\"" + times("a", 30<<20) + `"}` }),
		lazy("a message of WhatsApp without an end", "chats", exchange.ErrLimit, func() string { return "31.12.20, 23:59 - A: a\n" + times("a line\n", 5<<20) }),
		lazy("brackets of WhatsApp", "chats", exchange.ErrCorrupt, func() string { return times("[", 20<<20) }),
		lazy("conversations of a word", "chats", exchange.ErrLimit, func() string {
			return `[` + times(`{"name":"a","chat_messages":[{"sender":"a","text":"a"}]},`, 50_000) + `{"name":"b","chat_messages":[]}]`
		}),
	}
}

// soul is the soul of packages.
var soul = []byte("# Ada\n\nKeeps the books.\n")

// named is a soul, and files of some names.
func named(names ...string) []zip.FileHeader {
	list := []zip.FileHeader{{Name: "SOUL.md"}}
	for _, name := range names {
		list = append(list, zip.FileHeader{Name: name})
	}
	return list
}

// packages are zip packages.
func packages() []hostile {
	const size = 40 << 20
	one := func(what, kind string, err error, headers ...zip.FileHeader) hostile {
		return hostile{what, kind, err, func(t *testing.T) []byte { return zipOf(t, soul, headers...) }}
	}
	bomb := func(what, kind string, err error, name string) hostile {
		return hostile{what, kind, err, func(t *testing.T) []byte {
			large := part{name, bytes.Repeat([]byte("a line\n"), size/7)}
			if name == "SOUL.md" {
				return packed(t, large)
			}
			return packed(t, part{"SOUL.md", soul}, large)
		}}
	}
	link := zip.FileHeader{Name: "context/link.md"}
	link.SetMode(fs.ModeSymlink | 0o777)
	device := zip.FileHeader{Name: "context/device.md"}
	device.SetMode(fs.ModeDevice | 0o666)
	return []hostile{
		one("names that lead out", "nakama", nil, named("../../a.md", "/etc/b.md", `..\c.md`, "context/../../d.md", "C:/e.md", "//host/f.md", "./g.md", "context//h.md")...),
		one("names with signs that nobody sees", "nakama", nil, named("context/a\x00b.md", "context/\u202egpj.md", "context/a\nb.md", "context/\xff\xfe.md", "context/ .md", "context/.md")...),
		one("names of devices", "nakama", nil, named("context/CON.md", "context/nul", "context/COM1.md", "context/a.md:stream")...),
		one("names of settings", "nakama", nil, named("preferences.json", "backstory.json", ".import/import.json", "tools/x.json", ".git/config", "backstory/.backstory.json")...),
		one("a name that is long", "nakama", nil, named("context/"+times("n", 60_000)+".md")...),
		one("folders that are deep", "nakama", nil, named(times("a/", 30_000)+"b.md")...),
		one("a name twice", "nakama", exchange.ErrCorrupt, named("context/a.md", "CONTEXT/A.md")...),
		one("a file that is a folder as well", "nakama", nil, named("context", "context/a.md")...),
		one("a link", "nakama", nil, append(named(), link, device)...),
		one("a file that is encrypted", "nakama", nil, append(named(), zip.FileHeader{Name: "context/a.md", Flags: 1})...),
		one("no files", "nakama", exchange.ErrUnknown, zip.FileHeader{Name: "a/"}),
		bomb("a soul that unpacks to much", "nakama", exchange.ErrLimit, "SOUL.md"),
		bomb("a text that unpacks to much", "nakama", exchange.ErrLimit, "MEMORY.md"),
		bomb("a source that unpacks to much", "nakama", nil, "knowledge-base/a.txt"),
		bomb("Markdown that unpacks to much", "nakama", nil, "knowledge-base/a.md"),
		bomb("a card that unpacks to much", "card", exchange.ErrLimit, "card.json"),
		bomb("an asset that unpacks to much", "card", exchange.ErrUnknown, "assets/a.png"),
		bomb("a conversation that unpacks to much", "chats", exchange.ErrLimit, "_chat.txt"),
		bomb("an index that unpacks to much", "pack", exchange.ErrLimit, "pack.json"),
		{"a package in a package", "nakama", exchange.ErrUnknown, func(t *testing.T) []byte {
			z := zipOf(t, soul, zip.FileHeader{Name: "SOUL.md"})
			for range 20 {
				z = zipOf(t, z, zip.FileHeader{Name: "inner.zip"})
			}
			return z
		}},
		{"many files", "nakama", exchange.ErrLimit, func(t *testing.T) []byte {
			headers := named()
			for i := range 10_001 {
				headers = append(headers, zip.FileHeader{Name: fmt.Sprintf("context/%d.md", i)})
			}
			return zipOf(t, soul, headers...)
		}},
		{"many files of one name", "nakama", nil, func(t *testing.T) []byte {
			headers := named()
			for i := range 9_900 {
				headers = append(headers, zip.FileHeader{Name: fmt.Sprintf("context/%d/a.md", i)})
			}
			return zipOf(t, soul, headers...)
		}},
		{"files that are one and the same bytes", "nakama", exchange.ErrCorrupt, overlapping},
	}
}

// damagedPackages are zip packages with bytes that are not as they were written.
func damagedPackages() []hostile {
	changed := func(what, kind string, err error, change func(z []byte) []byte) hostile {
		return hostile{what, kind, err, func(t *testing.T) []byte { return change(zipOf(t, soul, named("knowledge-base/a.txt")...)) }}
	}
	end := func(z []byte) int { return bytes.LastIndex(z, []byte("PK\x05\x06")) }
	return []hostile{
		changed("another method of packing", "nakama", exchange.ErrCorrupt, func(z []byte) []byte { return poke(z, "PK\x01\x02", 10, 99, 0) }),
		changed("another checksum", "nakama", exchange.ErrCorrupt, func(z []byte) []byte { return poke(z, "PK\x01\x02", 16, 1, 2, 3, 4) }),
		changed("a length of 4 GB", "nakama", exchange.ErrCorrupt, func(z []byte) []byte {
			return poke(z, "PK\x01\x02", 20, 0xfe, 0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff)
		}),
		changed("a length of nothing", "nakama", exchange.ErrCorrupt, func(z []byte) []byte { return poke(z, "PK\x01\x02", 24, 0, 0, 0, 0) }),
		changed("a place behind the end", "nakama", exchange.ErrCorrupt, func(z []byte) []byte { return poke(z, "PK\x01\x02", 42, 0xf0, 0xff, 0xff, 0x7f) }),
		changed("a directory of 65,534 files", "nakama", exchange.ErrCorrupt, func(z []byte) []byte { return poke(z, "PK\x05\x06", 8, 0xfe, 0xff, 0xfe, 0xff) }),
		changed("a directory behind the end", "nakama", exchange.ErrCorrupt, func(z []byte) []byte {
			return poke(z, "PK\x05\x06", 12, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f)
		}),
		changed("a remark that is not there", "nakama", exchange.ErrCorrupt, func(z []byte) []byte { return poke(z, "PK\x05\x06", 20, 0xff, 0xff) }),
		changed("no directory", "nakama", exchange.ErrCorrupt, func(z []byte) []byte { return z[:end(z)-1] }),
		changed("half of a package", "nakama", exchange.ErrCorrupt, func(z []byte) []byte { return z[:len(z)/2] }),
		changed("half of a pack", "pack", exchange.ErrCorrupt, func(z []byte) []byte { return z[:len(z)-1] }),
		changed("a pack without an index", "pack", exchange.ErrUnknown, func(z []byte) []byte { return z }),
	}
}

// packs are packs whose index does not say what is there.
func packs() (list []hostile) {
	for _, c := range []struct {
		what, index string
		err         error
	}{
		{"a pack that names nothing", `{"schema":1,"files":[]}`, exchange.ErrCorrupt},
		{"a pack that names itself", `{"schema":1,"files":[{"path":"pack.json"}]}`, exchange.ErrCorrupt},
		{"a pack that names what leads out", `{"schema":1,"files":[{"path":"../../soul.md"}]}`, exchange.ErrCorrupt},
		{"an index of lists", times("[", 100_000), exchange.ErrLimit},
		{"an index of many files", `{"schema":1,"files":[` + times(`{},`, 3<<20) + `{}]}`, exchange.ErrLimit},
	} {
		list = append(list, hostile{c.what, "pack", c.err, func(t *testing.T) []byte {
			return packed(t, part{"soul.md", soul}, part{"pack.json", []byte(c.index)})
		}})
	}
	return list
}

// part is a file of a package.
type part struct {
	name    string
	content []byte
}

func packed(t *testing.T, parts ...part) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range parts {
		if err := exchange.AddToZip(z, p.name, bytes.NewReader(p.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// zipOf returns a package of files that have the same content.
func zipOf(t *testing.T, content []byte, headers ...zip.FileHeader) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, h := range headers {
		w, err := z.CreateHeader(&h)
		if err == nil && !strings.HasSuffix(h.Name, "/") {
			_, err = w.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// poke sets bytes behind a signature where it is last.
func poke(z []byte, signature string, at int, to ...byte) []byte {
	copy(z[bytes.LastIndex(z, []byte(signature))+at:], to)
	return z
}

// overlapping returns a package whose directory names the bytes of one file 1,000
// times over, which unpack to 8 MB each.
func overlapping(t *testing.T) []byte {
	z := packed(t, part{"SOUL.md", []byte("# Ada\n")}, part{"knowledge-base/0000.txt", bytes.Repeat([]byte("a line\n"), 8<<20/7)})
	last := bytes.LastIndex(z, []byte("PK\x01\x02"))
	end := bytes.LastIndex(z, []byte("PK\x05\x06"))
	record, tail := bytes.Clone(z[last:end]), bytes.Clone(z[end:])
	for i := range 1000 {
		copy(record[46+len("knowledge-base/"):], fmt.Sprintf("%04d", i+1))
		z = append(z[:end], record...)
		end += len(record)
	}
	first := binary.LittleEndian.Uint32(tail[16:])
	binary.LittleEndian.PutUint16(tail[8:], 1002)
	binary.LittleEndian.PutUint16(tail[10:], 1002)
	binary.LittleEndian.PutUint32(tail[12:], uint32(end)-first)
	return append(z[:end], tail...)
}

// pictures are PNG files whose chunks lie. Those that no checksum finds are
// tried, with others, in exchange/card.
func pictures() []hostile {
	chunk := func(name string, size uint32, content []byte) []byte {
		b := append(append(binary.BigEndian.AppendUint32(nil, size), name...), content...)
		return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
	}
	picture := func(chunks ...[]byte) func(*testing.T) []byte {
		return func(*testing.T) []byte {
			b := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", 13, make([]byte, 13))...)
			return append(append(b, bytes.Join(chunks, nil)...), chunk("IEND", 0, nil)...)
		}
	}
	text := func(s string) []byte {
		b := []byte("chara\x00" + base64.StdEncoding.EncodeToString([]byte(s)))
		return chunk("tEXt", uint32(len(b)), b)
	}
	return []hostile{
		{"a chunk of 4 GB", "card", exchange.ErrCorrupt, picture(chunk("tEXt", 0xffffffff, []byte("chara\x00")))},
		{"a chunk of 2 GB", "card", exchange.ErrCorrupt, picture(chunk("tEXt", 0x7fffffff, []byte("chara\x00")))},
		{"a chunk that ends in the next one", "card", exchange.ErrCorrupt, picture(chunk("tEXt", 100, []byte("chara\x00")))},
		{"chunks of nothing", "card", exchange.ErrLimit, picture(bytes.Repeat(chunk("teSt", 0, nil), 100_001))},
		{"cards in a picture", "card", nil, picture(bytes.Repeat(text(`{"name":"a","description":"a"}`), 50_000))},
		{"a card of lists in a picture", "card", exchange.ErrCorrupt, picture(text(times("[", 1<<20)))},
		{"a card that is too long in a picture", "card", exchange.ErrLimit, picture(text(`{"name":"a","description":"` + times("a", 17<<20) + `"}`))},
		{"a picture of 60 MB", "card", nil, picture(chunk("IDAT", 60<<20, make([]byte, 60<<20)), text(`{"name":"a","description":"a"}`))},
	}
}

// texts are Markdown, as a sub-agent's file or in the folders of systems.
func texts() []hostile {
	plain := func(what string, err error, text func() string) hostile {
		return hostile{what, "agents-md", err, func(*testing.T) []byte { return []byte(text()) }}
	}
	agent := func(what string, text func() string) hostile { // a value is never more than text
		return hostile{what, "claude-agent", nil, func(*testing.T) []byte { return []byte(text()) }}
	}
	front := func(lines string) func() string {
		return func() string { return "---\nname: ada\ndescription: a\n" + lines + "\n---\nKeeps the books.\n" }
	}
	return []hostile{
		agent("a value that is named again and again", front("a: &a \""+times("long ", 6000)+"\"\nb: ["+times("*a,", 8000)+"*a]")),
		agent("values that name values", front("a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e]")),
		agent("front matter of lists", front("a: "+times("[", 20_000))),
		agent("front matter of objects", front("a: "+times("{a: ", 15_000))),
		agent("a value that is its own", front("a: &a [*a]")),
		plain("front matter without an end", nil, func() string { return "---\n" + times("a: b\n", 500_000) }),
		plain("comments without an end", nil, func() string { return times("<!--", 500_000) }),
		plain("comments in comments", nil, func() string { return times("<!-", 200_000) + times("<!-- a -->", 50_000) + times("- b -->", 200_000) }),
		plain("signs that nobody sees", nil, func() string { return "a" + times("\u200b\u202e\U000e0041", 200_000) }),
		plain("marks on a letter", nil, func() string { return "a" + times("\u0301", 500_000) }),
		plain("tokens of models", nil, func() string { return "a\n" + times("<|im_start|>system\n", 100_000) }),
		plain("quotes in quotes", nil, func() string { return times(">", 1_000_000) + " deep\n" }),
		plain("a line that is long", exchange.ErrLimit, func() string { return times("a", 6<<20) }),
		plain("a file that is too long", exchange.ErrLimit, func() string { return times("a line\n", 10<<20) }),
	}
}
