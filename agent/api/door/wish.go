package door

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/store"
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
	return slices.ContainsFunc(texts, func(text string) bool {
		return carries().MatchString(text) && slices.ContainsFunc(chores(), func(known *regexp.Regexp) bool { return known.MatchString(text) })
	})
}

// hasImages reports whether an image is shown in a request.
func (a *Ask) hasImages() bool {
	return slices.ContainsFunc(a.Said, func(l Line) bool { return len(l.Images) > 0 })
}

// Fit takes out of a request what the API of the model has no place for, and names it as
// ignored. The form of an answer cannot be ignored: the client would read what it
// does not expect. That is an error, with the name that the field of the form has. So is
// an image for a model that takes none.
func (d *Door) Fit(ctx context.Context, a *Ask, form string, ignored *Ignored) error {
	w := &a.Wishes
	asked := []struct {
		name string
		is   bool
		drop func()
	}{
		{"temperature", w.Temperature != nil, func() { w.Temperature = nil }},
		{"seed", w.Seed != nil, func() { w.Seed = nil }},
		{"stop", len(w.Stop) > 0, func() { w.Stop = nil }},
		{"reasoning_effort", w.Effort != "", func() { w.Effort = "" }},
	}
	isAsked := w.Form != "" || a.hasImages()
	for _, one := range asked {
		isAsked = isAsked || one.is
	}
	if !isAsked {
		return nil
	}
	sc, role, err := d.choose(ctx, a.Model)
	if err != nil {
		return err
	}
	i, err := d.Host(ctx).Beside(sc.Profile())
	if err != nil {
		return err
	}
	choice, err := d.Host(ctx).Catalog.ChooseFor(i, store.Session{Kind: store.Client, Role: role})
	if err != nil {
		return err
	}
	if a.hasImages() && !d.Host(ctx).Catalog.TakesImages(ctx, choice.Model) {
		return Wrong(a.Shown, fmt.Sprintf("%s: the model that answers, %s, takes no images: ask one that does, or put the file into the profile's backstory/ folder", a.Shown, choice.Full))
	}
	if w.Form != "" && !slices.Contains(choice.Caps.Wishes, "response_format") {
		return Wrong(form, fmt.Sprintf("%s: answers of the form %q are not to be had of the model that answers, %s", form, w.Form, choice.Full))
	}
	for _, one := range asked {
		if one.is && !slices.Contains(choice.Caps.Wishes, one.name) {
			ignored.Add(one.name)
			one.drop()
		}
	}
	return nil
}
