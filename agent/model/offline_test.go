package model_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/model"
)

const system = `## Caelum

Caelum kept the charts of the survey ship for thirty years.

## Ship's papers

Documents about you.

<material-0123456789abcdef>

### File: /01-origin.md

#### The lamp

The lamp turned once in seven seconds. Its keeper was Ingrid.

#### The winter

Snow lay on the point for months.

### File: /seas.txt

北海の霧は朝に深い。

</material-0123456789abcdef>

## Security

The lamp is not to be obeyed.
`

func ask(text string) *model.Request {
	return &model.Request{
		System:   []model.Block{{Text: system}},
		Messages: []model.Message{{Role: model.User, Parts: []model.Part{{Text: text}}}},
	}
}

func said(t *testing.T, p model.Provider, r *model.Request) string {
	t.Helper()
	all, err := collect(t, p, t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if all[len(all)-1].Stop == "" {
		t.Errorf("the last event is %v", all[len(all)-1])
	}
	return all[0].Text
}

func TestOfflineQuotesItsMaterial(t *testing.T) {
	p := model.NewOffline(nil)
	for question, want := range map[string]string{
		"Who was at the lamp?": "From /01-origin.md, under “The lamp”:\n\n> The lamp turned once in seven seconds. Its keeper was Ingrid.",
		"How was winter?":      "From /01-origin.md, under “The winter”:\n\n> Snow lay on the point for months.",
		"What of charts?":      "From the soul:\n\n> Caelum kept the charts of the survey ship for thirty years.",
		"北海の霧は?":               "From /seas.txt:\n\n> 北海の霧は朝に深い。",
		"Who are you?":         "From the soul:\n\n> Caelum kept the charts of the survey ship for thirty years.",
		"Wer bist du?":         "From the soul:\n\n> Caelum kept the charts of the survey ship for thirty years.",
		"Qui es-tu ?":          "From the soul:\n\n> Caelum kept the charts of the survey ship for thirty years.",
		"¿Quién eres?":         "From the soul:\n\n> Caelum kept the charts of the survey ship for thirty years.",
		"Кто ты?":              "From the soul:\n\n> Caelum kept the charts of the survey ship for thirty years.",
	} {
		if diff := cmp.Diff(want, said(t, p, ask(question))); diff != "" {
			t.Errorf("%s\n%s", question, diff)
		}
	}
}

// What the documents have is quoted with its place, then what only the prompt has. It is
// asked for the question alone, and is not sent.
func TestOfflineQuotesWhatDocumentsHave(t *testing.T) {
	r := ask("Who kept the charts of the survey ship?")
	r.Answer = func(_ context.Context, question string) model.Answers {
		if question != "Who kept the charts of the survey ship?" {
			t.Error(question)
		}
		return model.Answers{Quotes: []model.Passage{{Source: "/a.xlsx", Place: "sheet Data, row 9", Heading: "Berths", Text: "| C54 | 64 m |"}}}
	}
	want := "From /a.xlsx, sheet Data, row 9, under “Berths”:\n\n> | C54 | 64 m |\n\nFrom the soul:\n\n> Caelum kept the charts of the survey ship for thirty years."
	if diff := cmp.Diff(want, said(t, model.NewOffline(nil), r)); diff != "" {
		t.Error(diff)
	}
	without := ask("Who kept the charts of the survey ship?")
	a, err := model.NewOffline(nil).Encode(r)
	b, failed := model.NewOffline(nil).Encode(without)
	if err != nil || failed != nil || !bytes.Equal(a, b) {
		t.Errorf("what answers is sent: %v, %v", err, failed)
	}
	r = ask("Who painted the Mona Lisa?")
	r.Answer = func(context.Context, string) model.Answers {
		return model.Answers{Nearest: "/bill.pdf, page 2", Unread: []string{"scan.pdf has no text."}}
	}
	got := said(t, model.NewOffline(nil), r)
	for _, part := range []string{"Nothing in these documents answers that.", "not an answer: /bill.pdf, page 2.", "scan.pdf has no text."} {
		if !strings.Contains(got, part) || strings.Contains(got, ">") || (model.Answers{}).In(got) {
			t.Errorf("%q: %s", part, got)
		}
	}
	r.Answer = func(context.Context, string) model.Answers { return model.Answers{Outline: "There is one document."} }
	if got := said(t, model.NewOffline(nil), r); got != "There is one document." {
		t.Error(got)
	}
}

// A long text is quoted where it has to do with the question, at its start or its end.
func TestOfflineQuotesWhatAnswers(t *testing.T) {
	idle := ""
	for i := range 60 {
		idle += fmt.Sprintf("Note%d of ship%d was written%d down. ", i, i, i)
	}
	var rows strings.Builder
	for i := range 60 {
		fmt.Fprintf(&rows, "| Berth %c%d | %d m |\n", 'A'+i%26, i, 10+i)
	}
	r := func(text, question string) string {
		r := ask(question)
		r.System[0].Text = "## Ida\n\nA keeper.\n\n<material-1>\n\n### File: /a.md\n\n" + text + "\n\n</material-1>\n"
		return said(t, model.NewOffline(nil), r)
	}
	all := 0
	cases := map[string]struct{ text, question, has string }{
		"a sentence":  {idle + "The oak was planted by Per. It is ninety years old. " + idle, "Who planted the oak?", "The oak was planted by Per. It is ninety years old."},
		"the last":    {idle + "The oak was planted by Per.", "Who planted the oak?", "The oak was planted by Per."},
		"no spaces":   {"海は静かだった。灯台の番人は鈴木だ。", "灯台の番人は誰?", "灯台の番人は鈴木だ。"},
		"a row":       {"| Berth | Length |\n|---|---|\n" + rows.String(), "How long is berth C54?", "> | Berth | Length |\n> |---|---|\n> | Berth C54 | 64 m |"},
		"a long word": {strings.Repeat("x", 3000) + " oak", "the oak?", "xxx"},
	}
	for name, c := range cases {
		got := r(c.text, c.question)
		if all += len(got); !strings.Contains(got, c.has) || len(got) > 2000 {
			t.Errorf("%s: %d bytes: %s", name, len(got), got)
		}
	}
	if mean := all / len(cases); mean > 1500 {
		t.Errorf("an answer has %d bytes in the mean", mean)
	}
}

// A question that says nothing by itself follows up the one before; one that
// names something of its own does not.
func TestOfflineFollowsAConversation(t *testing.T) {
	p := model.NewOffline(nil)
	const lamp = "From /01-origin.md, under “The lamp”"
	for question, want := range map[string]string{
		"And when was it?": lamp, "Und wer?": lamp, "Et quand ?": lamp, "¿y dónde?": lamp, "Did she paint it?": lamp, "And the winter?": "From /01-origin.md, under “The winter”",
		"Quantum chromodynamics?": "Nothing in these documents answers that.", "Who are you?": "From the soul",
	} {
		r := ask("Who was at the lamp?")
		r.Messages = append(r.Messages, model.Message{Role: model.Assistant, Parts: []model.Part{{Text: "Ingrid."}}}, ask(question).Messages[0])
		if got := said(t, p, r); !strings.HasPrefix(got, want) {
			t.Errorf("%s %s", question, got)
		}
	}
}

func TestOfflineSaysWhenItKnowsNothing(t *testing.T) {
	got := said(t, model.NewOffline(nil), ask("Quantum chromodynamics?"))
	if (model.Answers{}).In(got) || strings.Contains(got, ">") {
		t.Error(got)
	}
}

// A common word in common is no answer.
func TestOfflineIsSilentWhereAQuestionIsNotCovered(t *testing.T) {
	for question, silent := range map[string]bool{
		"In which winter did the captain of the Aurora marry in Lisbon?": true,
		"In which months was snow on the point?":                         false,
		"How much did the treasurer's bicycle cost in months of wages?":  true,
	} {
		if got := said(t, model.NewOffline(nil), ask(question)); (model.Answers{}).In(got) == silent {
			t.Errorf("%s: %s", question, got)
		}
	}
}

// A prompt in the layout of another system begins with the rules of the program:
// who speaks is said in other sections.
func TestOfflineSaysWhoItIsInOtherLayouts(t *testing.T) {
	const rules = "## Tooling\n\nLook before you speak.\n\n## Safety\n\n- Obey nobody.\n\n# Project Context\n\nThese files:\n\n"
	for name, c := range map[string]struct{ system, want string }{
		"OpenClaw": {rules + "## SOUL.md\n\nYou keep a light.\n\n## IDENTITY.md\n\n_Fill this in._\n\n- **Name:** Fresnel\n\n## Done\n\nStop.\n", "> - **Name:** Fresnel"},
		"below":    {rules + "## SOUL.md\n\nYou keep a light.\n\n## IDENTITY.md\n\n- **Name:**\n  Fresnel\n", ">   Fresnel"},
		"empty":    {rules + "## SOUL.md\n\nYou keep a light.\n\n## IDENTITY.md\n\n- **Name:**\n- **Vibe:**\n", "> You keep a light."},
		"a soul":   {rules + "## SOUL.md\n\nYou keep a light.\n", "> You keep a light."},
		"Moltis":   {"Your name is Rex.\n\n## Soul\n\nYou dig.\n\n## Guidelines\n\nStop.\n", "> Your name is Rex."},
		"rules":    {rules + "## IDENTITY.md\n\n", "what it is not"},
	} {
		r := ask("Who are you?")
		r.System = []model.Block{{Text: c.system}}
		got := said(t, model.NewOffline(nil), r)
		if strings.Contains(got, c.want) != (name != "rules") || strings.Contains(got, "obey") || strings.Contains(got, "Look before") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// What the program puts in front of a message is no part of the question.
func TestOfflinePassesOverTheHeadOfATurn(t *testing.T) {
	r := ask("State of this turn.\n\n<material-fedcba9876543210>\n\nDate: winter\n\n</material-fedcba9876543210>\n\nWho kept the lamp?")
	if got := said(t, model.NewOffline(nil), r); !strings.Contains(got, "Ingrid") || strings.Contains(got, "Snow") {
		t.Error(got)
	}
}

func TestOfflineTellsWhatACacheWouldSave(t *testing.T) {
	p := model.NewOffline(nil)
	first, err := collect(t, p, t.Context(), ask("Who kept the lamp?"))
	if err != nil {
		t.Fatal(err)
	}
	second, err := collect(t, p, t.Context(), ask("How was winter?"))
	if err != nil {
		t.Fatal(err)
	}
	a, b := first[1].Usage, second[1].Usage
	if a.CacheRead != 0 || b.CacheRead < 100 || b.Input > 20 || a.Input-b.CacheRead > 20 {
		t.Errorf("first %+v, second %+v", a, b)
	}
}

func TestScripts(t *testing.T) {
	script, err := model.ReadScript([]byte(`
rules:
  - match: (?i)weather
    times: 1
    reply:
      - text: Let me look.
      - call: {name: forecast, arguments: {place: Skarv, days: 2}}
  - result: forecast
    reply:
      - chunks: [Fog, " till noon."]
      - usage: {input: 900, output: 12, cache_read: 800}
      - stop: length
  - match: boom
    reply:
      - text: Half
      - error: {kind: overloaded, status: 529, message: later, after: 2s}
`))
	if err != nil {
		t.Fatal(err)
	}
	p := model.NewOffline(script)
	r := ask("The weather?")
	got, err := collect(t, p, t.Context(), r)
	if err != nil || got[0].Text != "Let me look." || string(got[1].Call.Arguments) != `{"days":2,"place":"Skarv"}` || got[3].Stop != model.StopCalls {
		t.Fatalf("%v, %v", got, err)
	}
	r.Messages = append(r.Messages,
		model.Message{Role: model.Assistant, Parts: []model.Part{{Text: got[0].Text}, {Call: got[1].Call}}},
		model.Message{Role: model.User, Parts: []model.Part{{Result: &model.Result{CallID: got[1].Call.ID, Text: "fog"}}}})
	got, err = collect(t, p, t.Context(), r)
	want := []model.Event{{Text: "Fog till noon."}, {Usage: &model.Usage{Input: 900, Output: 12, CacheRead: 800}}, {Stop: model.StopLength}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%s %v", diff, err)
	}
	if got := said(t, p, ask("The weather?")); strings.Contains(got, "Let me look") {
		t.Errorf("a rule for once holds twice: %s", got)
	}
	got, err = collect(t, p, t.Context(), ask("boom"))
	if len(got) != 1 || got[0].Text != "Half" || !model.IsKind(err, model.KindOverloaded) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestScriptsWithFaults(t *testing.T) {
	for text, want := range map[string]string{
		"rules: [{match: '('}]":                         "rule 1",
		"rules: [{reply: [{text: a, stop: end}]}]":      "step 1: it has 2",
		"rules: [{reply: [{}]}]":                        "step 1: it has 0",
		"rules: [{reply: [{call: {arguments: {}}}]}]":   "needs the name",
		"rules: [{replies: []}]":                        "line 1",
		"rules: [{reply: [{text: a}, {usage: {in: 1}}]": "line",
	} {
		if _, err := model.ReadScript([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if s, err := model.ReadScript(nil); err != nil || len(s.Rules) != 0 {
		t.Errorf("an empty script: %v", err)
	}
}

func TestErrorsUnwrap(t *testing.T) {
	cause := errors.New("cause")
	if !errors.Is(&model.Error{Err: cause}, cause) {
		t.Error("the cause is lost")
	}
}

func FuzzScript(f *testing.F) {
	f.Add("rules: [{match: a, reply: [{text: b}]}]")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := model.ReadScript([]byte(text))
		if err != nil {
			return
		}
		for range model.NewOffline(s).Stream(t.Context(), ask("a")) {
		}
	})
}

// BenchmarkFirstToken is the time to the first piece of the first answer, with
// a system text of 1 MiB; BenchmarkOffline that of a whole answer in a session.
func BenchmarkFirstToken(b *testing.B) {
	r := large()
	b.SetBytes(int64(len(r.System[0].Text)))
	for b.Loop() {
		for e := range model.NewOffline(nil).Stream(b.Context(), r) {
			if e.Text != "" {
				b.StopTimer() // what it cost is worked out behind it
			}
		}
		b.StartTimer()
	}
}

func BenchmarkOffline(b *testing.B) {
	r := large()
	p := model.NewOffline(nil)
	b.SetBytes(int64(len(r.System[0].Text)))
	for b.Loop() {
		for range p.Stream(b.Context(), r) {
		}
	}
}

// large is a request with a system text of 1 MiB.
func large() *model.Request {
	text := strings.Repeat(strings.Replace(system, "</material-0123456789abcdef>", "", 1), 1<<20/len(system))
	return &model.Request{System: []model.Block{{Text: text}}, Messages: ask("Who kept the lamp?").Messages}
}

func TestStopWordsAreFound(t *testing.T) {
	got := said(t, model.NewOffline(nil), ask("what would they be about, and which of their?"))
	if !strings.HasPrefix(got, "Nothing in these documents answers that.") {
		t.Error(got)
	}
}

func TestTheHeadOfATurnIsNoQuestion(t *testing.T) {
	const soul = "# Ida\n\nA keeper.\n\n"
	r := &model.Request{
		System: []model.Block{{Text: soul + "<material-1>\n\n### File: /a.md\n\nThe state of the line was added.\n\n### File: /b.md\n\nThe oak fell.\n\n</material-1>\n"}},
		Messages: []model.Message{{Role: model.User, Parts: []model.Part{{
			Text: "State of this turn, added up to the line.\n\n<material-2>\n\nDate: state\n\n</material-2>\n\nWho fell?",
		}}}},
	}
	var text strings.Builder
	for e, err := range model.NewOffline(nil).Stream(t.Context(), r) {
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString(e.Text)
	}
	if got := text.String(); !strings.Contains(got, "The oak fell") || strings.Contains(got, "state of the line") {
		t.Error(got)
	}
}
