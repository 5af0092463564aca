package profile

import (
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
	preferences := ParsePreferences(content)
	for _, found := range preferences.Problems {
		switch found.Field {
		case "", "prompts", "prompts.labels", "prompts.labels.backstory":
			return preferences.Labels.Backstory, fmt.Errorf("%s: the label %q is used", found, preferences.BackstoryLabel())
		}
	}
	return preferences.Labels.Backstory, nil
}

// CleanLabel returns a label as one line without heading marks: white space
// collapsed, and what begins with "#", spaces and tabs cut off.
func CleanLabel(label string) string {
	return strings.TrimLeft(strings.Join(strings.Fields(label), " "), "# \t")
}
