package door

import (
	"regexp"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/agent/model"
)

// chores are how requests begin that a chat front end makes for itself: Open
// WebUI's tasks, and LibreChat's titles. A line of a conversation that a person
// types does not look like one of them; see also [IsChore].
var chores = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`(?is)\A\s*#{2,3} Task:?\s*\n.*\b(title|tags?|follow-?up|search quer|retrieval quer|emoji|autocomplet|image generation|expression)`),
		regexp.MustCompile(`(?is)\A\s*(Provide|Generate|Write|Create) a (concise|short|brief)[^\n]{0,60}\btitle\b[^\n]{0,80}\b(conversation|chat)\b`),
		regexp.MustCompile(`(?is)\A\s*Your task is to reflect the speaker's likely facial expression\b.*\bemoji\b`),
		regexp.MustCompile(`(?is)\A\s*Detect user language and write in the same language an extremely concise title for this conversation`),
		regexp.MustCompile(`(?is)\A\s*Analyze this conversation and provide:\s*\n\s*1\. The detected language\b.*\btitle\b`),
		regexp.MustCompile(`(?is)\A\s*Please generate( a)? [^\n]{0,60}\btitle\b[^\n]{0,80}\bconversation\b`),
	}
})

// carries is how such a request has the conversation that it is about.
var carries = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?is)<chat_history>|<conversation>|<text>|\|\|>|\b(chat history|conversation|user|human):\s|\bmessage: """|\{\s*"?(title|tags|follow_ups|queries)`)
})

// IsChore reports whether a request is one of a front end for itself, such as
// for a title: one message of a user, with instructions that are known, and the
// conversation in it.
func IsChore(t *Transcript) bool {
	if len(t.Lines) != 1 || t.Lines[0].Role != model.User || len(t.Lines[0].Results)+len(t.Lines[0].Images) > 0 {
		return false
	}
	texts := []string{t.Lines[0].Text, strings.Join(append(append([]string{}, t.Program...), t.Lines[0].Text), "\n\n")}
	for _, text := range texts {
		for _, known := range chores() {
			if known.MatchString(text) && carries().MatchString(text) {
				return true
			}
		}
	}
	return false
}
