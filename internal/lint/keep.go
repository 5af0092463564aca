package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"

	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/ingest"
)

// Keep keeps findings between runs. What it returns may be old: each is checked.
type Keep interface {
	Get(target string) []byte
	Put(target string, text []byte)
}

// kept are the findings of a target, by the state of its sources.
type kept struct {
	Key      string        `json:"key"`
	Findings []keptFinding `json:"findings"`
	Allows   []Allow       `json:"allows,omitempty"`
}

type keptFinding struct {
	Source int `json:"source"`
	Finding
	Context string `json:"context,omitempty"`
}

// keyOf returns the key of the findings of sources: their digests, the rules and the
// formats; "" where a source is not known to be as it was.
func (r *run) keyOf(list []ingest.Source) string {
	if r.Keep == nil || r.Counts != nil {
		return ""
	}
	sum := sha256.New()
	fmt.Fprintln(sum, revision, markdown.Revision, len(list), r.target.Own)
	for _, f := range r.Registry.Formats() {
		fmt.Fprintln(sum, f.Name, f.Version)
	}
	terms := map[*ingest.Terms]string{}
	for i := range list {
		if list[i].HashOnly {
			continue
		}
		digest, ok := r.digestOf(&list[i])
		if !ok {
			return ""
		}
		sum.Write(digest[:])
		allows := r.target.Allows != nil && r.target.Allows(list[i].Path)
		fmt.Fprintf(sum, "%d%s %t\n%s\n", i, list[i].Path, allows, termsOf(terms, list[i].Terms))
	}
	return hexOf(sum)
}

// digestOf returns the digest of a source, if it is known. Those of the owner are few: they
// are read.
func (r *run) digestOf(s *ingest.Source) (digest [sha256.Size]byte, ok bool) {
	if s.Known != nil {
		return s.Known.Raw, true
	}
	if !r.target.Own || r.target.Open == nil {
		return digest, false
	}
	f, err := r.target.Open(s.Path)
	if err != nil {
		return digest, false
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return [sha256.Size]byte(sum.Sum(nil)), err == nil
}

// keptAs returns what the findings are kept as.
func (r *run) keptAs() string {
	if len(r.sources) == 0 {
		return ""
	}
	return fmt.Sprint(r.target.Name(r.sources[0].path), "\x00", r.target.Own)
}

// termsOf returns the terms of a source as a text, which many sources share.
func termsOf(known map[*ingest.Terms]string, t *ingest.Terms) string {
	text, ok := known[t]
	if !ok {
		text = "none"
		if raw, err := json.Marshal(t); err == nil {
			text = string(raw)
		}
		known[t] = text
	}
	return text
}

func hexOf(sum hash.Hash) string { return hex.EncodeToString(sum.Sum(nil)) }

// load takes the findings that are kept, if they are of this key.
func (r *run) load(key string) bool {
	var k kept
	if key == "" || json.Unmarshal(r.Keep.Get(r.keptAs()), &k) != nil || k.Key != key {
		return false
	}
	at := map[int]*source{}
	for _, s := range r.sources {
		at[s.index] = s
	}
	r.allows = k.Allows
	for _, f := range k.Findings {
		s := at[f.Source]
		if s == nil {
			return false
		}
		f.File, f.context, f.own = r.target.Name(s.path), f.Context, r.target.Own
		s.findings = append(s.findings, f.Finding)
	}
	return true
}

// save keeps the findings.
func (r *run) save(key string) {
	if key == "" {
		return
	}
	k := kept{Key: key, Allows: r.allows}
	for _, s := range r.sources {
		for _, f := range s.findings {
			k.Findings = append(k.Findings, keptFinding{s.index, f, f.context})
		}
	}
	if text, err := json.Marshal(k); err == nil {
		r.Keep.Put(r.keptAs(), text)
	}
}
