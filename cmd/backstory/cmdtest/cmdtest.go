// Package cmdtest has what the tests of the commands share: the program to run, in
// a process of its own or in this one, and pages and scripts that run it.
//
//   - answer.go: the document of a command, held to its schema
//   - build.go: building profiles
//   - page.go: commands in pages of documentation
//   - script.go: scripts in testdata
//   - cmdtest.go: the program of the tests
//   - setting.go: what no result may depend on
//
// The TestMain of a package calls [Main]: then backstory is the program of the
// package's tests, so that each package can be tested beside the others, under
// the race detector and for its coverage, too.
package cmdtest

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
)

// Top is the folder of the module, for a test in a folder of cmd/backstory.
var Top = filepath.Join("..", "..", "..")

// Main runs the tests of a package, with the program as backstory in the search
// path. more are further programs, by name.
func Main(m *testing.M, more map[string]func()) {
	cli.LogEvery = 24 * time.Hour // a build may take longer than usual
	programs := map[string]func(){"backstory": program.Main}
	maps.Copy(programs, more)
	testscript.Main(m, programs)
}

// WriteFiles writes files below a folder, with the folders that they are in; "" is
// the current one.
func WriteFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// HomeEnv is the environment of a user whose folders are in one, on every system.
func HomeEnv(home string) []string {
	config, cache := filepath.Join(home, ".config"), filepath.Join(home, ".cache")
	return []string{
		"HOME=" + home, "XDG_CONFIG_HOME=" + config, "XDG_CACHE_HOME=" + cache, "XDG_DATA_HOME=" + filepath.Join(home, ".local", "share"),
		"USERPROFILE=" + home, "AppData=" + config, "LocalAppData=" + cache, // Windows
	}
}

// PlacesEnv is the environment of the test with the user's configurations and
// caches in two folders, on every system.
func PlacesEnv(config, cache string) []string {
	return append(os.Environ(), "XDG_CONFIG_HOME="+config, "AppData="+config, "XDG_CACHE_HOME="+cache, "LocalAppData="+cache)
}
