package profile_test

import (
	"testing"

	"github.com/seed353dc258/backstory/profile"
)

func TestASoulIsEdited(t *testing.T) {
	const front = "---\nmodel: a/b\n# why\nx: [1]\n---\n"
	for _, x := range [][4]string{ // soul, new body, new description, wanted
		{front + "\n# Ida\n\nOld.\nMore.\n\n## Past\n", "", "New.", front + "\n# Ida\n\nNew.\n\n## Past\n"},
		{"\ufeff" + "---\r\nmodel: a/b\r\n---\r\n\r\nOld.", "", "New\n words.", "---\nmodel: a/b\n---\n\nNew words.\n"},
		{"# Ida\n", "", "New.", "# Ida\n\nNew.\n"},
		{"", "", "New.", "New.\n"},
		{"---\nno end\n", "", "New.", "New.\n"},
		{front + "Old.", "# Ida\n\nBody.", "", front + "\n# Ida\n\nBody.\n"},
		{front + "Old.", "---\nmodel: c\n---\nBody.", "", "---\nmodel: c\n---\nBody.\n"},
		{front, "Body.", "", front + "\nBody.\n"},
	} {
		got := x[0]
		if x[1] != "" {
			got = profile.WithBody(got, x[1])
		}
		if x[2] != "" {
			got = profile.WithDescription(got, x[2])
		}
		if got != x[3] {
			t.Errorf("%q: %q, want %q", x[0], got, x[3])
		}
		if x[2] == "New." {
			if soul, _ := profile.ParseSoul(got); soul.Description != "New." {
				t.Errorf("%q: %q", got, soul.Description)
			}
		}
	}
}
