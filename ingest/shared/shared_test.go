package shared_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/csv"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/ingest/shared"
	"github.com/seed353dc258/backstory/internal/objects"
)

// keyOf returns a key that signs, and what verifies it.
func keyOf(n byte) (sign func([]byte) ([]byte, error), public ed25519.PublicKey) {
	private := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, ed25519.SeedSize))
	return func(m []byte) ([]byte, error) { return []byte(hex.EncodeToString(ed25519.Sign(private, m))), nil }, private.Public().(ed25519.PublicKey)
}

var errUnlisted = errors.New("no listed key has signed it")

func trusting(keys ...byte) func(message, signature []byte) error {
	return func(message, signature []byte) error {
		raw, _ := hex.DecodeString(string(signature))
		for _, n := range keys {
			if _, public := keyOf(n); ed25519.Verify(public, message, raw) {
				return nil
			}
		}
		return errUnlisted
	}
}

func registry(t testing.TB) *converters.Registry {
	t.Helper()
	r, err := converters.NewRegistry(csv.New())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func chapter(text string) *ingest.Chapter {
	f := csv.New().Format()
	c := &ingest.Chapter{Text: text, Digest: sha256.Sum256([]byte(text)), NotePrefix: "abc123", Format: f.Name, Version: f.Version}
	c.Length, c.Coqui = int64(len(text)), (len(text)+3)/4
	return c
}

func source(n int) ingest.Key { return sha256.Sum256(fmt.Append(nil, "source ", n)) }

// open opens a cache that reads, and writes where it has a key.
func open(t testing.TB, store shared.Store, namespace string, write byte, trusted ...byte) *shared.Cache {
	t.Helper()
	s := shared.Settings{Store: store, Namespace: namespace, Registry: registry(t), Base: 3, Verify: trusting(trusted...)}
	if write != 0 {
		s.Sign, _ = keyOf(write)
	}
	c, err := shared.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// publish writes chapters of the given numbers.
func publish(t testing.TB, store shared.Store, namespace string, key byte, from, to int) {
	t.Helper()
	c := open(t, store, namespace, key, key)
	for i := from; i < to; i++ {
		c.Put(source(i), chapter(fmt.Sprint("text ", i)))
	}
	if err := c.Publish(); err != nil {
		t.Fatal(err)
	}
}

// found counts which chapters a reader gets, all of which have to be right.
func found(t testing.TB, c *shared.Cache, from, to int) (n int) {
	t.Helper()
	for i := from; i < to; i++ {
		got, ok := c.Get(source(i))
		if !ok {
			continue
		}
		if got.Text != fmt.Sprint("text ", i) {
			t.Fatalf("chapter %d is %q", i, got.Text)
		}
		n++
	}
	return n
}

func folder(t testing.TB) *objects.Folder {
	t.Helper()
	f, err := objects.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// stores are the places that a cache may be at.
func stores(t *testing.T) map[string]shared.Store {
	t.Helper()
	tokens, err := shared.ParseTokens("writer * a-very-long-token\n")
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(shared.Serve(folder(t), tokens, func(err error) { t.Error(err) }))
	t.Cleanup(server.Close)
	remote, err := shared.Dial(server.URL, "a-very-long-token")
	if err != nil {
		t.Fatal(err)
	}
	backend := s3mem.New()
	if err := backend.CreateBucket("texts"); err != nil {
		t.Fatal(err)
	}
	s3 := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(s3.Close)
	for name, value := range map[string]string{"AWS_ENDPOINT_URL_S3": s3.URL, "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "HOME": t.TempDir(), "AWS_PROFILE": ""} {
		t.Setenv(name, value)
	}
	bucket, err := objects.OpenS3("s3://texts/chapters", objects.Patience{Tries: 1})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]shared.Store{"a folder": folder(t), "a server": remote, "S3": bucket}
}

func TestOthersFindWhatWasPublished(t *testing.T) {
	for name, store := range stores(t) {
		t.Run(name, func(t *testing.T) { othersFind(t, store) })
	}
}

func othersFind(t *testing.T, store shared.Store) {
	publish(t, store, "team", 1, 0, 500)
	publish(t, store, "team", 1, 500, 600)
	c := open(t, store, "team", 0, 1)
	if n := found(t, c, 0, 1000); n != 600 {
		t.Errorf("%d of 600 are found", n)
	}
	if s, err := c.Stats(); s.Hits != 600 || s.Requests != 3 || s.Refused+s.Errors > 0 || err != nil {
		t.Errorf("%+v, %v", s, err)
	}
	state, err := c.State()
	if err != nil || state.Packs != 2 || state.Chapters != 600 || state.Unsigned+state.Old > 0 {
		t.Errorf("%+v, %v", state, err)
	}
	if n := found(t, open(t, store, "others", 0, 1), 0, 600); n != 0 {
		t.Errorf("another namespace has %d", n)
	}
}

// Writers at once lose nothing, and many small packs become few.
func TestManyWriters(t *testing.T) {
	store := folder(t)
	var all sync.WaitGroup
	for w := range 4 {
		all.Go(func() {
			for i := range 10 {
				publish(t, store, "team", 1, w*100+i*3, w*100+i*3+3)
			}
		})
	}
	all.Wait()
	publish(t, store, "team", 1, 1000, 1003)
	c := open(t, store, "team", 0, 1)
	if n := found(t, c, 0, 1100); n != 4*30+3 {
		t.Errorf("%d chapters", n)
	}
	if s, err := c.Stats(); s.Requests > 20 || err != nil {
		t.Errorf("%+v, %v", s, err)
	}
	packs, _, err := store.List(t.Context(), "team/packs/", "")
	if err != nil || len(packs) > 20 {
		t.Errorf("%d packs stay, %v", len(packs), err)
	}
}

func TestKeysRotate(t *testing.T) {
	store := folder(t)
	publish(t, store, "team", 1, 0, 10)
	publish(t, store, "team", 2, 10, 20)
	for _, one := range []struct {
		trusted []byte
		want    int
	}{{[]byte{1, 2}, 20}, {[]byte{1}, 10}, {[]byte{2}, 10}, {[]byte{3}, 0}, {nil, 0}} {
		if n := found(t, open(t, store, "team", 0, one.trusted...), 0, 20); n != one.want {
			t.Errorf("%v: %d, want %d", one.trusted, n, one.want)
		}
	}
}

// rewritten is a store whose objects somebody changes.
type rewritten struct {
	shared.Store
	change func(name string, content []byte) []byte
}

func (r *rewritten) Get(ctx context.Context, name string) (io.ReadCloser, objects.Info, error) {
	content, info, err := objects.Read(ctx, r.Store, name, 1<<30)
	if err != nil {
		return nil, info, err
	}
	content = r.change(name, bytes.Clone(content))
	info.Size = int64(len(content))
	return io.NopCloser(bytes.NewReader(content)), info, nil
}

// packs changes the packs of an index.
func packs(change func(pack map[string]any)) func(name string, content []byte) []byte {
	return func(name string, content []byte) []byte {
		var x struct {
			Version int              `json:"version"`
			Packs   []map[string]any `json:"packs"`
		}
		if !strings.HasSuffix(name, "/index") {
			return content
		}
		if err := json.Unmarshal(content, &x); err != nil {
			panic(err)
		}
		for i := range x.Packs {
			change(x.Packs[i])
		}
		out, _ := json.Marshal(x)
		return out
	}
}

// A thousand of each: nothing that was not signed by a listed key for this namespace, or is
// not what was signed, is taken, and none of it is an error.
func TestForgeriesAreMisses(t *testing.T) {
	store := folder(t)
	publish(t, store, "team", 1, 0, 1000)
	publish(t, store, "revoked", 2, 0, 1000)
	publish(t, store, "others", 1, 0, 1000)
	random := rand.New(rand.NewPCG(1, 2))
	same := func(_ string, content []byte) []byte { return content }
	var foreign map[string]any // a pack of another namespace, put in the place of ours
	index, _, err := objects.Read(t.Context(), store, "others/index", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	packs(func(p map[string]any) { foreign = p })("others/index", index)
	for name, one := range map[string]struct {
		namespace string
		change    func(name string, content []byte) []byte
		trusted   byte
	}{
		"a revoked key": {"revoked", same, 1},
		"forged by a stranger": {"team", packs(func(p map[string]any) {
			sign, _ := keyOf(9)
			sig, _ := sign([]byte("backstory shared pack 1\nnamespace team\npack " + p["digest"].(string) + "\nformats " + p["formats"].(string) + "\n"))
			p["signature"] = string(sig)
		}), 1},
		"without a signature": {"team", packs(func(p map[string]any) { p["signature"] = "" }), 1},
		"of other formats":    {"team", packs(func(p map[string]any) { p["formats"] = p["formats"].(string) + ", x 1" }), 1},
		"of an old version":   {"team", packs(func(p map[string]any) { p["formats"] = "csv 0" }), 1},
		"of another size":     {"team", packs(func(p map[string]any) { p["size"] = p["size"].(float64) + 1 }), 1},
		"flipped": {"team", func(name string, content []byte) []byte {
			if !strings.HasSuffix(name, "/index") {
				content[random.IntN(len(content))] ^= 1 << random.IntN(8)
			}
			return content
		}, 1},
		"cut off": {"team", func(name string, content []byte) []byte {
			if !strings.HasSuffix(name, "/index") {
				return content[:len(content)-1]
			}
			return content
		}, 1},
		"of another namespace": {"team", packs(func(p map[string]any) {
			for name, value := range foreign {
				if name != "keys" {
					p[name] = value
				}
			}
		}), 1},
	} {
		t.Run(name, func(t *testing.T) {
			var in shared.Store = &rewritten{store, one.change}
			if name == "of another namespace" {
				in = &rewritten{&moved{store}, one.change}
			}
			c := open(t, in, one.namespace, 0, one.trusted)
			if n := found(t, c, 0, 1000); n > 0 {
				t.Errorf("%d are taken", n)
			}
			if s, err := c.Stats(); err != nil || s.Errors > 0 || s.Hits > 0 || s.Refused == 0 && name != "of an old version" {
				t.Errorf("%+v, %v", s, err)
			}
		})
	}
}

// moved gives the packs of another namespace in the place of those that are asked for.
type moved struct{ shared.Store }

func (m *moved) Get(ctx context.Context, name string) (io.ReadCloser, objects.Info, error) {
	return m.Store.Get(ctx, strings.Replace(name, "team/packs", "others/packs", 1))
}

// A bit that is turned anywhere in index or pack costs a miss at most.
func TestFlippedBitsAreMisses(t *testing.T) {
	store := folder(t)
	publish(t, store, "team", 1, 0, 3)
	random := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		where := random.IntN(2) == 0
		c := open(t, &rewritten{store, func(name string, content []byte) []byte {
			if strings.HasSuffix(name, "/index") == where {
				content[random.IntN(len(content))] ^= 1 << random.IntN(8)
			}
			return content
		}}, "team", 0, 1)
		found(t, c, 0, 3) // those that are found are right
		c.Close()
	}
}
