package card_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/card"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
	"github.com/seed353dc258/backstory/internal/soak"
)

// drawText returns a text with what is dear to cards: macros, headings, markup,
// other scripts, blanks at the ends.
func drawText(r *rand.Rand) string {
	pieces := []string{
		"{{char}} waits", "{{user}}", "<BOT>", "<USER>", "\n", "\n\n", "## Scenario", "# Top", "---", "<START>", "*smiles*", "«да»", "日本語", "🏳️‍🌈",
		"\u200b", "{{random:a,b}}", "{{", "}}", "```", "<!--", "-->", "<|im_start|>", " ", "\t", "a\r\nb", "\\", "\"", "0", "e\u0301", "\u202e",
	}
	var b strings.Builder
	for range r.IntN(12) {
		b.WriteString(pieces[r.IntN(len(pieces))])
		b.WriteByte(" \n"[r.IntN(2)])
	}
	return b.String()
}

// drawCard returns a card of V1, V2 or V3 with all that its version knows.
func drawCard(r *rand.Rand) map[string]any {
	data := map[string]any{"name": fmt.Sprintf("Name %d %s", r.IntN(1000), strings.ReplaceAll(drawText(r), "\n", " "))}
	for _, field := range []string{"description", "personality", "scenario", "first_mes", "mes_example"} {
		data[field] = drawText(r)
	}
	version := 1 + r.IntN(3)
	if version == 1 {
		return data
	}
	for _, field := range []string{"creator_notes", "system_prompt", "post_history_instructions", "creator", "character_version"} {
		data[field] = drawText(r)
	}
	texts := func() []any {
		list := []any{}
		for range r.IntN(4) {
			list = append(list, drawText(r))
		}
		return list
	}
	data["alternate_greetings"], data["tags"] = texts(), texts()
	data["extensions"] = map[string]any{"a/b": map[string]any{"n": json.Number("1.50"), "deep": []any{nil, true}}}
	if r.IntN(2) == 0 {
		entries := []any{}
		for i := range r.IntN(6) {
			entries = append(entries, map[string]any{
				"keys": texts(), "secondary_keys": texts(), "content": drawText(r), "extensions": map[string]any{"x": json.Number("1")}, "enabled": r.IntN(4) > 0,
				"insertion_order": json.Number(fmt.Sprint(r.IntN(5))), "constant": r.IntN(4) == 0, "comment": drawText(r), "id": json.Number(fmt.Sprint(i)), "priority": json.Number("10"),
			})
		}
		data["character_book"] = map[string]any{"name": drawText(r), "scan_depth": json.Number("3"), "extensions": map[string]any{}, "entries": entries}
	}
	if version == 2 {
		return map[string]any{"spec": "chara_card_v2", "spec_version": "2.0", "data": data}
	}
	data["group_only_greetings"] = texts()
	data["nickname"], data["source"], data["creation_date"] = drawText(r), texts(), json.Number("1700000000")
	data["creator_notes_multilingual"] = map[string]any{"de": drawText(r)}
	data["assets"] = []any{map[string]any{"type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png"}}
	return map[string]any{"spec": "chara_card_v3", "spec_version": "3.0", "data": data}
}

// TestCardsComeBackSoak: a card that nobody has edited goes out as it came in, as
// JSON, and in a picture and a package for readers of its version.
func TestCardsComeBackSoak(t *testing.T) {
	seed := soak.Seed(t, 23)
	for i := range soak.Size(t, 1000) {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		want := drawCard(r)
		content, err := exchange.EncodeJSON(want)
		if err != nil {
			t.Fatal(err)
		}
		dir := exchangetest.Place(t, card.New(), exchangetest.File("in.json", content))
		for form, name := range map[string]string{"card-json": "out.json", "card-png": "out.png", "charx": "out.charx"} {
			out := exchangetest.Export(t, card.New(), dir, form)[""]
			if form != "card-json" { // read it again, and write it as JSON
				back := exchangetest.Place(t, card.New(), exchangetest.File(name, out))
				out = exchangetest.Export(t, card.New(), back, "card-json")[""]
			}
			got, err := exchange.ParseJSON(out)
			if err != nil {
				t.Fatalf("card %d as %s: %v", i, form, err)
			}
			wanted := any(want)
			if form != "card-json" && want["spec"] != "chara_card_v3" { // such a file is of V3
				wanted = fields(want)
				got = pick(fields(got.(map[string]any)), wanted.(map[string]any))
			}
			if diff := cmp.Diff(wanted, got); diff != "" {
				t.Fatalf("card %d as %s (-want +got):\n%s", i, form, diff)
			}
		}
	}
}

// fields returns where the fields of a card are, without the lorebook, of whose
// entries V3 requires more.
func fields(root map[string]any) map[string]any {
	data := root
	if root["data"] != nil {
		data = root["data"].(map[string]any)
	}
	out := map[string]any{}
	for key, value := range data {
		if key != "character_book" {
			out[key] = value
		}
	}
	return out
}

func pick(from, like map[string]any) map[string]any {
	out := map[string]any{}
	for key := range like {
		out[key] = from[key]
	}
	return out
}

// place imports the card that a case begins with.
func place(t *testing.T) string {
	t.Helper()
	return exchangetest.Place(t, card.New(), exchangetest.File("in.json", []byte(`{"spec":"chara_card_v2","spec_version":"2.0","data":{
		"name":"Ada","description":"{{char}} repairs clocks.","personality":"dry","scenario":"The shop of {{char}}.","first_mes":"Yes, {{user}}?",
		"mes_example":"<START>\n{{char}}: One.\n<START>\n{{char}}: Two.","system_prompt":"","post_history_instructions":"","creator_notes":"",
		"alternate_greetings":["A","B"],"tags":[],"creator":"","character_version":"","extensions":{"x":1},
		"character_book":{"extensions":{},"entries":[
			{"keys":["a*b","shop"],"content":"{{char}} sells.","extensions":{"e":1},"enabled":true,"insertion_order":1},
			{"keys":["gone"],"content":"Gone.","extensions":{},"enabled":true,"insertion_order":2},
			{"keys":["off"],"content":"Off.","extensions":{},"enabled":false,"insertion_order":3}]}}}`)))
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// data returns the fields of the card that a profile is exported as.
func data(t *testing.T, dir string) map[string]any {
	t.Helper()
	root, err := exchange.ParseJSON(exchangetest.Export(t, card.New(), dir, "card-json")[""])
	if err != nil {
		t.Fatal(err)
	}
	return exchange.Object(root.(map[string]any), "data")
}

func TestEditsGoOutAndTheRestStays(t *testing.T) {
	dir := place(t)
	write(t, dir, "soul.md", "# Ada\n\nAda repairs clocks.\n\n## Personality\n\ndry and warm\n\n## Scenario\n\nThe shop of Ada.\n\n## Reminder\n\nBe brief.\n")
	write(t, dir, "samples/responses/greeting-2.md", "Come in.\n")
	if err := os.Remove(filepath.Join(dir, "backstory", "lorebook", "002-gone.md")); err != nil {
		t.Fatal(err)
	}
	lore := "backstory/lorebook/001-a-b.md"
	content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(lore)))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, lore, strings.NewReplacer("shop\n", "shop, till\n", "sells.", "sells clocks.").Replace(string(content)))
	write(t, dir, "samples/responses/new.md", "---\nprompt: Who?\n---\nMe.\n")
	write(t, dir, "context/house.md", "The house is blue.\n")
	d := data(t, dir)
	for field, want := range map[string]any{
		"description":               "{{char}} repairs clocks.", // nobody touched it: the macro is back
		"personality":               "dry and warm",
		"scenario":                  "The shop of {{char}}.",
		"post_history_instructions": "Be brief.",
		"first_mes":                 "Yes, {{user}}?",
		"alternate_greetings":       []any{"Come in.", "B"},
		"mes_example":               "<START>\n{{char}}: One.\n<START>\n{{char}}: Two.\n<START>\n{{user}}: Who?\n{{char}}: Me.\n",
	} {
		if diff := cmp.Diff(want, d[field]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", field, diff)
		}
	}
	entries := exchange.List(exchange.Object(d, "character_book"), "entries")
	if len(entries) != 3 {
		t.Fatalf("%d entries, want those that are left and the new one: %v", len(entries), entries)
	}
	first := entries[0].(map[string]any)
	if diff := cmp.Diff([]any{"a*b", "shop", "till"}, first["keys"]); diff != "" || first["content"] != "Ada sells clocks." || first["name"] != nil {
		t.Errorf("the edited entry: %v %s", first, diff)
	}
	if entries[1].(map[string]any)["content"] != "Off." || entries[2].(map[string]any)["content"] != "The house is blue." {
		t.Errorf("entries: %v", entries)
	}
}

func TestASoulWithOtherHeadingsIsTheDescription(t *testing.T) {
	dir := place(t)
	write(t, dir, "soul.md", "# Ada\n\nText.\n\n## Scenario\n\nOne.\n\n## Personality\n\nTwo.\n")
	if d := data(t, dir); d["description"] != "Text.\n\n## Scenario\n\nOne.\n\n## Personality\n\nTwo." || d["scenario"] != "" || d["personality"] != "" {
		t.Errorf("description %q, scenario %q, personality %q", d["description"], d["scenario"], d["personality"])
	}
}

func TestAProfileThatWasNeverACardBecomesOne(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "profiles", "harbor-desk")
	write(t, dir, "soul.md", "---\nmodel: vendor/m\n---\n# Harbor\n\nKeeps the desk.\n")
	write(t, dir, "context/hours.md", "Open at nine.\n")
	write(t, dir, "backstory.md", "## Backstory\n\n### Pier\n\nThe pier is long.\n")
	d := data(t, dir)
	if d["name"] != "Harbor Desk" || d["description"] != "Keeps the desk." || strings.Contains(fmt.Sprint(d), "vendor/m") {
		t.Errorf("card: %v", d)
	}
	entries := exchange.List(exchange.Object(d, "character_book"), "entries")
	if len(entries) != 2 || entries[0].(map[string]any)["constant"] != true || !strings.Contains(fmt.Sprint(entries[1]), "The pier is long.") {
		t.Errorf("entries: %v", entries)
	}
}
