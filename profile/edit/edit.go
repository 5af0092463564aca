// Package edit changes files of a profile. Who changes any of them waits for who does already
// (change.go). The options file (backstory/.backstory.json) is changed as a person
// would: comments and other settings stay as they are (edit.go).
package edit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/lenient"
)

// Include returns the text of an options file in which a source is in the
// backstory, or is left out. Comments and other settings stay as they are.
func Include(content []byte, path string, include bool) ([]byte, error) {
	content, o, err := parse(content)
	if err != nil {
		return nil, err
	}
	if _, _, now := o.For(path); now == include {
		return content, nil
	}
	match := globQuoter().Replace(path)
	var changes []jsonChange
	for i := len(o.Sources) - 1; i >= 0; i-- { // rules that were made here, and say nothing else
		if s := o.Sources[i]; s.Match == match && s.Include != nil && bytes.Equal((&profile.Options{Sources: []profile.SourceOptions{{Match: match}}}).Canonical(), withoutInclude(s)) {
			changes = append(changes, jsonChange{Op: "remove", Path: fmt.Sprintf("/sources/%d", i)})
			o.Sources = append(o.Sources[:i:i], o.Sources[i+1:]...)
		}
	}
	if _, _, now := o.For(path); now != include {
		if o.Sources == nil {
			changes = append(changes, jsonChange{Op: "add", Path: "/sources", Value: []any{}})
		}
		changes = append(changes, jsonChange{Op: "add", Path: "/sources/-", Value: includeRule{match, include}})
	}
	return patched(content, changes)
}

// Limits returns the text of an options file in which each limit is at least as high as it is
// in raised; those that are not set there stay as they are.
func Limits(content []byte, raised converters.Limits) ([]byte, error) {
	isNew := len(bytes.TrimSpace(content)) == 0
	content, o, err := parse(content)
	if err != nil {
		return nil, err
	}
	v, err := hujson.Parse(lenient.UTF8(content))
	if err != nil {
		return nil, fmt.Errorf("invalid JSON: %w: it is left alone", err)
	}
	var changes []jsonChange
	for _, info := range converters.LimitTable() {
		if !raised.Has(info.Limit) || o.Limits.Has(info.Limit) && o.Limits.Get(info.Limit) >= raised.Get(info.Limit) {
			continue
		}
		if len(changes) == 0 && v.Find("/limits") == nil {
			changes = append(changes, jsonChange{Op: "add", Path: "/limits", Value: map[string]int64{}})
		}
		changes = append(changes, jsonChange{Op: "add", Path: "/limits/" + info.Name, Value: raised.Get(info.Limit)})
	}
	changed, err := patched(content, changes)
	if err == nil && isNew {
		return hujson.Format(changed)
	}
	return changed, err
}

// parse returns a file with its options; an empty one is made.
func parse(content []byte) ([]byte, profile.Options, error) {
	if len(bytes.TrimSpace(content)) == 0 {
		content = []byte("{}\n")
	}
	o, err := profile.ParseOptions(content)
	return content, o, err
}

// includeRule is a rule as it is written.
type includeRule struct {
	Match   string `json:"match"`
	Include bool   `json:"include"`
}

func withoutInclude(s profile.SourceOptions) []byte {
	s.Include = nil
	return (&profile.Options{Sources: []profile.SourceOptions{s}}).Canonical()
}

// globQuoter takes the meaning from what has one in a glob.
func globQuoter() *strings.Replacer {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`)
}

// jsonChange is a step of a JSON patch (RFC 6902).
type jsonChange struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value,omitempty"`
}

// patched changes JSON that people write, and leaves their comments.
func patched(content []byte, changes []jsonChange) ([]byte, error) {
	if len(changes) == 0 {
		return content, nil
	}
	v, err := hujson.Parse(lenient.UTF8(content))
	if err != nil {
		return nil, fmt.Errorf("invalid JSON: %w: it is left alone", err)
	}
	patch, err := json.Marshal(changes)
	if err != nil {
		return nil, err
	}
	if err := v.Patch(patch); err != nil {
		return nil, fmt.Errorf("changing it: %w", err)
	}
	layOut(&v)
	return v.Pack(), nil
}

// layOut gives the rules for sources, the last of which may be new, a line each.
func layOut(v *hujson.Value) {
	o, ok := v.Value.(*hujson.Object)
	if !ok {
		return
	}
	for i := range o.Members {
		m := &o.Members[i]
		list, ok := m.Value.Value.(*hujson.Array)
		if !ok || m.Name.Value.(hujson.Literal).String() != "sources" {
			continue
		}
		if len(m.Name.BeforeExtra) == 0 {
			m.Name.BeforeExtra, m.Value.BeforeExtra = hujson.Extra("\n  "), hujson.Extra(" ")
			if len(o.AfterExtra) == 0 {
				o.AfterExtra = hujson.Extra("\n")
			}
		}
		for j := range list.Elements {
			if e := &list.Elements[j]; len(e.BeforeExtra) == 0 {
				e.BeforeExtra = hujson.Extra("\n    ")
			}
		}
		if len(list.Elements) > 0 && len(list.AfterExtra) == 0 {
			list.AfterExtra = hujson.Extra("\n  ")
		}
	}
}
