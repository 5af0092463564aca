package profile

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/tailscale/hujson"

	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/profile/lenient"
)

// SetDefault makes a profile the one that a session without a name begins
// with, in backstory.json; "" takes the setting away. Comments and other
// settings stay as they are. A file that cannot be read as one is an error and
// is left alone.
func (w *Workspace) SetDefault(name string) error {
	if name != "" {
		folder, err := w.Folder(name)
		if err != nil {
			return err
		}
		name = RoleKey(folder)
	}
	content, err := readFile(w.Root, ConfigFile, maxConfig)
	if err != nil {
		return err
	}
	other, err := readFile(w.Root, OpenClawFile, maxConfig)
	if err != nil {
		return err
	}
	others, _ := ParseConfig(OpenClawFile, other)
	var value json.RawMessage // none: the field goes
	switch {
	case name != "":
		value, _ = json.Marshal(name) // which a text can be
	case others.Profile != "": // which is not ours to change
		value = json.RawMessage("null")
	}
	changed, err := withDefault(content, value)
	if err != nil {
		return fmt.Errorf("%s: %w", ConfigFile, err)
	}
	if !bytes.Equal(changed, content) {
		if err := atomicfile.Write(atomicfile.In(w.Root), atomicfile.Bytes(ConfigFile, changed)); err != nil {
			return err
		}
	}
	w.Config, w.Problems = Config{}, nil
	w.configure()
	return nil
}

// withDefault returns a configuration whose default profile is a value, or does not
// say one.
func withDefault(content []byte, value json.RawMessage) ([]byte, error) {
	if len(bytes.TrimSpace(content)) == 0 {
		if value == nil {
			return content, nil
		}
		content = []byte("{}\n")
	}
	if err := lenient.FewBrackets(content); err != nil {
		return nil, err
	}
	v, err := hujson.Parse(content)
	if err != nil {
		return nil, fmt.Errorf("invalid JSON: %w: it is left alone", err)
	}
	type change struct {
		Op    string `json:"op"`
		Path  string `json:"path"`
		Value any    `json:"value,omitempty"`
	}
	var changes []change
	const agents, defaults, at = "/agents", "/agents/defaults", "/agents/defaults/profile"
	if value == nil {
		for _, old := range []string{at, defaults + "/persona"} {
			if v.Find(old) != nil {
				changes = append(changes, change{Op: "remove", Path: old})
			}
		}
	} else {
		for _, parent := range []string{agents, defaults} {
			if v.Find(parent) == nil {
				changes = append(changes, change{Op: "add", Path: parent, Value: map[string]string{}})
			}
		}
		changes = append(changes, change{Op: "add", Path: at, Value: value})
	}
	if len(changes) == 0 {
		return content, nil
	}
	patch, err := json.Marshal(changes)
	if err != nil {
		return nil, err
	}
	if err := v.Patch(patch); err != nil {
		return nil, fmt.Errorf("setting the profile: %w", err)
	}
	return v.Pack(), nil
}
