package profile

import (
	"path"
	"slices"
)

// Audience says for whom a prompt is composed.
type Audience int

// The audiences.
const (
	ForMain   Audience = iota
	ForChild           // an agent that another one started
	ForCron            // nobody: a schedule asks
	ForShared          // several people may read the answers
)

// seenBy returns the names of the files that an audience sees.
func seenBy(a Audience) []string {
	switch a {
	case ForChild:
		return []string{agentsMD, toolsMD}
	case ForCron:
		return []string{agentsMD, toolsMD, soulMD, identityMD, userMD}
	case ForShared:
		return []string{agentsMD, toolsMD, soulMD, identityMD, heartbeatMD, bootstrapMD, bootMD}
	}
	return append([]string{bootMD}, loaded...)
}

// For takes out what a workspace of another system does not show to an audience,
// as OpenClaw filters its files by the kind of a session. Profiles of ours are the
// same for all.
func (i *Identity) For(a Audience) {
	if i.Foreign.Kind == "" || a == ForMain {
		return
	}
	i.Own.Memory, i.Foreign.Notebook = File{Name: memoryMD, Tier: TierBuiltin}, nil
	i.Foreign.Files = slices.DeleteFunc(slices.Clone(i.Foreign.Files), func(f File) bool { return !slices.Contains(seenBy(a), path.Base(f.Name)) })
	if a == ForChild {
		i.Soul.Body, i.Soul.File.Found = "", true // not ours in its place either
		i.Persona, i.User = Persona{}, User{}
	}
}
