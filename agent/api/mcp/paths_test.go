package mcp_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed353dc258/backstory/agent/api"
)

// outsideSecret is the text of a file beside the folder, and hiddenSecret that of
// [files] in a folder whose name begins with a dot.
const (
	outsideSecret = "the secret of another folder"
	hiddenSecret  = "the secret key"
)

// ways are ways out of a folder, by kind. OUT is the folder beside it, REL the same
// relative to the folder, and ROOT the folder itself; a path that is read must not
// hold a secret.
var ways = map[string][]string{
	"absolute": {"OUT/secret.txt", "//OUT/secret.txt", "/etc/passwd", "/etc/../etc/passwd", "/", "//", "/.", "/..", "ROOT/../../etc/passwd", "ROOT/REL", "ROOT//..//..", "ROOT2/secret.txt"},
	"empty":    {"", " ", ".", "./", "..", "../", "...", "....", "\t", "\n", "\r\n"},
	"dots": {
		"REL", "./REL", "notes/../REL", "notes/./../REL", "notes//..//REL", "notes/plan.csv/../../REL", "nothing/../REL", "./notes/.././REL", "REL/.", "REL/", "REL//", "notes/..//../../..",
		"..//REL", ".//REL", "notes/../../ROOTNAME/../OUTNAME/secret.txt", "../OUTNAME/secret.txt", "../ROOTNAME/.secret/key.txt",
	},
	"links": {
		"link/secret.txt", "link/./secret.txt", "link//secret.txt", "link/../link/secret.txt", "link.txt", "link.txt/", "notes/up.txt", "notes/up.txt/.", "deep/link/secret.txt", "deep/../link/secret.txt",
		"loop", "loop/secret.txt", "loop/loop/loop", "self/link.txt", "self/self/self/link/secret.txt", "link/..", "link/../secret.txt", "chain.txt", "dangling.txt", "hidden.txt", "hidden/key.txt", "etc/passwd",
	},
	"hidden": {
		".secret/key.txt", "./.secret/key.txt", "notes/../.secret/key.txt", ".secret", ".secret/", ".secret/.", "ROOT/.secret/key.txt", ".secret//key.txt", "self/.secret/key.txt", ".SECRET/key.txt", ".secret\\key.txt",
		"notes\\..\\.secret\\key.txt", ".git/config", ".env", ".ssh/id_ed25519", "notes/.hidden", ". secret/key.txt", ".secret /key.txt", ".secret./key.txt", "\u200b.secret/key.txt",
	},
	"system": {
		"/proc/self/environ", "/proc/self/cwd/.secret/key.txt", "/proc/self/root/OUT/secret.txt", "/proc/self/fd/0", "/proc/1/cmdline", "/dev/stdin", "/dev/fd/0", "/dev/null", "/dev/zero", "/dev/random", "/sys/kernel/notes",
		"proc/self/environ", "REL/../../proc/self/environ", "fifo", "notes/fifo", "socket", "folder.txt", "notes", "notes/", "profiles", "con", "CON", "nul", "NUL", "NUL.txt", "aux.md", "COM1", "LPT1.csv", "CONIN$", "PRN:", "notes/nul",
	},
	"drives": {
		`C:\Windows\win.ini`, `C:/Windows/win.ini`, `C:secret.txt`, `c:..\secret.txt`, `C:`, `C:\`, `Z:/OUT/secret.txt`, `\\server\share\secret.txt`, `//server/share/secret.txt`, `\\?\C:\secret.txt`, `\\.\C:\secret.txt`, `\\.\pipe\x`,
		`\\?\UNC\server\share\x`, `\??\C:\x`, `\Device\HarddiskVolume1\x`, `//?/C:/x`, `//./PhysicalDrive0`, `\OUT\secret.txt`, `..\OUTNAME\secret.txt`, `..\..\..\etc\passwd`, `notes\..\..\OUTNAME\secret.txt`, `/..\..\x`, `notes\plan.csv`,
	},
	"streams": {"notes/plan.csv::$DATA", "notes/plan.csv:secret", ".secret/key.txt::$DATA", "notes::$INDEX_ALLOCATION", "notes:$I30:$INDEX_ALLOCATION/plan.csv", "REL::$DATA", "NOTES~1/PLAN~1.CSV", "SECRET~1/key.txt", "notes/plan.csv.", "notes/plan.csv "},
	"encoded": {
		"%2e%2e/OUTNAME/secret.txt", "%2e%2e%2fOUTNAME%2fsecret.txt", "..%2fOUTNAME/secret.txt", "..%252f..%252fetc/passwd", "%2e%2e%5cOUTNAME", "..%c0%af..%c0%afetc/passwd", "..%ef%bc%8fetc", "%00", "%2esecret/key.txt", "&#46;&#46;/OUTNAME/secret.txt",
		"\\u002e\\u002e/OUTNAME/secret.txt", "..\xc0\xaf..\xc0\xafetc/passwd", "\xc0\xae\xc0\xae/OUTNAME/secret.txt", "\xff\xfe.\x00.\x00/\x00", "file://OUT/secret.txt", "file:///etc/passwd", "file:REL", "http://127.0.0.1/", "data:text/plain,x", "~/x", "~root/x", "$HOME/x", "${PWD}/../x", "`id`", "$(id)", "*", "**/*", "notes/*", "{notes,..}/x", "|cat", "-", "--root=/", "@REL",
	},
	"nul": {"\x00", "notes/plan.csv\x00", "notes/plan.csv\x00.txt", "\x00/etc/passwd", "REL\x00.md", "notes\x00/../REL", ".\x00./OUTNAME/secret.txt"},
	"unicode": {
		"．．/OUTNAME/secret.txt", "..／OUTNAME／secret.txt", "‥/OUTNAME/secret.txt", "…/OUTNAME/secret.txt", "․․/OUTNAME/secret.txt", "..∕OUTNAME∕secret.txt", "..⁄OUTNAME⁄secret.txt", "..＼OUTNAME", "．secret/key.txt", "․secret/key.txt",
		".\u200b./OUTNAME/secret.txt", ".\u00ad./OUTNAME/secret.txt", "\u202e../OUTNAME/secret.txt", "\ufeff../OUTNAME/secret.txt", ".se\u0301cret/key.txt", ".ſecret/key.txt", ".SECRE\u0054/key.txt", "%u002e%u002e/x", "..\u2028/x", "。。/OUTNAME/secret.txt", "..\u0000/x", "ｎotes/../REL",
	},
	"long": {},
}

func init() {
	for _, n := range []int{255, 256, 4095, 4096, 65_536, 1 << 20} {
		ways["long"] = append(ways["long"], strings.Repeat("a", n), strings.Repeat("a/", n/2)+"../REL", strings.Repeat("../", n/3)+"etc/passwd", strings.Repeat("notes/../", n/9)+"REL", strings.Repeat("./", n/2)+"REL")
	}
}

// besides makes what the ways lead to: a folder beside the one that is served, links
// to it, and files that are not regular.
func besides(t *testing.T, dir string) (outside string) {
	t.Helper()
	outside = t.TempDir()
	link := func(to string, name ...string) error {
		if runtime.GOOS == "windows" {
			return nil // links need a right that few users have
		}
		return os.Symlink(to, filepath.Join(append([]string{dir}, name...)...))
	}
	for _, err := range []error{
		os.WriteFile(filepath.Join(outside, "secret.txt"), []byte(outsideSecret), 0o600),
		os.MkdirAll(filepath.Join(dir, "deep"), 0o755), os.MkdirAll(filepath.Join(dir, "folder.txt"), 0o755),
		link(outside, "link"), link(filepath.Join(outside, "secret.txt"), "link.txt"), link("../../../../../../../../"+outside+"/secret.txt", "notes", "up.txt"),
		link(outside, "deep", "link"), link("loop", "loop"), link(".", "self"), link("link.txt", "chain.txt"), link(filepath.Join(outside, "nothing"), "dangling.txt"),
		link(".secret/key.txt", "hidden.txt"), link(".secret", "hidden"), link("/etc", "etc"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	makePipes(t, filepath.Join(dir, "fifo"), filepath.Join(dir, "notes", "fifo"))
	return outside
}

// Nothing outside of the folder is there, by whatever name, in whatever tool or
// resource.
func TestNoPathLeavesTheFolder(t *testing.T) {
	site, c := offer(t, api.Read)
	outside := besides(t, site.Dir)
	rel, err := filepath.Rel(site.Dir, filepath.Join(outside, "secret.txt"))
	if err != nil {
		t.Fatal(err)
	}
	named := strings.NewReplacer("OUTNAME", filepath.Base(outside), "ROOTNAME", filepath.Base(site.Dir), "OUT", outside, "REL", rel, "ROOT", site.Dir)
	told := func(text string) bool {
		return strings.Contains(text, outsideSecret) || strings.Contains(text, hiddenSecret) || strings.Contains(text, "root:x:0")
	}
	tried := 0
	for kind, paths := range ways {
		for _, path := range paths {
			path = strings.ToValidUTF8(named.Replace(path), "\uFFFD") // the pipe of this test takes no other
			tried++
			if text, _ := call(t, c, "convert", map[string]any{"path": path}, nil); told(text) {
				t.Errorf("%s: convert %.200q: %.200s", kind, path, text)
			}
			for _, uri := range []string{"backstory://sky/source/" + path, "backstory://sky/segment/" + path, "backstory://" + path + "/soul", path} {
				if got, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil && told(got.Contents[0].Text) {
					t.Errorf("%s: %.200q: %.200s", kind, uri, got.Contents[0].Text)
				}
			}
			for tool, args := range map[string]map[string]any{
				"backstory_read": {"profile": "sky", "segment": path}, "profile_prompt": {"profile": path}, "backstory_outline": {"profile": path},
			} {
				if r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args}); err == nil && told(textOf(r)) {
					t.Errorf("%s: %s %.200q: %.200s", kind, tool, path, textOf(r))
				}
			}
		}
	}
	if tried < 200 {
		t.Errorf("%d paths are tried", tried)
	}
	if text, failed := call(t, c, "convert", map[string]any{"path": "notes/plan.csv"}, nil); failed || !strings.Contains(text, "20") {
		t.Errorf("a file of the folder is not read: %s", text)
	}
	for _, uri := range []string{"backstory://sky/source/../soul", "backstory://sky/source/%2e%2e/soul.md", "backstory://../sky/soul", "file:///etc/passwd", "backstory://sky/soul/../../x", "backstory:///soul", "::"} {
		if got, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s: %s", uri, got.Contents[0].Text)
		}
	}
}

// textOf is the text of an answer.
func textOf(r *sdk.CallToolResult) (text string) {
	for _, content := range r.Content {
		if one, ok := content.(*sdk.TextContent); ok {
			text += one.Text
		}
	}
	return text
}
