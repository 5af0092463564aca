package discover

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// mails are the sources of a tree that are read as mails, and those that are read as they
// are.
func mails(t *testing.T, tree map[string]string, plain bool) (asMail, asIs []string) {
	t.Helper()
	claims := func(name string) bool { return strings.HasSuffix(name, ".eml") || claimsCoqui(name) }
	inv, err := discover(t, makeProfile(t, tree), Options{Folder: ".", Plain: plain, Claims: claims})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range inv.Files {
		switch {
		case !f.Supported():
		case f.As != "":
			if f.As != filepath.Base(f.Path)+mailExtension {
				t.Errorf("%s is read as %s", f.Path, f.As)
			}
			asMail = append(asMail, f.Path)
		default:
			asIs = append(asIs, f.Path)
		}
	}
	return asMail, asIs
}

// TestMaildirs names what is a mail: a file in cur or new of a folder that has tmp, too.
func TestMaildirs(t *testing.T) {
	for name, tt := range map[string]struct {
		tree         map[string]string
		asMail, asIs []string
	}{
		"cur, new and tmp": {
			map[string]string{"cur/1.a:2,S": "m", "new/2.b": "m", "tmp/3.c": "half", "tmp/4.md": "half", "notes.md": "n", ".uidl": "x", "cur/.5": "hidden"},
			[]string{"cur/1.a:2,S", "new/2.b"},
			[]string{"notes.md"},
		},
		"hidden folders of one": {
			map[string]string{"cur/": "", "new/": "", "tmp/": "", ".Sent/cur/1": "m", ".Sent/new/": "", ".Sent/tmp/": "", ".Sent/.hidden.md": "n", ".git/config.md": "no mail", ".git/cur/2": "no mail"},
			[]string{".Sent/cur/1"},
			nil,
		},
		"one below":         {map[string]string{"Mail/cur/1": "m", "Mail/new/": "", "Mail/tmp/": "", "a.md": ""}, []string{"Mail/cur/1"}, []string{"a.md"}},
		"without tmp":       {map[string]string{"cur/1": "m", "new/2.md": "n", ".Sent/cur/3": "m", ".Sent/new/": "", ".Sent/tmp/": ""}, nil, []string{"new/2.md"}},
		"a folder in cur":   {map[string]string{"cur/sub/1.md": "n", "new/2": "m", "tmp/": ""}, []string{"new/2"}, []string{"cur/sub/1.md"}},
		"a name with a dot": {map[string]string{"cur/1.eml": "m", "new/": "", "tmp/": ""}, []string{"cur/1.eml"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if runtime.GOOS == "windows" && name == "cur, new and tmp" {
				t.Skip("names have no colons here")
			}
			asMail, asIs := mails(t, tt.tree, true)
			if diff := cmp.Diff(tt.asMail, asMail); diff != "" {
				t.Errorf("mails:\n%s", diff)
			}
			if diff := cmp.Diff(tt.asIs, asIs); diff != "" {
				t.Errorf("others:\n%s", diff)
			}
		})
	}
	if asMail, _ := mails(t, map[string]string{"cur/1": "m", "new/2": "m", "tmp/": ""}, false); asMail != nil {
		t.Errorf("a profile has mails: %q", asMail)
	}
}

// TestAPlainFolderHasNoOutput finds what looks like a build's, and more than the limit.
func TestAPlainFolderHasNoOutput(t *testing.T) {
	tree := map[string]string{"backstory.md": "mine", "sub/backstory.md": "mine, too", "l.md": "->backstory.md"}
	inv, err := discover(t, makeProfile(t, tree), Options{Folder: ".", Plain: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"backstory.md", "l.md", "sub/backstory.md"}, supported(inv)); diff != "" {
		t.Error(diff)
	}
	_, err = discover(t, makeProfile(t, tree), Options{Folder: ".", Plain: true, MaxFiles: 2})
	if err == nil || err.Error() != "too many files: more than 2" {
		t.Errorf("the error is %v: no options file is to be named", err)
	}
}

// TestAFolderThatCannotBeReadCostsItself in a plain folder, and all in a profile.
func TestAFolderThatCannotBeReadCostsItself(t *testing.T) {
	root := makeProfile(t, map[string]string{"a.md": "", "closed/b.md": ""})
	closed := filepath.Join(root.Name(), "closed")
	if err := os.Chmod(closed, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(closed, 0o755) })
	if _, err := os.ReadDir(closed); err == nil {
		t.Skip("whoever runs this may read everything")
	}
	inv, err := discover(t, root, Options{Folder: ".", Plain: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(inv.Files) != 1 || len(inv.Skipped) != 1 || inv.Skipped[0].Path != "closed" || !strings.HasPrefix(inv.Skipped[0].Reason, SkipUnreadable) {
		t.Errorf("found %q", listing(inv))
	}
	if _, err := discover(t, root, Options{Folder: "."}); err == nil {
		t.Error("a profile without a folder is whole")
	}
}
