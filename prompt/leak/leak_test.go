package leak_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
	"github.com/seed353dc258/backstory/prompt/leak"
)

// TestTextsWithSecretsAreNamed: documents that a build warned of, by the manifest, and the
// owner's texts, which no build reads.
func TestTextsWithSecretsAreNamed(t *testing.T) {
	var text strings.Builder
	w := compose.NewWriter(&text, "Backstory")
	m := manifest.New()
	m.Label = "Backstory"
	for _, c := range []compose.Chapter{{Path: "a.md", Text: "the key"}, {Path: "b.md", Text: "no key"}} {
		part, err := w.Add(c)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256([]byte(c.Text))
		m.Files = append(m.Files, manifest.Entry{Path: part.Path, Status: manifest.StatusOK, Chapter: manifest.Chapter{Length: part.Length, Digest: hex.EncodeToString(sum[:])}})
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	m.Files[0].Warnings = []manifest.Warning{{Code: "secret", Count: 2, Message: "text reads like a secret and was kept: github-pat"}}
	backstory := profile.File{Path: "backstory.md", Found: true, Text: text.String()}
	soul := func(text string) profile.Soul {
		return profile.Soul{File: profile.File{Path: "soul.md", Found: true, Text: text}, Body: text}
	}
	for want, i := range map[string]*profile.Identity{
		"": {Name: "ada", Soul: soul("I am calm.")},
		": section soul (github-pat); backstory lint":                                                      {Name: "ada", Soul: soul("Use gh" + "p_aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY3zA5.")},
		"text that reads like a secret may go to the model: /a.md (github-pat); backstory lint says where": {Name: "ada", Backstory: backstory, Manifest: m.Encode(strings.Compare)},
	} {
		e, err := prompt.Compose(prompt.Inputs{Identity: i})
		if err != nil {
			t.Fatal(err)
		}
		if got := leak.Line(e); !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%q, want %q\n%s", got, want, e.System)
		}
	}
}
