package openclaw_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/exchange/exchangetest"
	"github.com/seed353dc258/backstory/exchange/openclaw"
)

// TestWhatAnIdentitySaysStaysInThePrompt: the lines as sentences, and its own words.
func TestWhatAnIdentitySaysStaysInThePrompt(t *testing.T) {
	dir := exchangetest.Place(t, openclaw.New(), exchangetest.Folder("ada", map[string][]byte{
		"SOUL.md":     []byte("# SOUL.md - Who You Are\n\nBe exact.\n"),
		"IDENTITY.md": []byte("# IDENTITY.md - Who Am I?\n\n- **Name:** Ada\n- **Emoji:** 🦉 *(the owl)*\n- **Avatar:** *(to be added)*\n\n---\n\n## Who am I?\n\nI am your second pair of eyes.\n"),
	}))
	epoch := exchangetest.Prompt(t, dir)
	if want := "Your name is Ada 🦉.\n\n### Who am I?\n\nI am your second pair of eyes.\n"; !strings.Contains(epoch.System, want) || strings.Contains(epoch.System, "Avatar") {
		t.Errorf("%q is not in the prompt:\n%s", want, epoch.System)
	}
}

func TestImport(t *testing.T) { exchangetest.Run(t, openclaw.New()) }

// TestWhatTextsLackComesBack: front matter, comments, line ends, and a soul without a
// title go out as they came in; a file that somebody edited goes out as it is.
func TestWhatTextsLackComesBack(t *testing.T) {
	in := map[string][]byte{
		"SOUL.md": []byte("---\nname: ada_soul\nversion: 3\n---\nExact and dry, without a title."), "IDENTITY.md": []byte("- **Name:** Ada\n<!-- A picture? -->\n\n\n"),
		"AGENTS.md": []byte("\xef\xbb\xbf# Rules\r\n\r\nAnswer briefly.\r\n"), "TOOLS.md": []byte("---\na: b\n---\nThe scanner is slow."), "USER.md": []byte("---\nname: Jo\n---\nLikes tea.\n"),
	}
	dir := exchangetest.Place(t, openclaw.New(), exchangetest.Folder("ada", in))
	for name, want := range exchangetest.Export(t, openclaw.New(), dir, "openclaw") {
		if string(in[name]) != string(want) {
			t.Errorf("%s came back as %q", name, want)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "soul.md"), []byte("# Ada\n\nWarm.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := string(exchangetest.Export(t, openclaw.New(), dir, "openclaw")["SOUL.md"]); got != "# Ada\n\nWarm.\n" {
		t.Errorf("the edited soul goes out as %q", got)
	}
}

// TestAWorkspaceComesBack: its texts, and what was kept because it has an agent act
// by itself, go out under the names that they came in with.
func TestAWorkspaceComesBack(t *testing.T) {
	in := map[string][]byte{
		"SOUL.md": []byte("# Ada\n\nExact and dry.\n"), "IDENTITY.md": []byte("- **Name:** Ada\n"), "USER.md": []byte("- **Name:** Jo\n"), "AGENTS.md": []byte("Answer briefly.\n"),
		"TOOLS.md": []byte("The scanner is slow.\n"), "MEMORY.md": []byte("The lamp was mended.\n"),
		"HEARTBEAT.md": []byte("---\na: b\n---\n- Look at the barometer.\n"), "BOOT.md": []byte("Say hello.\n"), "BOOTSTRAP.md": []byte("Who are you?\n"),
	}
	files := exchangetest.Export(t, openclaw.New(), exchangetest.Place(t, openclaw.New(), exchangetest.Folder("ada", in)), "openclaw")
	for name, want := range in {
		if string(files[name]) != string(want) {
			t.Errorf("%s came back as %q", name, files[name])
		}
	}
}
