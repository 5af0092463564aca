package session_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/modeltest"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/session"
)

// odd are answers to a question for a summary, as models give them, by what is
// odd about them.
func odd() map[string]modeltest.Reply {
	sum := func(format string) string { // %s stands for a heading's name
		var b strings.Builder
		for _, s := range [][2]string{{"Goals", "charts"}, {"Facts", "The lamp turns in 7 s."}, {"Decisions", "none"}, {"Done", "looked once"}, {"Open", "the fog"}} {
			b.WriteString(strings.NewReplacer("%s", s[0], "%p", s[1]).Replace(format))
		}
		return b.String()
	}
	usual := sum("## %s\n\n- %p\n\n")
	asJSON, err := json.Marshal(map[string][]string{"goals": {"charts"}, "facts": {"The lamp turns in 7 s."}, "decisions": {}, "done": {"looked"}, "open": {"the fog"}})
	if err != nil {
		panic(err)
	}
	prose := "The person keeps charts at Skarv. The lamp turns in 7 s. It was decided to wait for the wind, and the fog is still open."
	texts := map[string]string{
		"as it should be":              usual,
		"bold headings":                sum("**%s**\n\n- %p\n\n"),
		"bold headings with a colon":   sum("**%s:** %p\n"),
		"a heading more":               usual + "## Notes\n\n- The wind is north.\n",
		"a title above":                "# Summary of the conversation\n\n" + usual,
		"first-level headings":         sum("# %s\n- %p\n"),
		"third-level headings":         sum("### %s\n- %p\n"),
		"numbered headings":            sum("## 1. %s\n- %p\n"),
		"a numbered list":              "1. Goals: charts\n2. Facts: The lamp turns in 7 s.\n3. Decisions: none\n4. Done: none\n5. Open: the fog\n",
		"small letters":                strings.ToLower(sum("## %s\n- %p\n")),
		"capitals":                     strings.ToUpper(sum("## %s\n")) + usual,
		"colons alone":                 sum("%s:\n- %p\n\n"),
		"headings underlined":          sum("%s\n-----\n\n- %p\n\n"),
		"other words for the headings": "## Objectives\n- charts\n## Key facts\n- The lamp turns in 7 s.\n## Next steps\n- the fog\n",
		"in another order":             "## Open\n- the fog\n## Goals\n- charts\n## Facts\n- The lamp turns in 7 s.\n## Done\n- none\n## Decisions\n- none\n",
		"a heading missing":            "## Goals\n- charts\n## Facts\n- The lamp turns in 7 s.\n## Open\n- the fog\n",
		"a heading twice":              usual + "## Facts\n\n- It is 40 m high.\n",
		"an empty section":             strings.Replace(usual, "- charts", "", 1),
		"thoughts before":              "<think>\n## Goals\nno, wait\n</think>\n" + usual,
		"the end of thoughts alone":    "They ask for a summary.\n</think>\n\n" + usual,
		"nothing but thoughts":         "<think>They ask for a summary of what was said, which I am going to write now.",
		"in a fence":                   "```markdown\n" + usual + "```",
		"words around it":              "Sure, here is the summary you asked for:\n\n" + usual + "\nLet me know if you need anything else!",
		"line ends of Windows":         strings.ReplaceAll(usual, "\n", "\r\n"),
		"as JSON":                      string(asJSON),
		"as JSON in a fence":           "```json\n" + string(asJSON) + "\n```",
		"prose":                        prose,
		"one word":                     "OK",
		"nothing":                      "",
		"blanks":                       " \n\n ",
		"letters that are no text":     "## Goals\n- \xff\xfe\n## Facts\n- The lamp turns in 7 s.\n",
		"far too long":                 usual + strings.Repeat("- The wind is north and the sea is grey.\n", 2000),
		"one line without an end":      strings.Repeat("fog", 20_000),
		"an answer in the role":        "Ahoy! The sea is calm tonight, and I keep my charts dry. What else would you like to know of the lamp?",
		"stars for bullets":            sum("## %s\n* %p\n"),
		"tags":                         "<summary>\n" + usual + "</summary>",
	}
	all := map[string]modeltest.Reply{}
	for name, text := range texts {
		all[name] = modeltest.Says(text)
	}
	all["cut off at its length, openai"] = modeltest.Reply{Chunks: []string{usual[:len(usual)-30]}, Stop: "length"}
	all["cut off at its length, anthropic"] = modeltest.Reply{Chunks: []string{usual[:len(usual)-30]}, Stop: "max_tokens"}
	all["a call"] = modeltest.CallsTool("look", "{}")
	all["a call behind it"] = modeltest.Reply{Chunks: []string{usual}, Calls: []modeltest.Call{{ID: "c", Name: "look", Arguments: "{}"}}}
	all["an error"] = modeltest.Refuses(http.StatusBadRequest, `{"error":{"type":"invalid_request_error","message":"no"}}`)
	all["an end in the middle"] = modeltest.Reply{Chunks: []string{usual[:20]}, Cut: true}
	return all
}

// speaks has the sessions of a kit ask a server, within a window.
func (k *kit) speaks(s *modeltest.Server, p modeltest.Protocol, window int) {
	at := model.Endpoint{URL: s.Base(), Wait: time.Millisecond}
	k.provider = windowed{model.NewOpenAI(at), window}
	if p == modeltest.Anthropic {
		k.provider = windowed{model.NewAnthropic(at), window}
	}
}

// isAsideAsked reports whether a request is one for a summary or memories.
func isAsideAsked(a *modeltest.Ask) bool {
	return strings.Contains(a.Last(), "This is not part of the conversation") || strings.Contains(a.Last(), "The program could not use that")
}

// Whatever a model says when it is to sum up, the session goes on: with a summary
// of five headings, after two questions at most, within the window, and with what
// it said in it as far as that can be told.
func TestOddSummariesAreTaken(t *testing.T) {
	if n := len(odd()); n < 30 {
		t.Fatalf("%d odd summaries", n)
	}
	const window = 4000
	kept := 0
	for _, protocol := range modeltest.Protocols() {
		for name, reply := range odd() {
			asides := 0
			s := modeltest.New(t, func(a *modeltest.Ask) modeltest.Reply {
				if isAsideAsked(a) {
					asides++
					return reply
				}
				return modeltest.Says(strings.Repeat("Fog at sea. ", 150))
			})
			s.Window = window
			k := newKit(t, "")
			k.speaks(s, protocol, window)
			c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
			summed := 0
			for i := range 10 {
				before := asides
				_, err := c.Turn(t.Context(), runner.Input{Text: fmt.Sprint("Question ", i)}, func(e runner.Event) {
					if strings.Contains(e.Notice, "were summed up") {
						summed++
					}
				})
				if err != nil {
					t.Fatalf("%s, %s: turn %d: %v", protocol, name, i, err)
				}
				if asides-before > 2*4 { // an end in the middle is tried again by the client
					t.Errorf("%s, %s: asked %d times in a turn", protocol, name, asides-before)
				}
			}
			text := fmt.Sprint(c.History()[0].Parts[0].Text)
			for _, heading := range session.Headings() {
				if strings.Count(text, heading) != 1 {
					t.Errorf("%s, %s: %q is not once in\n%s", protocol, name, heading, text)
				}
			}
			if summed < 1 || summed > 10 || s.Over() > 0 {
				t.Errorf("%s, %s: summed up %d times, %d requests over the window", protocol, name, summed, s.Over())
			}
			if strings.Contains(strings.ToLower(text), "the lamp turns in 7 s") {
				kept++
			}
			if strings.Contains(text, "think>") {
				t.Errorf("%s, %s: thoughts are in\n%s", protocol, name, text)
			}
		}
	}
	if kept < 2*30 {
		t.Errorf("what the model said is in %d of %d summaries", kept, 2*len(odd()))
	}
}
