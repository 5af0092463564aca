package profile_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/profile"
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
		{"code and comments", "```\nname: code\n```\n<!-- name: comment -->\n- role: keeper\n", map[string]string{}},
	} {
		if got := profile.KeyLines(c.text); !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestWhoTheUserIs: a list says it as front matter does, the front matter comes
// first, and a time zone may have a remark behind it or be an offset.
//
// MO-08, MO-09
func TestWhoTheUserIs(t *testing.T) {
	noon := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct{ user, name, address, zone, clock, from string }{
		{"- **Name:** Aidan Gorny\n- **What to call them:** Aidan\n- **Timezone:** America/Denver (MST)\n", "Aidan Gorny", "Aidan", "America/Denver", "06:00", "name: USER.md, address: USER.md, timezone: USER.md"},
		{"- **时区：** UTC+8（东八区）\n", "", "", "UTC+8", "20:00", "timezone: USER.md"},
		{"- Timezone: GMT-03:30\n", "", "", "GMT-03:30", "08:30", "timezone: USER.md"},
		{"- Timezone: when I wake up\n", "", "", "", "12:00", ""},
		{"- Timezone: UTC+25\n", "", "", "", "12:00", ""},
		{"---\nname: Ana\n---\n- Name: Bo\n- Timezone: Asia/Tokyo\n", "Ana", "", "Asia/Tokyo", "21:00", "name: USER.md, timezone: USER.md"},
	} {
		i := inPlace(t, folder(t, "workspace", map[string]string{"SOUL.md": "x", "AGENTS.md": "y", "USER.md": c.user}))
		u := i.User
		if got := strings.Join(u.From, ", "); u.Name != c.name || u.Address != c.address || u.Zone != c.zone || got != c.from {
			t.Errorf("%q: %q %q %q from %q", c.user, u.Name, u.Address, u.Zone, got)
		}
		if got := u.Clock(noon).Format("15:04"); c.zone != "" && got != c.clock {
			t.Errorf("%q: noon is %s, want %s", c.user, got, c.clock)
		}
		if len(i.Problems) > 0 {
			t.Errorf("%q: %v", c.user, i.Problems)
		}
	}
	moltis := inPlace(t, folder(t, ".moltis", map[string]string{"SOUL.md": "x", "IDENTITY.md": "---\nname: Rex\n---\n", "USER.md": "---\nname: Ana\n---\n", "moltis.toml": "[user]\nname = \"Bo\"\ntimezone = \"Europe/Lisbon\"\n"}))
	if u := moltis.User; u.Name != "Ana" || u.Zone != "Europe/Lisbon" || strings.Join(u.From, ", ") != "name: USER.md, timezone: moltis.toml" {
		t.Errorf("%+v", u)
	}
}

// TestAHeartbeatWithoutATask is as none: OpenClaw's template has comments and
// headings alone.
func TestAHeartbeatWithoutATask(t *testing.T) {
	for text, want := range map[string]int{
		"# HEARTBEAT.md\n\n# Keep this file empty (or with only comments).\n\n## Active Watches\n": 0,
		"---\nsummary: x\n---\n```markdown\n# Add tasks below.\n```\n- [ ]\n-\n<!-- a\nb -->\n":    0,
		"# HEARTBEAT.md\n\n- [ ] Look at the barometer.\n":                                         1,
		"无异常时回复": 1,
	} {
		i := inPlace(t, folder(t, "workspace", map[string]string{"SOUL.md": "x", "AGENTS.md": "y", "HEARTBEAT.md": text}))
		if len(i.Foreign.Files) != want {
			t.Errorf("%q: %d files, want %d", text, len(i.Foreign.Files), want)
		}
	}
}
