package keyline_test

import (
	"maps"
	"testing"

	"github.com/seed353dc258/backstory/profile/keyline"
)

// TestLinesAreReadAsPeopleWriteThem: in bold letters or without, with the colon of
// either width, with the value below, in a table, in other languages. Hints of a
// template say nothing, and code is not read.
func TestLinesAreReadAsPeopleWriteThem(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       map[string]string
	}{
		{"bold, the colon in it", "- **Name:** Ada: L.\n* **Vibe**: exact\n", map[string]string{"name": "Ada: L.", "vibe": "exact"}},
		{"plain", "Name: Ada\n- tz: Asia/Tokyo\n", map[string]string{"name": "Ada", "timezone": "Asia/Tokyo"}},
		{"the value below", "- **Name:**\n  _Ada_\n- **Emoji:**\n\t🦞\n- **Vibe:**\n- **Theme:** calm\n", map[string]string{"name": "Ada", "emoji": "🦞", "theme": "calm"}},
		{"a list below", "- **Name:**\n  - not a name\n", map[string]string{}},
		{"hints", "- **Name:** _(pick one)_\n- **Vibe:**\n  *(warm?)*\n- **Theme:** [Your theme]\n- **Emoji:** -\n", map[string]string{}},
		{"hints in full width", "- **称呼：** _（可选）_\n- **时区：**\n", map[string]string{}},
		{"Chinese", "- **姓名：** 张三\n- 称呼：三哥\n- **时区**：Asia/Shanghai\n- **气质：** 温暖\n", map[string]string{"name": "张三", "address": "三哥", "timezone": "Asia/Shanghai", "vibe": "温暖"}},
		{"Japanese and Spanish", "- **名前:** ひろき\n- **呼び方:** ひろ\n- **Zona horaria:** Europe/Madrid\n", map[string]string{"name": "ひろき", "address": "ひろ", "timezone": "Europe/Madrid"}},
		{"how to be addressed", "- **Name:** Roderik\n- **What to call them:** Captain\n", map[string]string{"name": "Roderik", "address": "Captain"}},
		{"a preferred name", "* **Preferred name:** `Jo`\n", map[string]string{"address": "Jo"}},
		{"a table", "| Name | Ada |\n|---|---|\n| **Vibe** | exact |\n", map[string]string{"name": "Ada", "vibe": "exact"}},
		{"the first counts", "- Name: Ada\n- Name: Bo\n", map[string]string{"name": "Ada"}},
		{"a remark behind a value", "- **Emoji:** 🦉 *(the owl: my sign)*\n- **Name:** Ada (of the harbour)\n", map[string]string{"emoji": "🦉", "name": "Ada (of the harbour)"}},
		{"code and comments", "```\nname: code\n```\n<!-- name: comment -->\n- role: keeper\n", map[string]string{}},
	} {
		if got := keyline.Read(c.text); !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestTheRestIsWhatNoLineSays: neither values nor hints nor comments.
func TestTheRestIsWhatNoLineSays(t *testing.T) {
	text := "# IDENTITY.md - Who Am I?\n\n- **Name:** Ada\n- **Creature:**\n  _(a cat?)_\n- **Avatar:** *(to be added)*\n- **Notes:**\n  - Exact.\n<!-- x -->\n```\nname: code\n```\nName: Bo\n\nI keep: the books.\n"
	want := "# IDENTITY.md - Who Am I?\n\n- **Notes:**\n  - Exact.\n\n```\nname: code\n```\nName: Bo\n\nI keep: the books.\n"
	if fields, rest := keyline.Split(text); rest != want || !maps.Equal(fields, map[string]string{"name": "Ada"}) {
		t.Errorf("%v, %q", fields, rest)
	}
}
