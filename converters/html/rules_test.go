package html

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// convertPage returns the text of a page.
func convertPage(t *testing.T, src string) string {
	t.Helper()
	text, _ := convertWarned(t, src)
	return text
}

// convertWarned returns the text of a page, and whether it is said that some of
// it may be hidden.
func convertWarned(t *testing.T, src string) (text string, unsure bool) {
	t.Helper()
	env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
	in := converters.Input{Name: "page.html", SectionReader: io.NewSectionReader(strings.NewReader(src), 0, int64(len(src)))}
	doc, err := New().Convert(context.Background(), in, env)
	if corrupt := (*converters.CorruptError)(nil); errors.As(err, &corrupt) {
		return "", false // the page shows nothing
	}
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, block := range doc.Blocks {
		b.WriteString(blockText(block) + " ")
	}
	return b.String(), slices.ContainsFunc(env.Warnings(), func(w document.Warning) bool {
		return strings.HasSuffix(w.Code, "-unsure") || w.Code == "style-rules-left-out"
	})
}

func TestRulesThatAreNotKeptAreTold(t *testing.T) {
	// More of each than css keeps.
	for name, rules := range map[string]string{
		"too many":        strings.Repeat("a{top:0}", 50_001) + ".x{display:none}",
		"too long":        strings.Repeat("div ", 40) + ".x{opacity:0}",
		"too many parts":  strings.Repeat(":is(.a,.b,.c,.d,.e,.f,.g,.h){top:0}", 50_000) + ".x{font-size:0}",
		"media in medias": strings.Repeat("@media all{", 50) + ".x{display:none}" + strings.Repeat("}", 50),
	} {
		got, unsure := convertWarned(t, "<!DOCTYPE html><style>"+rules+"</style>"+strings.Repeat("<div>", 50)+"<p class=x>doubt</p><p>seen</p>")
		if strings.TrimSpace(got) != "[may be hidden: doubt] [may be hidden: seen]" || !unsure {
			t.Errorf("%s: the text is %.60q, unsure %v", name, got, unsure)
		}
	}
}

func TestVariablesOfAPageWithoutATree(t *testing.T) {
	rules := "<style>.t{font-size:var(--s)}.u{display:var(--d)}:root{--s:14px;--d:none}</style>"
	got, unsure := convertWarned(t, "<!DOCTYPE html>"+rules+strings.Repeat("<p class=t>x", 600_000)+"<p class=u>doubt<p class=t>last")
	if !strings.HasPrefix(got, "x x") || !strings.HasSuffix(strings.TrimSpace(got), "doubt last") || !unsure {
		t.Errorf("the text is %.20q … %.40q", got, got[max(0, len(got)-40):])
	}
}

func TestLongAnimationsAreUnsure(t *testing.T) {
	expectPages(t, map[string]string{
		"animations": styled("@keyframes h{to{opacity:0}}.x{animation:"+strings.Repeat("x,", 4<<10)+"h 0s both}", "<p class=x>doubt<p>seen"),
	})
}
