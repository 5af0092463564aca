package openai_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/openai"
	"github.com/seed353dc258/backstory/internal/worker"
	"github.com/seed353dc258/backstory/internal/worker/workertest"
)

// deck is a presentation of two slides.
func deck(t *testing.T) string {
	t.Helper()
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, part := range [][2]string{
		{"mimetype", "application/vnd.oasis.opendocument.presentation"},
		{"content.xml", `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0">
<office:body><office:presentation>` + slide(1, "The first slide says nothing.") + slide(2, "The harbour of Skarv has four quays.") + `
</office:presentation></office:body></office:document-content>`},
	} {
		f, err := w.Create(part[0])
		if err == nil {
			_, err = f.Write([]byte(part[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}

func slide(n int, text string) string {
	return fmt.Sprintf(`
<draw:page draw:name="page%d"><draw:frame svg:x="2cm" svg:y="6cm" svg:width="20cm" svg:height="2cm"><draw:text-box><text:p>%s</text:p></draw:text-box></draw:frame></draw:page>`, n, text)
}

// placed is a workspace whose agent quotes a text, a table and a presentation.
func placed(t *testing.T) *apitest.Site {
	return apitest.ServeFiles(t, map[string]string{
		"profiles/caelum/soul.md":             "You are Caelum.\n",
		"profiles/caelum/backstory/a.md":      "# Intro\n\nOne line that is long enough.\n\n## House\n\nCaelum lives in a house by the sea.\n",
		"profiles/caelum/backstory/b.csv":     "place,what,when\nSkarv,a lamp of brass and glass,1891\nTana,a chair of old oak,1902\n",
		"profiles/caelum/backstory/sub/c.odp": deck(t),
	}, `
rules:
  - match: '[\s\S]*'
    reply: [{text: "Caelum lives in a house by the sea.\n|Tana|a chair of old oak|1902|\nThe harbour of Skarv has four quays.\nNobody has ever written this line anywhere."}]
`, func(s *api.Settings) {
		s.Rooms = []func(*api.Server){func(s *api.Server) { openai.Routes(door.New(s, door.Options{})) }}
	})
}

// TestPlaces is HA-20: an annotation has the path of its source, and the lines,
// rows or slide of the quote, as far as they are known and no further.
func TestPlaces(t *testing.T) {
	c := placed(t).As("chat")
	span := func(first, last float64) m { return m{"first": first, "last": last} }
	want := []m{
		{"path": "/a.md", "place": "line 7", "lines": span(7, 7)},
		{"path": "/b.csv", "place": "row 3, line 3", "rows": span(3, 3), "lines": span(3, 3)},
		{"path": "/sub/c.odp", "place": "slide 2, shape without a name", "slide": 2.0},
	}
	completion := c.Must(200, "POST", chat, talk(says("user", "Where?"))).Get("choices.0.message.annotations").([]any)
	response := c.Must(200, "POST", "/v1/responses", m{"model": "caelum", "input": "Where?"})
	again := c.Must(200, "GET", "/v1/responses/"+response.Text("id"), nil)
	for name, got := range map[string][]any{
		"completion": completion,
		"response":   response.Get("output.0.content.0.annotations").([]any),
		"again":      again.Get("output.0.content.0.annotations").([]any),
	} {
		if len(got) != len(want) {
			t.Errorf("%s: %d annotations: %v", name, len(got), got)
			continue
		}
		for i := range want {
			one := got[i].(m)
			if inner, ok := one["url_citation"].(m); ok {
				one = inner
			}
			for _, key := range []string{"path", "place", "page", "slide", "rows", "lines"} {
				if !reflect.DeepEqual(one[key], want[i][key]) {
					t.Errorf("%s: %s of %v is %v, want %v", name, key, want[i]["path"], one[key], want[i][key])
				}
			}
		}
	}
}

// TestPlacesOfChangedSources quotes sources that changed after the build: what
// was read still is what is quoted, but the place could be another one.
func TestPlacesOfChangedSources(t *testing.T) {
	s := placed(t)
	path := filepath.Join(s.Dir, "profiles", "caelum", "backstory", "a.md")
	if err := os.WriteFile(path, []byte("# Intro\n\nCaelum lives in a house by the sea.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got := s.As("chat").Must(200, "POST", chat, talk(says("user", "Where?")))
	first, second := got.Get("choices.0.message.annotations.0.url_citation").(m), got.Get("choices.0.message.annotations.1.url_citation").(m)
	if first["path"] != "/a.md" || first["lines"] != nil || first["place"] != nil {
		t.Errorf("of the one that changed: %v", first)
	}
	if second["path"] != "/b.csv" || second["rows"] == nil {
		t.Errorf("of the other one: %v", second)
	}
}

// paper is a PDF of two pages.
func paper(t *testing.T) string {
	t.Helper()
	page := func(text string) string {
		content := "BT /F1 12 Tf 72 700 Td (" + text + ") Tj ET"
		return fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content)
	}
	out, starts := "%PDF-1.4\n", []int{}
	for i, object := range []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 612 792]/Resources<</Font<</F1 7 0 R>>>>>>",
		"<</Type/Page/Parent 2 0 R/Contents 5 0 R>>",
		"<</Type/Page/Parent 2 0 R/Contents 6 0 R>>",
		page("The first page tells of nothing but the weather."),
		page("The ferry to Tana leaves at seven in the morning."),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
	} {
		starts = append(starts, len(out))
		out += fmt.Sprintf("%d 0 obj%sendobj\n", i+1, object)
	}
	table := len(out)
	out += fmt.Sprintf("xref\n0 %d\n0000000000 65535 f \n", len(starts)+1)
	for _, at := range starts {
		out += fmt.Sprintf("%010d 00000 n \n", at)
	}
	return out + fmt.Sprintf("trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(starts)+1, table)
}

// TestPlacesOnPages quotes the second page of a PDF.
func TestPlacesOnPages(t *testing.T) {
	cache := workertest.Cache(t)
	const quote = "The ferry to Tana leaves at seven in the morning."
	s := apitest.ServeFiles(t, map[string]string{
		"profiles/caelum/soul.md": "You are Caelum.\n", "profiles/caelum/backstory/ferry.pdf": paper(t),
	}, "\nrules:\n  - match: '[\\s\\S]*'\n    reply: [{text: \""+quote+"\"}]\n", func(s *api.Settings) {
		s.Builder.Services = []any{&worker.Engine{Cache: cache}}
		s.Rooms = []func(*api.Server){func(s *api.Server) { openai.Routes(door.New(s, door.Options{})) }}
	})
	got := s.As("chat").Must(200, "POST", chat, talk(says("user", "When?")))
	cited, ok := got.Get("choices.0.message.annotations.0.url_citation").(m)
	if !ok || cited["path"] != "/ferry.pdf" || cited["page"] != 2.0 || cited["place"] != "page 2" || cited["lines"] != nil || cited["slide"] != nil {
		t.Errorf("%s", got.Body)
	}
}
