package chat_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/model/modeltest"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
)

// TestAModelsAnswerHasItsSources has a model say what a document says, in other words, and
// what none says. The model is sent its own words again.
func TestAModelsAnswerHasItsSources(t *testing.T) {
	const said = "Every month 950 euros of rent go to Krause Holding. The deposit of 2,850 euros was paid in cash.\n\nThe lamp was lit by Ida.\n"
	fake := modeltest.New(t, func(a *modeltest.Ask) modeltest.Reply { return modeltest.Says(said) })
	dir := t.TempDir()
	cmdtest.WriteFiles(t, dir, map[string]string{
		"Papers/lease.md":               "# Lease\n\nThe rent is 950 euros a month, payable to Krause Holding.\n",
		"Papers/log.md":                 "# Log\n\nThe lamp was lit by Ida.\n",
		".config/backstory/config.json": fmt.Sprintf(`{"model": "here/m", "providers": {"here": {"type": "openai-compatible", "base_url": %q, "window": 60000}}}`, fake.Base()),
	})
	run := func(args ...string) string {
		cmd := exec.Command("backstory", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), cmdtest.HomeEnv(dir)...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	const want = `Every month 950 euros of rent go to Krause Holding. [1] The deposit of 2,850 euros was paid in cash.

The lamp was lit by Ida. [2]

[1] /lease.md, line 3
[2] /log.md, line 3

Not found in your documents: “The deposit of 2,850 euros was paid in cash.”
`
	if got := run("ask", "Papers", "What is the rent?"); got != want {
		t.Errorf("the answer is\n%s", got)
	}
	var got struct {
		Answer  string `json:"answer"`
		Sources []struct {
			Path, Place string
			Mark        int
		} `json:"sources"`
		NotFound []struct{ Text string } `json:"not_found"`
	}
	if err := json.Unmarshal([]byte(run("ask", "-c", "--json", "Papers", "And the lamp?")), &got); err != nil {
		t.Fatal(err)
	}
	if strings.TrimSpace(got.Answer) != strings.TrimSpace(said) || len(got.Sources) != 2 || got.Sources[0].Mark != 1 || got.Sources[1].Path != "/log.md" || !strings.HasPrefix(got.Sources[0].Place, "line 3") ||
		len(got.NotFound) != 1 || !strings.HasPrefix(got.NotFound[0].Text, "The deposit") {
		t.Errorf("the answer is %+v", got)
	}
	asks := fake.Asks()
	last := asks[len(asks)-1]
	if !strings.Contains(string(last.Body), "Krause Holding. The deposit") || strings.Contains(string(last.Body), "Holding. [1]") {
		t.Errorf("the model was sent %s", last.Body)
	}
}
