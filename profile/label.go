package profile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// DefaultLabel is the heading of a backstory without a label of its own.
const DefaultLabel = "Backstory"

// Label returns the heading that preferences.json gives the backstory
// (prompts.labels.backstory), or "" where it gives none. Preferences are read
// leniently: a problem is returned beside the default and costs
// only what it concerns.
func (p *Profile) Label() (label string, problem error) {
	content, err := p.ReadFile(PreferencesFile, maxConfig)
	if err != nil || content == nil {
		return "", err
	}
	var preferences struct {
		Prompts struct {
			Labels struct {
				Backstory *json.RawMessage `json:"backstory"`
			} `json:"labels"`
		} `json:"prompts"`
	}
	if err := json.Unmarshal(bytes.TrimPrefix(content, []byte("\ufeff")), &preferences); err != nil {
		return "", fmt.Errorf("%s: %w: the label %q is used", PreferencesFile, err, DefaultLabel)
	}
	raw := preferences.Prompts.Labels.Backstory
	if raw == nil {
		return "", nil
	}
	if err := json.Unmarshal(*raw, &label); err != nil || CleanLabel(label) == "" {
		return "", fmt.Errorf("%s: prompts.labels.backstory: must be a non-empty string: the label %q is used", PreferencesFile, DefaultLabel)
	}
	return CleanLabel(label), nil
}

// CleanLabel returns a label as one line without heading marks: white space
// collapsed, and what begins with "#", spaces and tabs cut off.
func CleanLabel(label string) string {
	return strings.TrimLeft(strings.Join(strings.Fields(label), " "), "# \t")
}
