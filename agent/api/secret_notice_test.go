package api_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api/apitest"
)

// Who follows the first turn of a session is told that the prompt has a secret; nobody is
// told again.
func TestAPromptWithASecretIsTold(t *testing.T) {
	s := apitest.Serve(t, "", nil)
	key := "gh" + "p_aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY3zA5"
	apitest.Write(t, s.Dir, map[string]string{"profiles/caelum/soul.md": "You are Caelum. The token is " + key + ".\n"})
	c := s.As("chat")
	path := "/api/v2/sessions/" + c.Session("caelum") + "/messages"
	for turn, want := range []bool{true, false} {
		got := c.With("Accept", "text/event-stream").Send("POST", path, apitest.M{"text": "Who are you?"})
		told := ""
		for _, e := range apitest.ReadEvents(t, got.Body, nil) {
			if e.Name == "notice" {
				told += e.Data
			}
		}
		got.Body.Close()
		if strings.Contains(told, "section soul (github-pat)") != want || strings.Contains(told, key) {
			t.Errorf("turn %d: %s", turn, told)
		}
	}
}
