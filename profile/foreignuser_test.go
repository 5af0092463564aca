package profile_test

import (
	"strings"
	"testing"
	"time"
)

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
