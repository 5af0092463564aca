package model

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/oneline"
)

// leftOut is the line under which a prompt names what did not fit into it.
const leftOut = "\n## Left out\n"

// lookUp returns the call with which the offline provider looks for an answer
// that may not be in the prompt: where something was left out of it, or where
// nothing in it has to do with the question. It is nil where there is no need or
// no tool, or where something was found already.
func lookUp(r *Request, found *material) *Call {
	question := question(r)
	if question == "" || asksWho(asked(r)) || !has(r.Tools, searchTool) || lastResult(r) != "" {
		return nil
	}
	isShort := slices.ContainsFunc(r.System, func(b Block) bool { return strings.Contains(b.Text, leftOut) })
	if !isShort && len(found.nearest(question, 1)) > 0 {
		return nil
	}
	arguments, err := json.Marshal(map[string]any{"query": oneline.Cut(question, maxLookUp), "limit": maxQuotes})
	if err != nil {
		return nil
	}
	return &Call{ID: fmt.Sprintf("look-%d", len(r.Messages)), Name: searchTool, Arguments: arguments}
}

func has(tools []Tool, name string) bool {
	for i := range tools {
		if tools[i].Name == name {
			return true
		}
	}
	return false
}

// maxLookUp is how long what is looked for may be, in bytes.
const maxLookUp = 1000

func systemText(r *Request) string {
	var system strings.Builder
	for _, b := range r.System {
		system.WriteString(b.Text)
	}
	return system.String()
}

// quoted makes quotes of what the search found, and nothing of what does not cover the
// question: each passage is in a block
// of material, its first line says where it is from. Of a long one that part is
// quoted which has to do with the question.
func (m *material) quoted(result, question string) string {
	var quotes, block []string
	closing := ""
	for line := range strings.Lines(result) {
		line = strings.TrimRight(line, "\n")
		tag, opens := opening(line)
		switch {
		case closing == "" && opens:
			closing, block = "</"+tag+">", nil
		case closing != "" && line == closing:
			from, text, _ := strings.Cut(strings.TrimSpace(strings.Join(block, "\n")), "\n")
			if text, _ = focus(strings.TrimSpace(text), question); m.covers(question, from+"\n"+text) {
				quotes = append(quotes, from+"\n\n"+quote(text))
			}
			closing = ""
		case closing != "":
			block = append(block, line)
		}
	}
	return strings.Join(quotes, "\n\n")
}
