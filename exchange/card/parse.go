package card

import (
	"encoding/json"
	"fmt"
	"maps"

	"github.com/seed353dc258/backstory/exchange"
)

// What an import keeps of a card.
const (
	keptCard   = "card.json"
	keptImage  = "avatar.png"
	keptAssets = "assets"
)

// card is a card as its JSON has it: every key, known or not.
type card struct {
	root map[string]any // the document
	data map[string]any // where the fields are: root itself in V1
	spec string         // chara_card_v2 or _v3; empty for V1
}

// The names of the versions.
const (
	specV2   = "chara_card_v2"
	specV3   = "chara_card_v3"
	specLore = "lorebook_v3"
)

// pygmalion are the names that programs before V1 gave to its fields, as Pygmalion's.
var pygmalion = []struct{ old, v1 string }{
	{"char_name", "name"},
	{"char_persona", "description"},
	{"char_greeting", "first_mes"},
	{"example_dialogue", "mes_example"},
	{"world_scenario", "scenario"},
}

// renameFields gives fields with names from before V1 those of V1.
func renameFields(root map[string]any) {
	for _, key := range pygmalion {
		if v, ok := root[key.old]; ok && root[key.v1] == nil {
			delete(root, key.old)
			root[key.v1] = v
		}
	}
}

// parse reads the JSON of a card.
func parse(content []byte) (*card, error) {
	v, err := exchange.ParseJSON(content)
	if err != nil {
		return nil, err
	}
	root, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%w: the JSON of a card is an object", exchange.ErrUnknown)
	}
	if root["name"] == nil {
		renameFields(root)
	}
	c := &card{root: root, data: exchange.Object(root, "data"), spec: exchange.String(root, "spec")}
	switch {
	case c.spec == specLore:
		return nil, fmt.Errorf("%w: it is a lorebook by itself: import lorebook", exchange.ErrUnknown)
	case c.data != nil && (c.spec != "" || c.data["name"] != nil):
	case root["name"] != nil && (root["description"] != nil || root["first_mes"] != nil || root["personality"] != nil):
		c.data, c.spec = root, ""
	default:
		return nil, fmt.Errorf(`%w: it has neither "spec" and "data" nor the fields of a card V1`, exchange.ErrUnknown)
	}
	if _, ok := c.data["name"].(string); !ok {
		return nil, fmt.Errorf("%w: the card has no name that is text", exchange.ErrCorrupt)
	}
	return c, nil
}

// as returns the card in another version: the same fields, with those that the
// version requires.
func (c *card) as(spec string) map[string]any {
	data := maps.Clone(c.data)
	if c.spec == "" {
		delete(data, "spec")
		delete(data, "spec_version")
	}
	for _, key := range textFields {
		if _, ok := data[key]; !ok {
			data[key] = ""
		}
	}
	lists := []string{"alternate_greetings", "tags"}
	version := "2.0"
	if spec == specV3 {
		version = "3.0"
		lists = append(lists, "group_only_greetings")
	}
	for _, key := range lists {
		if _, ok := data[key].([]any); !ok {
			data[key] = []any{}
		}
	}
	if exchange.Object(data, "extensions") == nil {
		data["extensions"] = map[string]any{}
	}
	if book := exchange.Object(data, "character_book"); book != nil && spec == specV3 {
		data["character_book"] = upgradeBook(book)
	}
	root := map[string]any{"spec": spec, "spec_version": version, "data": data}
	if c.spec != "" {
		for key, value := range c.root { // which some programs repeat the fields in
			if _, ok := root[key]; !ok {
				root[key] = value
			}
		}
	}
	return root
}

// textFields are the texts that V2 and V3 require.
var textFields = []string{
	"name", "description", "personality", "scenario", "first_mes", "mes_example",
	"creator_notes", "system_prompt", "post_history_instructions", "creator", "character_version",
}

// upgradeBook returns a lorebook with what V3 requires of its entries.
func upgradeBook(book map[string]any) map[string]any {
	book = maps.Clone(book)
	list := exchange.List(book, "entries")
	entries := make([]any, len(list))
	for i, v := range list {
		entry, ok := v.(map[string]any)
		if entries[i] = v; !ok {
			continue
		}
		entry = maps.Clone(entry)
		for key, value := range map[string]any{
			"keys": []any{}, "content": "", "extensions": map[string]any{}, "enabled": true,
			"insertion_order": json.Number("0"), "use_regex": false,
		} {
			if _, ok := entry[key]; !ok {
				entry[key] = value
			}
		}
		entries[i] = entry
	}
	book["entries"] = entries
	if exchange.Object(book, "extensions") == nil {
		book["extensions"] = map[string]any{}
	}
	return book
}
