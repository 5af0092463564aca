package web_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/web"
)

// A report goes to other people: no secret is in it, wherever it is, and nothing that
// is remembered. The keys are made here.
func TestAReportHasNoSecretAndNoMemory(t *testing.T) {
	token := "gh" + "p_" + "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY3zA5"
	const inside = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ"
	pem := "-----BEGIN " + "PRIVATE KEY-----" + strings.Repeat("\n"+inside, 3) + "\n-----END " + "PRIVATE KEY-----\n"
	s := apitest.ServeFiles(t, map[string]string{
		"profiles/caelum/soul.md":                             "You are Caelum. " + token + "\n",
		"profiles/caelum/backstory/keys.md":                   "# Keys\n\n```\n" + pem + "```\n\nBelow it: " + strings.Replace(token, "_", `\_`, 1) + "\n",
		"profiles/caelum/backstory/heading.html":              "<h2>Use " + token + "</h2><p>Said below.</p>",
		"profiles/caelum/backstory/" + token + "-of-mine.txt": "The name has it.\n",
		"profiles/caelum/backstory/" + token + "/broken.docx": "no archive",
	}, "", func(*api.Settings) {})
	sc, err := s.Server.Speaking(api.Own(t.Context(), api.Read), "caelum")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Server.Store().SaveMemory(t.Context(), sc, store.Memory{Text: "The lamp needs oil.", Confidence: 1}); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := web.Report(t.Context(), s.Server, "caelum", &b); err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{token, token[4:], inside, "The lamp needs oil."} {
		if at := strings.Index(b.String(), gone); at >= 0 {
			t.Errorf("the report has %q: …%s", gone, b.String()[max(0, at-200):at])
		}
	}
	for _, there := range []string{"Below it: [secret: github-pat]", "Said below.", "The name has it.", "[secret: github-pat]", "[secret: private-key]", "Memories"} {
		if !strings.Contains(b.String(), there) {
			t.Errorf("the report does not have %q", there)
		}
	}
}
