package exchange

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/profile"
)

// Around is what the configuration of a system says of a workspace of it. The zero
// value is that of a workspace without one.
type Around struct {
	Kind     string            // of the system
	Files    []string          // further files that the system loads, by their names in the workspace
	Identity map[string]string // what IDENTITY.md leaves open
	User     map[string]string // what USER.md leaves open
	From     string            // the file that says these
	Notes    []Note            // limits, servers of tools
}

// ReadAround reads the configuration of a workspace, as it is read where a
// workspace is used in place. A folder that is none has none.
func ReadAround(dir string) Around {
	p, err := profile.Open(dir)
	if err != nil {
		return Around{}
	}
	defer p.Close()
	if p.System() == "" {
		return Around{}
	}
	identity, err := profile.Load(nil, p)
	if err != nil {
		return Around{}
	}
	const settings = "moltis.toml"
	a := Around{Kind: string(p.System()), Identity: map[string]string{}, User: map[string]string{}, From: settings}
	for _, f := range identity.Foreign.Files {
		if strings.Contains(f.Name, "/") {
			a.Files = append(a.Files, f.Name)
		}
	}
	said := func(from []string, key string) bool { return slices.Contains(from, key+": "+settings) } // by the configuration
	persona := &identity.Persona
	for _, b := range append([]profile.Being{{Key: "name", Value: persona.Name}, {Key: "emoji", Value: persona.Emoji}}, persona.Beings...) {
		if said(persona.From, b.Key) {
			a.Identity[b.Key] = b.Value
		}
	}
	user, _ := profile.UserOf(nil, p) // whose problems are those of a text that is imported
	for _, b := range []profile.Being{{Key: "name", Value: user.Name}, {Key: "address", Value: user.Address}, {Key: "timezone", Value: user.Zone}} {
		if said(user.From, b.Key) {
			a.User[b.Key] = b.Value
		}
	}
	for _, n := range identity.Foreign.Notes {
		if !strings.HasPrefix(n.Message, "is ") && !strings.HasPrefix(n.Message, "has headings") { // which are of files that an import takes otherwise
			a.Notes = append(a.Notes, Note{Fate: Lost, Place: n.File, Why: n.Message})
		}
	}
	return a
}
