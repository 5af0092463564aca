package model

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/internal/pattern"
)

// tooLong are the words in which servers say that a request is longer than the
// model takes, and of how many tokens its window is where they say so: OpenAI,
// vLLM, llama.cpp, Ollama, Mistral, Gemini, LM Studio, Anthropic and the
// proxies in front of it.
var tooLong = [...]func() *regexp.Regexp{
	pattern.Lazy(`(?i)maximum context length (?:is|of) ([0-9,]+)`),
	pattern.Lazy(`(?i)input tokens exceed the configured limit of ([0-9,]+)`),
	pattern.Lazy(`(?i)longer than the maximum model length of ([0-9,]+)`),
	pattern.Lazy(`(?i)exceeds? the available context size(?: \(([0-9,]+) tokens\))?`),
	pattern.Lazy(`(?i)input length exceeds the (?:maximum )?context length`),
	pattern.Lazy(`(?i)prompt (?:is )?too long(?:: [0-9,]+ tokens > ([0-9,]+))?`),
	pattern.Lazy(`(?i)too large for model with ([0-9,]+) maximum context length`),
	pattern.Lazy(`(?i)exceeds the maximum number of tokens allowed(?: \(([0-9,]+)\))?`),
	pattern.Lazy(`(?i)context length of only ([0-9,]+)`),
	pattern.Lazy(`(?i)exceed context limit: [0-9,]+ \+ [0-9,]+ > ([0-9,]+)`),
	pattern.Lazy(`(?i)input is too long for (?:the )?requested model`),
	pattern.Lazy(`(?i)exceeds? the (?:model's )?(?:maximum )?context (?:window|length|limit)(?: of ([0-9,]+))?`),
}

// saysTooLong reports whether the words of a server say that a request is too
// long, and which window they name; 0 where they name none.
func saysTooLong(message string) (window int, ok bool) {
	for _, says := range tooLong {
		m := says().FindStringSubmatch(message)
		if m == nil {
			continue
		}
		if len(m) > 1 {
			window, _ = strconv.Atoi(strings.ReplaceAll(m[1], ",", "")) // no number is no window
		}
		return window, true
	}
	return 0, false
}

// noTools are the words in which servers say that a model takes no tools: Ollama,
// vLLM, llama.cpp, OpenRouter, Groq, OpenAI.
var noTools = pattern.Lazy(`(?i)does not support (?:tools|tool|function)|support tool use|tools? param requires --jinja|` +
	`requires --enable-auto-tool-choice|tool calling[^.]{0,3} is not supported|tools? (?:is|are) not supported|unsupported parameter: '?tools?\b`)

// judged says what kind of error a server tells, by all of its words.
func (e *Error) judged(status int, word string) *Error {
	e.Kind = kindOf(status, word)
	if e.Kind == KindAuth || e.Kind == KindRateLimit {
		return e // there are limits of tokens a minute, too
	}
	if noTools().MatchString(e.Message) {
		e.Kind = KindNoTools
		return e
	}
	if window, ok := saysTooLong(e.Message); ok {
		e.Kind, e.Window = KindTooLong, window
	}
	return e
}
