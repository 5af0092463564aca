package all

import (
	"context"
	"path"
	"strings"

	"github.com/seed353dc258/backstory/exchange"
)

// Guess returns the kinds that an input may be of: one where that is plain, none
// where nothing says so. A folder is known by its files; a file by its name, or
// by who can read it.
func Guess(ctx context.Context, r *exchange.Registry, in *exchange.Input) ([]string, error) {
	if in.Tree != nil || in.IsZip() {
		files, err := in.Files()
		if err != nil {
			return nil, err
		}
		if kinds := byFiles(files, in.Around.Kind); kinds != nil || in.Tree != nil {
			return kinds, nil
		}
	}
	switch name := strings.ToLower(in.Name); name {
	case "agents.md", "claude.md", "claude.local.md", ".cursorrules":
		return []string{"agents-md"}, nil
	}
	return readBy(ctx, r, in)
}

// byFiles says it of the files of a folder or a package. Around is the system of
// which the folder is a workspace, or empty.
func byFiles(files *exchange.Tree, around string) []string {
	has := func(names ...string) bool {
		for _, name := range names {
			if files.Has(name) || len(files.In(name).Entries) > 0 {
				return true
			}
		}
		return false
	}
	switch {
	case has("pack.json"):
		return []string{"pack"}
	case has("nakama-profile-export.json"):
		return []string{"nakama"}
	case has("SKILL.md"):
		return []string{"skill"}
	case around != "":
		return []string{around}
	case has("SOUL.md") && has("knowledge-base", "examples", "memory-archive", "STYLE.md", "INSTRUCTIONS.md"):
		return []string{"tinyclaw", "nakama"} // whose folders are alike
	case has("soul.md"):
		return []string{"coqui"}
	case has("AGENTS.md", "CLAUDE.md") && !has("SOUL.md", "IDENTITY.md"):
		return []string{"agents-md"}
	case has("channels.json") && has("users.json"):
		return []string{"chats"}
	}
	return nil
}

// readBy returns the kinds whose files have a form of their own and that read the
// input.
func readBy(ctx context.Context, r *exchange.Registry, in *exchange.Input) (kinds []string, err error) {
	for _, kind := range []string{"card", "lorebook", "letta", "claude-agent", "chats"} {
		reader, ok := r.Reader(kind)
		if !ok || kind == "claude-agent" && path.Ext(strings.ToLower(in.Name)) != ".md" {
			continue
		}
		if _, err := exchange.Preview(ctx, reader, in); err == nil {
			kinds = append(kinds, kind)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return kinds, nil
}
