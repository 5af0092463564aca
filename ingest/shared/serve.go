package shared

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/internal/objects"
)

// maxBody is how large a pack may be that a server takes, in bytes.
const maxBody = 128 << 20

// Tokens say who may do what on a server.
type Tokens struct{ list []grant }

type grant struct {
	digest    string // of the token
	namespace string // * is every one
	writes    bool
}

// minToken is how long a token has to be, in bytes.
const minToken = 16

// ParseTokens reads lines of "reader NAMESPACE TOKEN" or "writer NAMESPACE TOKEN"; * is every
// namespace. A writer reads, too.
func ParseTokens(text string) (*Tokens, error) {
	out := &Tokens{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if len(words) != 3 || words[0] != "reader" && words[0] != "writer" || words[1] != "*" && CheckNamespace(words[1]) != nil {
			return nil, fmt.Errorf("line %d is not reader or writer, a namespace or *, and a token", number) // the token is not shown
		}
		if len(words[2]) < minToken {
			return nil, fmt.Errorf("line %d: a token has %d characters or more", number, minToken)
		}
		out.list = append(out.list, grant{digestOf(words[2]), words[1], words[0] == "writer"})
	}
	if len(out.list) == 0 {
		return nil, errors.New("it has no token: write lines such as reader team TOKEN")
	}
	return out, nil
}

// allow reports whether a request may read, or write, a namespace; known says whether its token
// is any at all.
func (t *Tokens) allow(r *http.Request, namespace string, writes bool) (known, ok bool) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	digest := digestOf(token) // comparing digests tells nothing of a token
	for _, g := range t.list {
		if g.digest != digest {
			continue
		}
		known = true
		if (g.namespace == "*" || g.namespace == namespace) && (g.writes || !writes) {
			return true, true
		}
	}
	return known, false
}

// Serve returns a server of a folder. Packs are named by their digests and never replaced; an
// index is replaced by who names the one before it. A fault of the folder, which clients
// are not told of, goes to tell.
func Serve(folder *objects.Folder, tokens *Tokens, tell func(error)) http.Handler {
	s := &server{folder, tokens, tell}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/{namespace}/index", s.only(false, s.get))
	mux.HandleFunc("PUT /v1/{namespace}/index", s.only(true, s.putIndex))
	mux.HandleFunc("GET /v1/{namespace}/packs/{digest}", s.only(false, s.get))
	mux.HandleFunc("PUT /v1/{namespace}/packs/{digest}", s.only(true, s.putPack))
	mux.HandleFunc("DELETE /v1/{namespace}/packs/{digest}", s.only(true, s.deletePack))
	return mux
}

type server struct {
	folder *objects.Folder
	tokens *Tokens
	tell   func(error)
}

// only lets those in who may read, or write, the namespace.
func (s *server) only(writes bool, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		namespace := r.PathValue("namespace")
		known, ok := s.tokens.allow(r, namespace, writes)
		digest := r.PathValue("digest")
		sum, err := hex.DecodeString(digest)
		switch {
		case !known:
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "give a token", http.StatusUnauthorized)
		case !ok:
			http.Error(w, "the token is not for that", http.StatusForbidden)
		case CheckNamespace(namespace) != nil, digest != "" && (err != nil || len(sum) != sha256.Size || digest != strings.ToLower(digest)):
			http.NotFound(w, r)
		default:
			w.Header().Set("Cache-Control", "no-store")
			w.Header().Set("X-Content-Type-Options", "nosniff")
			next(w, r)
		}
	}
}

func nameOf(r *http.Request) string { return strings.TrimPrefix(r.URL.Path, "/v1/") }

func (s *server) get(w http.ResponseWriter, r *http.Request) {
	content, info, err := s.folder.Get(r.Context(), nameOf(r))
	if err != nil {
		s.fail(w, err)
		return
	}
	defer content.Close()
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.FormatInt(info.Size, 10))
	w.Header().Set("ETag", `"`+info.Tag+`"`)
	_, _ = io.Copy(w, content) // the client sees what is missing
}

// fail answers an error of the store, and tells of one that is nobody's request.
func (s *server) fail(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	switch {
	case errors.Is(err, objects.ErrNotFound):
		status = http.StatusNotFound
	case errors.Is(err, objects.ErrExists), errors.Is(err, objects.ErrChanged):
		status = http.StatusPreconditionFailed
	default:
		s.tell(err)
	}
	http.Error(w, http.StatusText(status), status)
}

// putIndex replaces the index that the request names.
func (s *server) putIndex(w http.ResponseWriter, r *http.Request) {
	when := objects.Condition{New: r.Header.Get("If-None-Match") == "*", Tag: strings.Trim(r.Header.Get("If-Match"), `"`)}
	if when == (objects.Condition{}) {
		http.Error(w, "an index is replaced with If-Match, or made with If-None-Match: *", http.StatusPreconditionRequired)
		return
	}
	content, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxIndex))
	if err == nil {
		_, err = parseIndex(content)
	}
	if err != nil {
		http.Error(w, "it is not an index", http.StatusBadRequest)
		return
	}
	s.put(w, r, bytes.NewReader(content), when)
}

func (s *server) put(w http.ResponseWriter, r *http.Request, content io.ReadSeeker, when objects.Condition) {
	tag, err := s.folder.Put(r.Context(), nameOf(r), content, when)
	if err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("ETag", `"`+tag+`"`)
	w.WriteHeader(http.StatusCreated)
}

// putPack keeps a pack that has the digest of its name.
func (s *server) putPack(w http.ResponseWriter, r *http.Request) {
	f, err := os.CreateTemp("", "backstory-shared-*")
	if err != nil {
		s.fail(w, err)
		return
	}
	defer os.Remove(f.Name())
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(f, sum), http.MaxBytesReader(w, r.Body, maxBody)); err != nil {
		http.Error(w, "the pack was cut off, or is too large", http.StatusBadRequest)
		return
	}
	if hex.EncodeToString(sum.Sum(nil)) != r.PathValue("digest") {
		http.Error(w, "the pack has another digest", http.StatusBadRequest)
		return
	}
	s.put(w, r, f, objects.Condition{New: true})
}

// deletePack removes a pack that the index does not list any more.
func (s *server) deletePack(w http.ResponseWriter, r *http.Request) {
	x := &index{}
	content, _, err := objects.Read(r.Context(), s.folder, r.PathValue("namespace")+"/"+indexName, maxIndex)
	if err == nil {
		x, err = parseIndex(content)
	}
	if err != nil && !errors.Is(err, objects.ErrNotFound) {
		s.fail(w, err)
		return
	}
	for i := range x.Packs {
		if x.Packs[i].Digest == r.PathValue("digest") {
			http.Error(w, "the index lists it", http.StatusConflict)
			return
		}
	}
	if err := s.folder.Delete(context.WithoutCancel(r.Context()), nameOf(r)); err != nil {
		s.fail(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
