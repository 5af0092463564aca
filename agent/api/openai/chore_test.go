package openai_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/store"
)

// chores are requests as front ends make them, in their shape and not in their
// words.
var chores = map[string]string{
	"Open WebUI, a title": "### Task:\nGenerate a concise, 3-5 word title that sums the chat up.\n### Output:\nJSON format: { \"title\": \"…\" }\n" +
		"### Chat History:\n<chat_history>\nUSER: Hello?\nASSISTANT: Caelum answers.\n</chat_history>",
	"Open WebUI, tags": "### Task:\nGenerate 1-3 broad tags for the themes of the chat history.\n### Output:\nJSON format: { \"tags\": [\"tag1\"] }\n" +
		"### Chat History:\n<chat_history>\nUSER: Hello?\n</chat_history>",
	"Open WebUI, follow-ups": "### Task:\nSuggest 3-5 relevant follow-up questions.\n### Output:\nJSON format: { \"follow_ups\": [\"…\"] }\n" +
		"### Chat History:\n<chat_history>\nUSER: Hello?\n</chat_history>",
	"Open WebUI, queries": "### Task:\nAnalyze the chat history to see whether search queries are needed.\n### Output:\n{ \"queries\": [] }\n" +
		"### Chat History:\n<chat_history>\nUSER: Hello?\n</chat_history>",
	"Open WebUI, a title as before": "Create a concise, 3-5 word title with an emoji for the chat history, in its language.\n<chat_history>\nUSER: Hello?\n</chat_history>",
	"Open WebUI, an emoji":          "Your task is to reflect the speaker's likely facial expression with an emoji.\n\nMessage: \"\"\"Hello?\"\"\"",
	"LibreChat":                     "Provide a concise, 5-word-or-less title for the conversation, in its language.\n\nConversation:\nUser: Hello?\nAI: Caelum answers.",
	"LibreChat, before": "Detect user language and write in the same language an extremely concise title for this conversation, which you must find.\n\n" +
		"||>User:\n\"Hello?\"\n||>Response:\n\"Caelum answers.\"",
	"LibreChat, of agents": "Analyze this conversation and provide:\n1. The detected language of the conversation\n2. A concise title in the detected language\n\nUser: Hello?\nAI: Caelum answers.",
}

// TestChores is HA-16: what a front end asks for itself is answered without the
// persona, its memories and a session.
func TestChores(t *testing.T) {
	const script = `
rules:
  - match: '[\s\S]*'
    reply: [{text: '{"title": "Fog"}'}]
`
	s := serve(t, script, door.Options{})
	c := s.As("chat").With("X-OpenWebUI-Chat-Id", "chat-1")
	for name, text := range chores {
		got := c.Must(200, "POST", chat, talk(says("user", text)))
		if got.Text("choices.0.message.content") != `{"title": "Fog"}` || got.Header.Get("X-Backstory-Session") != "" {
			t.Errorf("%s: %s %v", name, got.Body, got.Header)
		}
		if all := chunks(t, c, talk(says("user", text))); !strings.Contains(string(mustJSON(t, all)), "Fog") {
			t.Errorf("%s: stream: %v", name, all)
		}
	}
	sc, _ := s.Host.Scope("caelum")
	if list, err := s.Host.Store.ListSessions(t.Context(), sc, store.Filter{AnyProfile: true}); err != nil || len(list) > 0 {
		t.Errorf("%v: %d sessions", err, len(list))
	}
	if got := c.Must(200, "POST", chat, talk(says("user", chores["LibreChat"]), says("assistant", "Fog"), says("user", "Shorter."))); got.Header.Get("X-Backstory-Session") == "" {
		t.Error("a conversation about a title is taken for a front end's request")
	}
	for _, text := range []string{"Give me a title for the conversation that we had.", "### Task:\nWrite a poem about tags.", "Provide a concise title for the conversation I am about to have."} {
		if got := c.Must(200, "POST", chat, talk(says("user", text))); got.Header.Get("X-Backstory-Session") == "" {
			t.Errorf("%q is taken for a front end's request", text)
		}
	}
	told := c.Must(200, "POST", chat, forecast(talk(says("user", chores["LibreChat, of agents"])))) // which has it answered with a tool
	if told.Header.Get("X-Backstory-Session") != "" {
		t.Errorf("with a tool: %s", told.Body)
	}
	off := serve(t, script, door.Options{NoChores: true}).As("chat")
	if got := off.Must(200, "POST", chat, talk(says("user", chores["LibreChat"]))); got.Header.Get("X-Backstory-Session") == "" {
		t.Error("requests are told apart though that is switched off")
	}
}

// TestAnnotations is HA-20: an answer says which sources it quotes, and where, in
// characters.
func TestAnnotations(t *testing.T) {
	const script = `
rules:
  - match: '[\s\S]*'
    reply: [{text: "Schön:\nCaelum was born at Skarv, in a house by the sea."}]
`
	c := serve(t, script, door.Options{}).As("chat")
	got := c.Must(200, "POST", chat, talk(says("user", "Where?")))
	cited := got.Get("choices.0.message.annotations.0.url_citation")
	if cited == nil {
		t.Fatalf("no annotation: %s", got.Body)
	}
	text := []rune(got.Text("choices.0.message.content"))
	from, to := int(cited.(m)["start_index"].(float64)), int(cited.(m)["end_index"].(float64))
	if quote := string(text[from:to]); quote != "Caelum was born at Skarv, in a house by the sea." {
		t.Errorf("the quote is %q", quote)
	}
	if url := cited.(m)["url"]; url != "backstory://caelum/source/intro.md" {
		t.Errorf("url: %v", url)
	}
	all := chunks(t, c, talk(says("user", "Where?")))
	if !strings.Contains(string(mustJSON(t, all)), "backstory://caelum/source/intro.md") {
		t.Errorf("the stream has no annotation: %v", all)
	}
}
