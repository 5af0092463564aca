package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
)

func TestMain(m *testing.M) {
	cli.LogEvery = 24 * time.Hour // a build may take longer than usual
	testscript.Main(m, commands())
}

// TestScripts runs the whole-program scripts. Besides testscript's commands
// they have
//
//	exits N command…   the command ends with exit code N
//	bytes FILE TEXT    writes the text, with Go's escapes, to the file
//	crlf FILE          gives a file the line ends of Windows
//	pack FILE FOLDER   makes a zip of a folder, its mimetype first
//	home FOLDER        has a user's folders in one
//	config FOLDER      has the user's configurations in a folder
//	cache FOLDER       has the user's caches in a folder
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("..", "..", "testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, homeEnv(env.WorkDir)...)
			env.Setenv("SOURCE_DATE_EPOCH", "1700000000")
			env.Setenv("COMPILED", filepath.Join(os.TempDir(), "backstory-test-"+strconv.Itoa(os.Getuid())))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": cmdExits,
			"bytes": cmdBytes,
			"crlf":  cmdCRLF,
			"pack":  cmdPack,
			"home": func(ts *testscript.TestScript, _ bool, args []string) {
				for _, v := range homeEnv(args[0]) {
					name, value, _ := strings.Cut(v, "=")
					ts.Setenv(name, value)
				}
			},
			"config": cmdSet("XDG_CONFIG_HOME", "AppData"),
			"cache":  cmdSet("XDG_CACHE_HOME", "LocalAppData"),
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Getuid() == 0, nil
			}
			return false, errors.New("unknown condition " + cond)
		},
	})
}

// homeEnv is the environment of a user whose folders are in one, on every system.
func homeEnv(home string) []string {
	config, cache := filepath.Join(home, ".config"), filepath.Join(home, ".cache")
	return []string{
		"HOME=" + home, "XDG_CONFIG_HOME=" + config, "XDG_CACHE_HOME=" + cache, "XDG_DATA_HOME=" + filepath.Join(home, ".local", "share"),
		"USERPROFILE=" + home, "AppData=" + config, "LocalAppData=" + cache, // Windows
	}
}

// placesEnv is the environment of the test with the user's configurations and
// caches in two folders, on every system.
func placesEnv(config, cache string) []string {
	return append(os.Environ(), "XDG_CONFIG_HOME="+config, "AppData="+config, "XDG_CACHE_HOME="+cache, "LocalAppData="+cache)
}

// cmdSet is a command that gives variables a value.
func cmdSet(names ...string) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		for _, name := range names {
			ts.Setenv(name, args[0])
		}
	}
}

func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N command…")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("exits: %v", err)
	}
	got := 0
	var failed *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &failed) {
		got = failed.ExitCode()
	} else if err != nil {
		ts.Fatalf("exits: %v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func cmdBytes(ts *testscript.TestScript, _ bool, args []string) {
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

func cmdCRLF(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	content, err := os.ReadFile(path)
	ts.Check(err)
	ts.Check(os.WriteFile(path, []byte(strings.ReplaceAll(string(content), "\n", "\r\n")), 0o644))
}

func cmdPack(ts *testscript.TestScript, _ bool, args []string) {
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	z := zip.NewWriter(f)
	folder := os.DirFS(ts.MkAbs(args[1]))
	add := func(name string, how uint16) {
		content, err := fs.ReadFile(folder, name)
		ts.Check(err)
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: how})
		ts.Check(err)
		_, err = w.Write(bytes.TrimSpace(content))
		ts.Check(err)
	}
	const first = "mimetype" // ODF 1.3 part 2, 3.3: first and stored
	if _, err := fs.Stat(folder, first); err == nil {
		add(first, zip.Store)
	}
	ts.Check(fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && name != first {
			add(name, zip.Deflate)
		}
		return err
	}))
	ts.Check(z.Close())
	ts.Check(f.Close())
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("boom") }

func TestABugHasItsOwnExitCode(t *testing.T) {
	var talk strings.Builder
	code := run(context.Background(), []string{"version"}, &cli.Terminal{Out: panicking{}, Err: &talk})
	if code != cli.ExitBug || !strings.Contains(talk.String(), "boom") {
		t.Errorf("exit code %d: %s", code, talk.String())
	}
}

func TestTheWorstCodeCounts(t *testing.T) {
	for _, c := range [][3]int{{0, 1, 1}, {3, 1, 3}, {3, 2, 2}, {0, 0, 0}, {2, 101, 101}} {
		if cli.Worst(c[0], c[1]) != c[2] || cli.Worst(c[1], c[0]) != c[2] {
			t.Errorf("worst of %d and %d is not %d", c[0], c[1], c[2])
		}
	}
}
