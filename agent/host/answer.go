package host

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/search"
)

// answer returns what says what the documents of a scope's profile have on a question: by
// the ranking that all who search have.
func (h *Host) answer(sc scope.Scope) func(context.Context, string) model.Answers {
	return func(ctx context.Context, question string) (a model.Answers) {
		i, err := h.Identity(sc.Profile())
		if err != nil || i == nil {
			return a
		}
		searcher := h.Searcher(i)
		if a.Outline = find.Outline(searcher.Library, question); a.Outline != "" {
			return a
		}
		a.Only = h.Alone != nil && h.Alone.Sources != nil
		question = unnamed(question, i.Display, i.Name)
		a.Asked = question
		searcher = searcher.With(h.Near(sc, i))
		found, answered, err := quoted(ctx, searcher, question)
		if err != nil {
			return a
		}
		if !answered {
			a.Unread = unread(i)
		}
		for n, place := range (speaker{h, sc, i}).placed(ctx, found) {
			found[n].Place = place
		}
		isDated := slices.ContainsFunc(found, func(f tool.Found) bool { return f.Hit.Other })
		for _, f := range found {
			if !answered {
				a.Nearest = f.Source()
				break
			}
			one := model.Passage{Source: cmp.Or(names.Show(f.Path), f.Title), Place: f.Place, Heading: f.Heading, Text: f.Hit.Text, Code: f.Hit.Code}
			if isDated {
				one.Dated = find.DateOf(f, chapterOf(i, f))
			}
			a.Quotes = append(a.Quotes, one)
		}
		return a
	}
}

// chapterOf returns the text of the document of a passage, as the backstory has it.
func chapterOf(i *profile.Identity, f tool.Found) string {
	if f.Origin == nil {
		return ""
	}
	text, _ := find.ChaptersOf(i)(f.Origin)
	return text
}

// quoted returns what is quoted as an answer: to all of a question, else to a line of it.
func quoted(ctx context.Context, searcher *tool.Searcher, question string) (found []tool.Found, answered bool, err error) {
	for _, line := range search.Lines(question) {
		list, ok, err := searcher.Quotes(ctx, line)
		if err != nil || ok {
			return list, ok, err
		}
		if found == nil {
			found = list
		}
	}
	return found, false, nil
}

// unnamed returns a question without the names of who is asked: their documents speak of
// them, and seldom say the name.
func unnamed(question string, names ...string) string {
	isName := func(word string) bool {
		word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
		return slices.ContainsFunc(names, func(name string) bool { return word != "" && strings.EqualFold(word, name) })
	}
	lines := strings.Split(question, "\n")
	for n, line := range lines {
		lines[n] = strings.Join(slices.DeleteFunc(strings.Fields(line), isName), " ")
	}
	if text := strings.Join(lines, "\n"); strings.TrimSpace(text) != "" {
		return text
	}
	return question
}

// maxUnread is how many documents are named that have no text.
const maxUnread = 5

// unread names the documents of a profile that have no text, each with why.
func unread(i *profile.Identity) (lines []string) {
	m, err := manifest.Load(i.Manifest)
	if err != nil {
		return nil
	}
	for n := range m.Files {
		e := &m.Files[n]
		why := ""
		if e.Status == manifest.StatusFailed && !e.HasChapter() {
			why = "could not be read: " + e.Error
		}
		for _, w := range e.Warnings {
			if w.Code == "needs-ocr" && e.Tokens < minRead {
				why = "has no text: " + w.Message
			}
		}
		if why != "" && len(lines) < maxUnread {
			lines = append(lines, oneline.Cut(names.Show(e.Path)+" "+why, 300)+".")
		}
	}
	return lines
}

// minRead is how many tokens of a document are more than its title.
const minRead = 50
