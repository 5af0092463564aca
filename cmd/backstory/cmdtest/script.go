package cmdtest

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/seed353dc258/backstory/internal/worker/workertest"
)

// Scripts runs the scripts in testdata/script of the package. Besides testscript's
// commands they have
//
//	exits N command…   the command ends with exit code N
//	bytes FILE TEXT    writes the text, with Go's escapes, to the file
//	crlf FILE          gives a file the line ends of Windows
//	pack FILE FOLDER   makes a zip of a folder, its mimetype first
//	home FOLDER        has a user's folders in one
//	config FOLDER      has the user's configurations in a folder
//	cache FOLDER       has the user's caches in a folder
//	compiled FOLDER    the same, with compiled PDFium
func Scripts(t *testing.T) {
	t.Helper()
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, HomeEnv(env.WorkDir)...)
			env.Setenv("SOURCE_DATE_EPOCH", "1700000000")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": cmdExits,
			"bytes": cmdBytes,
			"crlf":  cmdCRLF,
			"pack":  cmdPack,
			"home": func(ts *testscript.TestScript, _ bool, args []string) {
				for _, v := range HomeEnv(args[0]) {
					name, value, _ := strings.Cut(v, "=")
					ts.Setenv(name, value)
				}
			},
			"config": cmdSet("XDG_CONFIG_HOME", "AppData"),
			"cache":  cmdSet("XDG_CACHE_HOME", "LocalAppData"),
			"compiled": func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Check(workertest.CopyCache(filepath.Join(ts.MkAbs(args[0]), "backstory"), true))
				cmdSet("XDG_CACHE_HOME", "LocalAppData")(ts, neg, []string{ts.MkAbs(args[0])})
			},
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Getuid() == 0, nil
			}
			return false, errors.New("unknown condition " + cond)
		},
	})
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
