package search_test

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/search"
)

const killedIn = "BACKSTORY_TEST_INDEX_IN"

func TestMain(m *testing.M) {
	if dir := os.Getenv(killedIn); dir != "" {
		fmt.Println("ready")
		for i := 0; ; i++ {
			search.New(library(i), search.NewCache(dir, "ida"))
		}
	}
	os.Exit(m.Run())
}

// library is a library of which each version differs in one chapter, and which is
// large enough that an index takes a while to be written.
func library(version int) []search.Chapter {
	list := make([]search.Chapter, 0, 64)
	for i := range 64 {
		list = append(list, search.Chapter{Path: fmt.Sprintf("/%d.md", i), Text: strings.Repeat(fmt.Sprintf("The boat %d of the harbour %d sailed.\n\n", i, i*i), 100)})
	}
	list[version%len(list)].Text += fmt.Sprintf("Version %d has a lamp.\n", version)
	return list
}

// A process that is killed while it indexes leaves an index that is whole, or is
// made again.
func TestAProcessThatIsKilledLeavesNoWrongIndex(t *testing.T) {
	n := 12
	if testing.Short() {
		n = 3
	}
	dir := t.TempDir()
	want := search.New(library(7), nil).Find("boat of the harbour with a lamp", 50)
	for range n {
		c := exec.CommandContext(t.Context(), os.Args[0])
		c.Env = append(os.Environ(), killedIn+"="+dir)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		bufio.NewReader(out).ReadString('\n')
		time.Sleep(time.Duration(rand.IntN(200)) * time.Millisecond)
		c.Process.Kill()
		c.Wait()
		got := search.New(library(7), search.NewCache(dir, "ida")).Find("boat of the harbour with a lamp", 50)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	}
	search.New(library(8), search.NewCache(dir, "ida")) // who writes next sweeps
	left, _ := filepath.Glob(filepath.Join(dir, "search", "*"))
	if len(left) > 1 {
		t.Errorf("what killed processes wrote in part is still there: %v", left)
	}
}

// The hits do not depend on the language and time zone of a process.
func TestHitsDoNotDependOnTheLocale(t *testing.T) {
	if dir := os.Getenv("BACKSTORY_TEST_HITS"); dir != "" {
		fmt.Printf("%+v\n", search.New(island, nil).Find("the lamp of the harbour boats, İDA, Straße", 20))
		return
	}
	var first []byte
	for _, locale := range []string{"C", "tr_TR.UTF-8", "de_DE.UTF-8", "ja_JP.UTF-8"} {
		c := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^"+t.Name()+"$")
		c.Env = append(os.Environ(), "BACKSTORY_TEST_HITS=1", "LC_ALL="+locale, "LANG="+locale, "TZ=Pacific/Kiritimati")
		out, err := c.Output()
		out, _, _ = bytes.Cut(out, []byte("\nPASS")) // behind it is how long it took
		if err != nil || len(out) < 500 {
			t.Fatalf("%v: %s", err, out)
		}
		if first == nil {
			first = out
		}
		if diff := cmp.Diff(string(first), string(out)); diff != "" {
			t.Errorf("%s: %s", locale, diff)
		}
	}
}
