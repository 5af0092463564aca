package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"slices"

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
	Sources  []string      `json:"sources"`
	Findings []keptFinding `json:"findings"`
	Allows   []Allow       `json:"allows,omitempty"`
}

type keptFinding struct {
	Source int `json:"source"` // by its number
	Finding
	Context string `json:"context,omitempty"`
}

// keyOf returns the key of the findings of sources: their state, or the content of those
// of the owner, which are few; the rules and the formats. It is "" where a source is not known to be as it
// was.
func (r *run) keyOf(state string, list []ingest.Source) string {
	if r.Keep == nil || r.Counts != nil || state == "" && !r.target.Own {
		return ""
	}
	sum := sha256.New()
	fmt.Fprintln(sum, revision, markdown.Revision, state, r.target.Own)
	for _, f := range r.Registry.Formats() {
		fmt.Fprintln(sum, f.Name, f.Version)
	}
	terms := map[*ingest.Terms]string{}
	for i := range list {
		s := &list[i]
		if state != "" || s.HashOnly {
			continue
		}
		if r.isMade(s.Path) {
			fmt.Fprintln(sum, "made")
		} else if !r.read(sum, s.Path) {
			return ""
		}
		allows := r.target.Allows != nil && r.target.Allows(s.Path)
		fmt.Fprintf(sum, "%d%s %t\n%s\n", i, s.Path, allows, termsOf(terms, s.Terms))
	}
	return hexOf(sum)
}

// read writes a source to w, and reports whether all of it could be read.
func (r *run) read(w io.Writer, path string) bool {
	f, err := r.target.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	n, err := io.Copy(w, f)
	fmt.Fprintln(w, n)
	return err == nil
}

// keptAs returns what the findings are kept as: by the folder, or by the first file of
// the owner's.
func (r *run) keptAs() string {
	name := r.target.Name("")
	if r.target.Own && len(r.sources) > 0 {
		name = r.sources[0].path
	}
	return fmt.Sprint(name, "\x00", r.target.Own)
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
	if slices.ContainsFunc(k.Findings, func(f keptFinding) bool { return f.Source < 0 || f.Source >= len(k.Sources) }) {
		return false
	}
	r.sources = make([]*source, len(k.Sources))
	for i, path := range k.Sources {
		r.sources[i] = &source{run: r, path: path}
	}
	r.allows = k.Allows
	for _, f := range k.Findings {
		s := r.sources[f.Source]
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
	for i, s := range r.sources {
		k.Sources = append(k.Sources, s.path)
		for _, f := range s.findings {
			k.Findings = append(k.Findings, keptFinding{i, f, f.context})
		}
	}
	if text, err := json.Marshal(k); err == nil {
		r.Keep.Put(r.keptAs(), text)
	}
}
