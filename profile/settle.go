package profile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// seeds are the files that a workspace of OpenClaw begins with, as far as they are
// not there: what is to be written in them, in comments and lines without a value.
var seeds = []struct {
	name, text string
	once       bool // not made again when the first start is over
}{
	{agentsMD, "# AGENTS.md\n", false},
	{toolsMD, "# TOOLS.md\n\n<!-- Notes on the tools of this machine. They inform, and give no tool. -->\n", false},
	{identityMD, "# IDENTITY.md\n\n- **Name:**\n- **Creature:**\n- **Vibe:**\n- **Emoji:**\n", true},
	{userMD, "# USER.md\n\n- **Name:**\n- **What to call them:**\n- **Timezone:**\n- **Notes:**\n", true},
	{heartbeatMD, "# HEARTBEAT.md\n\n<!-- What to look after from time to time. -->\n", true},
}

// Seed makes the files that the system of a workspace has there when it begins:
// OpenClaw's that are missing, and Moltis' SOUL.md. A file that is there is left
// alone. It returns what was made, which is some of it where there is an error.
func (p *Profile) Seed(soul string) (made []string, err error) {
	begun := p.begun()
	add := func(name, text string) error {
		f, err := p.Root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			return nil
		}
		if err == nil {
			_, err = f.WriteString(text)
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			return fmt.Errorf("making %s: %w", name, err)
		}
		made = append(made, name)
		return nil
	}
	if !begun && !p.foreign(&reader{}, soulMD).Found {
		if err := add(soulMD, soul); err != nil {
			return made, err
		}
	}
	for _, s := range seeds {
		if p.system != OpenClaw || s.once && begun {
			continue
		}
		if err := add(s.name, s.text); err != nil {
			return made, err
		}
	}
	return made, nil
}

// Begin moves the BOOTSTRAP.md of a workspace that was taken over to our folder in
// it, when the first start is over, and reports whether it did.
func (p *Profile) Begin() (bool, error) {
	if p.system != OpenClaw || p.Writable() != nil || !p.begun() {
		return false, nil
	}
	err := p.Root.Rename(bootstrapMD, path.Join(stateFolder, bootstrapMD))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("moving %s to %s: %w", bootstrapMD, stateFolder, err)
	}
	return true, nil
}

// begun reports whether the first start of a workspace is over: there are a name
// and a soul.
func (p *Profile) begun() bool {
	r := &reader{}
	persona := r.persona(p.foreign(r, identityMD))
	return persona.Name != "" && p.foreign(r, soulMD).Found
}
