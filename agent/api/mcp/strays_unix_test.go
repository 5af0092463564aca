//go:build unix

package mcp_test

import (
	"path/filepath"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/internal/straytest"
)

// TestStraysStopNoTool calls the tools where there are strays everywhere.
func TestStraysStopNoTool(t *testing.T) {
	if straytest.AsNobody(t) {
		return
	}
	site, c := offer(t, api.Read, api.Chat, api.Write)
	for _, folder := range []string{"profiles", "orgs", "skills", "roles", "memory", "users", "profiles/sky/skills", "profiles/sky/roles", "profiles/sky/memory", "profiles/sky/context", "profiles/sky/tools"} {
		straytest.Strew(t, filepath.Join(site.Dir, filepath.FromSlash(folder)))
	}
	for name, args := range map[string]map[string]any{
		"build": {"profile": "sky"}, "check": {"profile": "sky"}, "backstory_search": {"profile": "sky", "query": "Bergen"}, "backstory_outline": {"profile": "sky"},
		"backstory_read": {"profile": "sky"}, "profile_prompt": {"profile": "sky"}, "explain": {"profile": "sky", "text": "Bergen"},
		"profiles_list": nil, "convert": {"path": "notes/plan.csv"}, "memory_search": {"profile": "sky"},
	} {
		if text, failed := call(t, c, name, args, nil); failed {
			t.Errorf("%s: %s", name, text)
		}
	}
	for _, err := range []error{
		second(c.ListResources(t.Context(), &sdk.ListResourcesParams{})), second(c.ListPrompts(t.Context(), &sdk.ListPromptsParams{})),
		second(c.ListResourceTemplates(t.Context(), &sdk.ListResourceTemplatesParams{})),
	} {
		if err != nil {
			t.Error(err)
		}
	}
}

func second[T any](_ T, err error) error { return err }
