//go:build linux

package cluster_test

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
	"github.com/seed353dc258/backstory/internal/objects"
	"github.com/seed353dc258/backstory/internal/objects/s3test"
)

// inBucket is the place of profiles in a bucket, for who writes there besides a build.
type inBucket struct {
	t *testing.T
	objects.Store
}

func bucketOf(t *testing.T) inBucket {
	t.Helper()
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	s, err := objects.OpenForeign("s3://texts/some/place", objects.Patience{Tries: 1})
	if err != nil {
		t.Fatal(err)
	}
	return inBucket{t, s}
}

func (b inBucket) put(files map[string]string) {
	b.t.Helper()
	for name, text := range files {
		if _, err := b.Put(context.Background(), "profiles/"+name, objects.Content([]byte(text)), objects.Condition{}); err != nil {
			b.t.Fatal(err)
		}
	}
}

func (b inBucket) get(name string) string {
	b.t.Helper()
	text, _, err := objects.Read(context.Background(), b, "profiles/"+name, 1<<20)
	if err != nil {
		b.t.Fatal(err)
	}
	return string(text)
}

// build builds at an address and returns what is said.
func build(t *testing.T, wantCode int, args ...string) string {
	t.Helper()
	var out, talk bytes.Buffer
	code := program.Run(t.Context(), append([]string{"build"}, args...), &cli.Terminal{In: strings.NewReader(""), Out: &out, Err: &talk})
	if code != wantCode {
		t.Errorf("%v: exit code %d: %s%s", args, code, out.String(), talk.String())
	}
	return out.String() + talk.String()
}

var ada = map[string]string{
	"ada/soul.md": "A.", "ada/backstory/lamp.md": "# Lamp\n\nIt is dark.\n", "ada/backstory/deep/er/t.csv": "a,b\n1,2\n",
	"ada/backstory/a:b c%20+é\\.txt": "odd\n", "ada/backstory/T.txt": "upper\n", "ada/backstory/t.txt": "lower\n", "ada/backstory/.backstory.json": `{"label":"Notes"}`,
}

// A server of each kind gives what a folder gives, and costs what is listed.
func TestSignedProfilesOfABucket(t *testing.T) {
	s3test.Start(t)
	inABucket(t, func() int64 { return 0 })
}

func TestProfilesOfABucket(t *testing.T) {
	inABucket(t, s3test.Memory(t).Requests.Load)
}

func inABucket(t *testing.T, requests func() int64) {
	b := bucketOf(t)
	b.put(ada)
	b.put(map[string]string{
		"bob/backstory/x.md": "Bob.\n", "bob/backstory/bad.json": "{", "ada/users/eve.md": "private", "ada/backstory/.git/config": "x", "ada/backstory/folder/": "",
		"note.txt": "of no profile", "empty/soul.md": "E.", ".hidden/backstory/x.md": "x",
	})
	// costs returns how many requests something takes.
	costs := func(do func()) int64 {
		before := requests()
		do()
		return requests() - before
	}
	said := build(t, 3, "--all", "s3://texts/some/place")
	for _, want := range []string{"s3://texts/some/place/profiles/ada: wrote backstory.md", "profiles/bob/backstory/bad.json: "} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in:\n%s", want, said)
		}
	}
	if strings.Contains(said, "empty") || strings.Contains(said, "hidden") {
		t.Error(said)
	}
	t.Chdir(t.TempDir())
	cmdtest.WriteFiles(t, "", ada)
	build(t, 0, "ada")
	for _, name := range []string{"ada/backstory.md", "ada/.backstory-manifest.json"} {
		want, err := os.ReadFile(name)
		if diff := cmp.Diff(string(want), b.get(name)); err != nil || diff != "" {
			t.Errorf("%v, a folder and a bucket differ (-folder +bucket):\n%s", err, diff)
		}
	}
	if n := costs(func() { build(t, 3, "--all", "s3://texts/some/place/profiles/") }); n > 1 {
		t.Errorf("nothing is to be done, and there were %d requests", n)
	}
	b.put(map[string]string{"ada/backstory/lamp.md": "# Lamp\n\nIt is light.\n"})
	if n := costs(func() { build(t, 0, "s3://texts/some/place/profiles/ada") }); n > 7 { // two listings, a source, two files and a temporary one
		t.Errorf("one source is another one, and there were %d requests", n)
	}
	if text := b.get("ada/backstory.md"); !strings.Contains(text, "It is light.") || !strings.Contains(text, "upper") || !strings.Contains(text, "lower") {
		t.Error(text)
	}
	// Another machine knows nothing, and has nothing to write.
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	if said := build(t, 0, "s3://texts/some/place/profiles/ada/"); !strings.Contains(said, "current") {
		t.Error(said)
	}
	if err := b.Delete(t.Context(), "profiles/ada/backstory/T.txt"); err != nil {
		t.Fatal(err)
	}
	build(t, 0, "s3://texts/some/place/profiles/ada")
	if text := b.get("ada/backstory.md"); strings.Contains(text, "upper") {
		t.Error(text)
	}
	// Who edits backstory.md keeps it, and with --force a copy.
	b.put(map[string]string{"ada/backstory.md": "mine\n", "ada/backstory/lamp.md": "Gone.\n"})
	if said := build(t, 2, "s3://texts/some/place/profiles/ada"); !strings.Contains(said, "--force") || b.get("ada/backstory.md") != "mine\n" {
		t.Error(said)
	}
	said = build(t, 0, "--force", "s3://texts/some/place/profiles/ada")
	kept := regexp.MustCompile(`is kept as (\S+)`).FindStringSubmatch(said)
	if kept == nil || b.get("ada/"+kept[1]) != "mine\n" || !strings.Contains(b.get("ada/backstory.md"), "Gone.") {
		t.Error(said)
	}
}

// Whoever writes while a build is at work keeps what they wrote, and the build takes it in or
// says that it cannot.
func TestAnotherWritesDuringABuild(t *testing.T) {
	srv := s3test.Memory(t)
	b := bucketOf(t)
	b.put(ada)
	var busy atomic.Bool
	during := func(is func(*http.Request) bool, times int64, write func()) {
		var n atomic.Int64
		srv.Fail(func(_ http.ResponseWriter, r *http.Request) bool {
			if is(r) && busy.CompareAndSwap(false, true) {
				if n.Add(1) <= times {
					write()
				}
				busy.Store(false)
			}
			return false
		})
	}
	listed := func(r *http.Request) bool { return r.URL.Query().Get("prefix") == "some/place/profiles/ada/" }
	const at = "s3://texts/some/place/profiles/ada"
	var version atomic.Int64
	source := func() {
		b.put(map[string]string{"ada/backstory/lamp.md": "Version " + string(rune('0'+version.Add(1)))})
	}

	version.Store(0)
	during(listed, 2, source) // the first is before anything is fetched
	if said := build(t, 0, at); strings.Count(said, "it is built again") != 1 || !strings.Contains(b.get("ada/backstory.md"), "Version 2") {
		t.Errorf("%s%s", said, b.get("ada/backstory.md"))
	}
	during(func(r *http.Request) bool {
		return r.Method == http.MethodPut && strings.HasSuffix(r.URL.Path, ".backstory-manifest.json")
	}, 1, func() {
		b.put(map[string]string{"ada/backstory.md": "theirs\n"})
	})
	b.put(map[string]string{"ada/backstory/lamp.md": "Other."})
	if said := build(t, 2, at); !strings.Contains(said, "--force") || b.get("ada/backstory.md") != "theirs\n" {
		t.Error(said)
	}
	during(listed, 1_000, source)
	if said := build(t, 2, "--force", at); !strings.Contains(said, "during every build") || b.get("ada/backstory.md") != "theirs\n" {
		t.Error(said)
	}
	// A build that ends between the two files is taken up by any machine.
	during(func(r *http.Request) bool { return false }, 0, nil)
	build(t, 0, "--force", at)
	b.put(map[string]string{"ada/backstory/lamp.md": "Last."})
	srv.Fail(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPut && strings.HasSuffix(r.URL.Path, "/backstory.md") {
			w.WriteHeader(http.StatusForbidden)
			return true
		}
		return false
	})
	build(t, 2, at)
	srv.Fail(func(http.ResponseWriter, *http.Request) bool { return false })
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	if build(t, 0, at); !strings.Contains(b.get("ada/backstory.md"), "Last.") {
		t.Error(b.get("ada/backstory.md"))
	}
	if page, _, err := b.List(t.Context(), "profiles/ada/.backstory-tmp-", ""); err != nil || len(page) > 0 {
		t.Errorf("left: %v, %v", page, err)
	}
}

func TestObjectsThatAreNoFiles(t *testing.T) {
	s3test.Memory(t)
	b := bucketOf(t)
	b.put(map[string]string{
		"up/backstory/../../soul.md": "x", "empty/backstory//x.md": "x", "both/backstory/x": "x", "both/backstory/x/y.md": "y", "dot/backstory/./x.md": "x",
		"long/backstory/" + strings.Repeat("x", 300) + ".md": "x", "good/backstory/x.md": "Good.\n",
	})
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	said := build(t, 2, "--all", "s3://texts/some/place", "--no-cache")
	for _, want := range []string{
		`profiles/up: "backstory/../../soul.md": no file can have this name`, `profiles/empty: "backstory//x.md": no file`, "profiles/both: fetching ", "profiles/long: fetching ", "profiles/dot: ",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in:\n%s", want, said)
		}
	}
	if text := b.get("good/backstory.md"); !strings.Contains(text, "Good.") {
		t.Error(text)
	}
	if left, err := filepath.Glob(filepath.Join(temp, "backstory-bucket-*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestAddressesOfBuckets(t *testing.T) {
	s3test.Memory(t)
	b := bucketOf(t)
	b.put(ada)
	for _, one := range []struct{ args, want string }{
		{"s3://texts/some/place", "profiles in a bucket are named by"},
		{"--all s3://texts/some/place/profiles/ada", "profiles in a bucket are named by"},
		{"s3://texts/some/place/profiles/eve", "no profile found"},
		{"--all s3://nobucket/x", "there is no such bucket"},
		{"s3://texts/some/place/profiles/ada ada", "build takes one address of a bucket"},
		{"--dry-run s3://texts/some/place/profiles/ada", "build takes one address of a bucket"},
		{"s3://key:secret@texts/profiles/ada", "without keys"},
	} {
		if said := build(t, 2, strings.Fields(one.args)...); !strings.Contains(said, one.want) || strings.Contains(said, "secret") {
			t.Errorf("%s: %s", one.args, said)
		}
	}
}
