package web

import "fmt"

// text returns a text that people read, by its key.
func text(key string) string {
	if t, ok := texts[key]; ok {
		return t
	}
	return "‹" + key + "›" // which a test finds
}

// plural says how many there are of something, by the texts for one and for more.
func plural(n any, one, more string) string {
	number := fmt.Sprint(n)
	if number == "1" {
		more = one
	}
	return number + " " + text(more)
}

// texts are all words of the page, by view.
var texts = map[string]string{
	"layout.skip":    "Go to the content",
	"layout.views":   "Views of the profile",
	"layout.out":     "Sign out",
	"layout.offline": "No model is configured: answers are passages of the documents.",
	"layout.model":   "Answers come from",
	"layout.promise": "Nothing leaves this machine but what goes to the model that you configured.",

	"tab.ask":    "Ask",
	"tab.read":   "Read",
	"tab.found":  "Found and hidden",
	"tab.prompt": "Prompt",
	"tab.talks":  "Sessions and memories",

	"signin.title":   "Open the page from a terminal",
	"signin.how":     "This page is for the person who started the server. Where it runs, press Enter: it prints a new link, which holds for one minute and once. Where it does not run any more, start it:",
	"signin.more":    "A session ends after twelve hours, when you sign out, and with the server.",
	"signin.foreign": "Another page sent you here. Copy the link into the address bar instead.",
	"signin.spent":   "This link was used before, or is older than a minute.",
	"signin.out":     "You are signed out.",

	"error.title":   "This did not work",
	"error.missing": "There is nothing here",
	"error.back":    "All profiles",
	"error.bug":     "Something went wrong; the server's log says more.",
	"error.right":   "You may not do this.",
	"error.bytes":   "The question is not UTF-8.",

	"home.title": "Profiles",
	"home.empty": "There is no profile yet. Make one, or open a folder of documents as it is:",

	"ask.title":    "Ask",
	"ask.talk":     "Questions and answers",
	"ask.offline":  "The documents answer in their own words. Each passage has a link to its place.",
	"ask.model":    "Sentences that a document says have a link to their place.",
	"ask.question": "Your question",
	"ask.next":     "Ask on",
	"ask.send":     "Ask",
	"ask.stop":     "Stop",
	"ask.new":      "New question",
	"ask.source":   "Source",
	"ask.sources":  "Sources of the answer",
	"ask.missing":  "No document says this",
	"ask.writing":  "The answer is being written.",
	"ask.tool":     "Looking up:",
	"ask.tokens":   "Tokens:",
	"ask.closed":   "This session has ended.",
	"ask.earlier":  "Show the earlier questions",
	"ask.lost":     "The server does not answer. Start it again with backstory open; what you typed is kept.",
	"ask.signin":   "Your session has ended. Open a new link in this browser and send the question again; it is kept.",
	"ask.approve":  "The model wants to call a tool:",
	"ask.allow":    "Allow",
	"ask.deny":     "Deny",

	"read.sources":  "Sources",
	"read.stale":    "The backstory is behind its sources: it is built when the server sees the change.",
	"read.filter":   "Filter by name",
	"read.none":     "No source has this in its name.",
	"read.empty":    "There are no sources.",
	"read.more1":    "more source is not shown: filter by name",
	"read.more":     "more sources are not shown: filter by name",
	"read.warning":  "warning",
	"read.warnings": "warnings",
	"read.finding":  "kind of warning",
	"read.findings": "kinds of warnings",
	"read.byte":     "byte",
	"read.bytes":    "bytes",
	"read.download": "download the original",
	"read.notext":   "The backstory has no text of this source.",
	"read.noplaces": "The places in the original are not known: the source changed after the last build, or has none.",
	"read.before":   "Earlier lines",
	"read.after":    "Further lines",
	"read.line":     "Line",
	"read.text":     "Text, as the model gets it",
	"read.place":    "Place in the original",
	"read.under":    ", under",
	"read.choose":   "Choose a source. You see its text as the model gets it, and where the original has each part.",

	"source.ok":          "fresh",
	"source.failed":      "failed",
	"source.empty":       "empty",
	"source.unsupported": "not supported",
	"source.skipped":     "left out",
	"source.notext":      "no text",
	"source.changed":     "changed",
	"source.added":       "new",
	"source.removed":     "gone",

	"found.title":      "Found and hidden",
	"found.question":   "For a question",
	"found.search":     "Search",
	"found.hit":        "passage was found.",
	"found.hits":       "passages were found, the best first.",
	"found.answered":   "One of the first answers the question.",
	"found.unanswered": "None of the first covers all of the question.",
	"found.answers":    "answers",
	"found.nothing":    "Nothing in the documents has these words.",
	"found.hidden":     "What was hidden, changed or lost in the sources",
	"found.code":       "Kind of warning",
	"found.all":        "all",
	"found.show":       "Show",
	"found.clean":      "No source has a warning.",

	"prompt.title":   "What the next request begins with",
	"prompt.token":   "token",
	"prompt.tokens":  "tokens",
	"prompt.tool":    "token of tools",
	"prompt.tools":   "tokens of tools",
	"prompt.of":      "of at most",
	"prompt.export":  "the exact text",
	"prompt.kept":    "The session keeps this prompt; the files would give another one now.",
	"prompt.leftout": "What did not fit",

	"talks.title":    "Sessions",
	"talks.message":  "message",
	"talks.messages": "messages",
	"talks.more":     "Older sessions are not shown: backstory sessions lists all.",
	"talks.empty":    "Nobody has asked anything yet.",
	"talks.memories": "Memories",
	"talks.nothing":  "Nothing is remembered.",
	"talks.pinned":   "pinned",
	"talks.promoted": "confirmed by a person",
	"talks.from":     "where it was said",
}
