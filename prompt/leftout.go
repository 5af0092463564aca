package prompt

import (
	"fmt"
	"strings"
)

// maxLeftOut is how many entries [Epoch.LeftOut] has before the one for the rest.
const maxLeftOut = 100

// LeftOut returns what did not fit into the prompt, for the metadata of answers:
// one entry for each source, memory or file, however many of its parts are left
// out. The ref is what reads all of it, or the part where that is the only one.
// Where there are too many, the last entry counts the rest, and its ref lists
// them. It is never nil.
func (e *Epoch) LeftOut() []Omission {
	out := e.omittedSources()
	if len(out) <= maxLeftOut {
		return out
	}
	rest := Omission{Ref: ListRef, Title: fmt.Sprintf("and %d more", len(out)-maxLeftOut)}
	for _, o := range out[maxLeftOut:] {
		rest.Tokens += o.Tokens
	}
	return append(out[:maxLeftOut], rest)
}

func (e *Epoch) omittedSources() []Omission {
	out := []Omission{}
	for _, o := range e.Omitted {
		whole, _, isPart := strings.Cut(o.Ref, "/")
		if n := len(out); isPart && n > 0 && out[n-1].Section == o.Section {
			last := &out[n-1]
			if before, _, _ := strings.Cut(last.Ref, "/"); before == whole && last.Path == o.Path {
				last.Ref, last.Tokens = whole, last.Tokens+o.Tokens
				if last.Path != "" {
					last.Title = "" // it was that of a part
				}
				continue
			}
		}
		out = append(out, o)
	}
	return out
}

// LeftOutLine says in one line how much did not fit into the prompt, and how
// to get it; it is empty where all of it did.
func (e *Epoch) LeftOutLine() string {
	sources, memories, others, sum := 0, 0, 0, 0
	for _, o := range e.omittedSources() {
		sum += o.Tokens
		switch {
		case o.Section == idMemories:
			memories++
		case o.Ref != "" || o.Path != "":
			sources++
		default:
			others++
		}
	}
	var what []string
	for _, c := range []struct {
		n         int
		one, many string
	}{{sources, "source", "sources"}, {memories, "memory", "memories"}, {others, "other piece", "other pieces"}} {
		switch c.n {
		case 0:
		case 1:
			what = append(what, "1 "+c.one)
		default:
			what = append(what, fmt.Sprintf("%d %s", c.n, c.many))
		}
	}
	if len(what) == 0 {
		return ""
	}
	line := fmt.Sprintf("not all fits into the prompt: %s left out, %d tokens; ", strings.Join(what, ", "), sum)
	if e.hasTool(readTool) {
		line += "the agent looks up what it needs, "
	}
	return line + "/prompt check lists them; prompt.maxTokens lets in up to half of the model's window"
}

// readTool reads what was left out.
const readTool = "backstory_read"

// hasTool reports whether a tool is sent.
func (e *Epoch) hasTool(name string) bool {
	return strings.Contains(e.Tools, fmt.Sprintf("%q:%q", "name", name))
}
