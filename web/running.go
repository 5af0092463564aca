package web

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

// Running is what the same user's next process has to know to be given a link by a
// page that is served already. It is kept where nobody else can read it.
type Running struct {
	Address  string `json:"address"` // such as http://127.0.0.1:7777
	Version  string `json:"version"` // of the program
	ReadOnly bool   `json:"read_only"`
	Key      []byte `json:"key"` // a secret of this process
}

// ErrGone is where no page that knows the key is at the address any more.
var ErrGone = errors.New("no page answers")

// Running returns what to keep of a page at an address.
func (p *Page) Running(address, version string) Running {
	return Running{Address: address, Version: version, ReadOnly: p.ReadOnly, Key: p.key}
}

// demand is what a process sends for a link, and grant the answer. Each shows by its
// proof that its sender knows the key, without sending it: another program may be at the address by now.
type (
	demand struct {
		Profile string `json:"profile"`
		Once    string `json:"once"` // a text that was never sent before
		Proof   []byte `json:"proof"`
	}
	grant struct {
		Link  string `json:"link"`
		Proof []byte `json:"proof"`
	}
)

// proof is a keyed digest (HMAC-SHA256) of lines.
func proof(key []byte, lines ...string) []byte {
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(strings.Join(lines, "\n")))
	return sum.Sum(nil)
}

// maxDemand and linkWait bound what is read, and how long an answer may take.
const (
	maxDemand = 4 << 10
	linkWait  = 3 * time.Second
)

// Link asks the page for a link to a profile, with "" to the list of all. The error is
// [ErrGone] where the page has ended.
func (r Running) Link(ctx context.Context, profile string) (string, error) {
	ctx, stop := context.WithTimeout(ctx, linkWait)
	defer stop()
	d := demand{Profile: profile, Once: rand.Text()}
	d.Proof = proof(r.Key, "demand", d.Once, d.Profile)
	body, err := json.Marshal(d)
	if err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.Address+"/open/link", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	answer, err := new(http.Transport).RoundTrip(req) // no proxy is asked for what is on this machine
	if err != nil {
		return "", errors.Join(ErrGone, err)
	}
	defer answer.Body.Close()
	var g grant
	if err := json.NewDecoder(io.LimitReader(answer.Body, maxDemand)).Decode(&g); err != nil {
		return "", errors.Join(ErrGone, err)
	}
	if !hmac.Equal(g.Proof, proof(r.Key, "grant", d.Once, g.Link)) {
		return "", ErrGone
	}
	return r.Address + g.Link, nil
}

// another gives a link to a process that knows the key.
func (p *Page) another(w http.ResponseWriter, r *http.Request) {
	var d demand
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxDemand)).Decode(&d)
	if err != nil || !hmac.Equal(d.Proof, proof(p.key, "demand", d.Once, d.Profile)) {
		http.Error(w, "not from the user of this server", http.StatusForbidden)
		return
	}
	private(w)
	w.Header().Set("Content-Type", "application/json")
	link := p.linkTo(d.Profile)
	_ = json.NewEncoder(w).Encode(grant{link, proof(p.key, "grant", d.Once, link)}) // who does not read it has gone
}
