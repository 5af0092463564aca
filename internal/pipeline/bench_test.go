//go:build linux

package pipeline_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/csv"
	"github.com/seed353dc258/backstory/converters/text"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// benchFiles is how many sources the benchmarks have, in folders of ten.
const benchFiles = 10_000

// manyFiles makes a profile with that many sources of a size in bytes.
func manyFiles(b *testing.B, n, size int) string {
	b.Helper()
	dir := b.TempDir()
	content := []byte(strings.Repeat("Some words of a source, with a number 12345.\n", size/45+1))[:size]
	for i := range n {
		folder := filepath.Join(dir, "backstory", fmt.Sprintf("d%05d", i/10))
		if i%10 == 0 {
			if err := os.MkdirAll(folder, 0o755); err != nil {
				b.Fatal(err)
			}
		}
		ext := "txt"
		if i%2 == 1 {
			ext = "csv"
		}
		copy(content, fmt.Sprintf("%08d", i))
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("f%05d.%s", i, ext)), content, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

func builder(b *testing.B) *pipeline.Builder {
	b.Helper()
	registry, err := converters.NewRegistry(text.New(), csv.New())
	if err != nil {
		b.Fatal(err)
	}
	cache := b.TempDir()
	built := &pipeline.Builder{
		Registry: registry, Index: filepath.Join(cache, "index"), Chapters: filepath.Join(cache, "chapters"),
		Lock: pipeline.Locking{Timeout: time.Minute},
	}
	built.Limits.Command = converters.Limits{}.With(converters.LimitFiles, 1e6).With(converters.LimitBackstory, 1e9).With(converters.LimitProfile, 1e10)
	return built
}

func build(b *testing.B, builder *pipeline.Builder, dir string) *pipeline.Report {
	b.Helper()
	p, err := profile.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	report, err := builder.Build(context.Background(), p)
	if err != nil {
		b.Fatal(err)
	}
	return report
}

// beside runs the least that a build has to do, what comes between if that is
// not nil, and the build in turn, and reports the medians and their ratio: what
// else a machine does hits both alike. On one that does much else the time of
// the processors says more than the time that passed; a build shares it among
// several.
func beside(b *testing.B, least, between, build func()) {
	var bare, ours [2][]float64
	timed := func(to *[2][]float64, f func()) {
		began, used := time.Now(), processors(b)
		f()
		to[0] = append(to[0], float64(time.Since(began).Microseconds())/1000)
		to[1] = append(to[1], float64((processors(b)-used).Microseconds())/1000)
	}
	for b.Loop() {
		timed(&bare, least)
		if between != nil {
			between()
		}
		timed(&ours, build)
	}
	for i, kind := range []string{"", "cpu-"} {
		low, high := median(bare[i]), median(ours[i])
		b.ReportMetric(low, "least-"+kind+"ms")
		b.ReportMetric(high, "build-"+kind+"ms")
		b.ReportMetric(high/low, kind+"ratio")
	}
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

// processors returns what this process took of them so far.
func processors(b *testing.B) time.Duration {
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkNoOp sets a build that has nothing to do beside a bare walk that
// describes every file, with two goroutines and nothing else.
func BenchmarkNoOp(b *testing.B) {
	for _, n := range []int{benchFiles, 10 * benchFiles} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dir := manyFiles(b, n, 4<<10)
			builder := builder(b)
			build(b, builder, dir)
			time.Sleep(2100 * time.Millisecond) // what was just written could change unseen
			build(b, builder, dir)
			status, done := gitStatus(b, dir)
			beside(b, func() {
				if found := bareWalk(b, filepath.Join(dir, "backstory")); found < n {
					b.Fatalf("%d files", found)
				}
			}, status, func() {
				if r := build(b, builder, dir); r.State != pipeline.StateCurrent || r.Manifest != nil {
					b.Fatalf("%s: not the short way", r.State)
				}
			})
			done()
		})
	}
}

// gitStatus makes a repository of a folder and returns what asks git once for
// its state, and what reports the median time of that. Without git both do
// nothing.
func gitStatus(b *testing.B, dir string) (status, done func()) {
	b.Helper()
	git := func(args ...string) {
		b.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=b", "-c", "user.email=b@localhost", "-c", "gc.auto=0"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	if _, err := exec.LookPath("git"); err != nil {
		b.Log("git is not installed: nothing is told of it")
		return func() {}, func() {}
	}
	git("init", "--quiet")
	git("add", ".")
	git("commit", "--quiet", "-m", "all")
	time.Sleep(2100 * time.Millisecond)
	git("status") // writes its index anew
	var times []float64
	return func() {
			began := time.Now()
			git("status", "--porcelain")
			times = append(times, float64(time.Since(began).Microseconds())/1000)
		}, func() {
			b.ReportMetric(median(times), "git-status-ms")
		}
}

// BenchmarkOneChange sets a build with one changed source beside the least
// that it has to do: copy and sync the output, hash it, encode the manifest.
func BenchmarkOneChange(b *testing.B) {
	dir := manyFiles(b, benchFiles, 4<<10)
	builder := builder(b)
	m := build(b, builder, dir).Manifest
	time.Sleep(2100 * time.Millisecond)
	build(b, builder, dir)
	n := 0
	change := func() {
		n++
		name := filepath.Join(dir, "backstory", "d00000", "f00000.txt")
		if err := os.WriteFile(name, fmt.Appendf(nil, "changed %d\n", n), 0o644); err != nil {
			b.Fatal(err)
		}
		time.Sleep(2100 * time.Millisecond)
	}
	beside(b, func() {
		output, err := os.ReadFile(filepath.Join(dir, "backstory.md"))
		if err != nil {
			b.Fatal(err)
		}
		sha256.Sum256(output)
		m.Encode(discover.Compare)
		writeSynced(b, filepath.Join(dir, "copy"), output)
	}, change, func() {
		if r := build(b, builder, dir); r.State != pipeline.StateBuilt {
			b.Fatal(r.State)
		}
	})
}

// BenchmarkCold sets a build that knows nothing beside walking, reading,
// hashing, and writing and syncing the same bytes.
func BenchmarkCold(b *testing.B) {
	for _, of := range []struct{ files, size int }{{benchFiles, 4 << 10}, {benchFiles / 10, 64 << 10}} {
		b.Run(fmt.Sprintf("%dx%dKiB", of.files, of.size>>10), func(b *testing.B) {
			dir := manyFiles(b, of.files, of.size)
			builder := builder(b)
			builder.Index, builder.Chapters = "", ""
			b.SetBytes(int64(of.files) * int64(of.size))
			beside(b, func() { readAndWrite(b, dir) }, nil, func() {
				os.Remove(filepath.Join(dir, "backstory.md"))
				os.Remove(filepath.Join(dir, ".backstory-manifest.json"))
				build(b, builder, dir)
			})
		})
	}
}

// readAndWrite walks, reads and hashes the sources, and writes their bytes.
func readAndWrite(b *testing.B, dir string) {
	b.Helper()
	var all bytes.Buffer
	err := filepath.WalkDir(filepath.Join(dir, "backstory"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		sha256.Sum256(content)
		all.Write(content)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	writeSynced(b, filepath.Join(dir, "copy"), all.Bytes())
}

func writeSynced(b *testing.B, name string, content []byte) {
	b.Helper()
	f, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := f.Write(content); err != nil {
		b.Fatal(err)
	}
	if err := f.Sync(); err != nil {
		b.Fatal(err)
	}
	f.Close()
}

// bareWalk describes every file below a folder and returns how many there are.
func bareWalk(b *testing.B, root string) int {
	b.Helper()
	fd, err := unix.Open(root, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		b.Fatal(err)
	}
	folders := names(b, fd)
	var next, count atomic.Int64
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(folders) {
					return
				}
				sub, err := unix.Openat(fd, folders[i], unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
				if err != nil {
					continue // the options file
				}
				for _, name := range names(b, sub) {
					var st unix.Stat_t
					if unix.Fstatat(sub, name, &st, unix.AT_SYMLINK_NOFOLLOW) == nil {
						count.Add(1)
					}
				}
				unix.Close(sub)
			}
		})
	}
	workers.Wait()
	unix.Close(fd)
	return int(count.Load())
}

func names(b *testing.B, fd int) []string {
	b.Helper()
	var out []string
	buf := make([]byte, 32<<10)
	for {
		n, err := unix.ReadDirent(fd, buf)
		if err != nil {
			b.Error(err)
			return out
		}
		if n <= 0 {
			return out
		}
		_, _, out = unix.ParseDirent(buf[:n], -1, out)
	}
}
