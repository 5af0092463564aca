package converters

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/gate"
	"github.com/seed353dc258/backstory/internal/slab"
)

// warningsKept is how many different warnings one source may have; later ones
// are added to the count of the first with their code.
const warningsKept = 200

// maxShown is how many bytes are told of words that a source hides.
const maxShown = 2000

// pollEvery is how many steps pass between two looks at the context.
const pollEvery = 4096

// Env is what a converter has of the world while it reads one source: its
// limits and options, what is spent, and the services that it may ask for.
// It is for one source and one goroutine.
type Env struct {
	Limits  Limits
	Options Options
	Gate    gate.Gate // cleans text where a converter needs it clean before it reads structure

	registry   *Registry
	services   []any
	warnings   []document.Warning
	spent      [limitCount]int64
	polled     int64
	nesting    int64
	made       int64 // nodes of the document, by [Make]
	given      bool  // the document is made, and is being written
	paragraphs slab.Slab[document.Paragraph]
	seeming    int  // pieces that were left out since they seem to be hidden
	doubtful   bool // what seems to be hidden is marked
	noted      *noted
}

// noted is where the gate found something first, by rule.
type noted struct {
	at    document.Pos // what is cleaned
	first map[gate.Rule]document.Pos
}

// cleaning returns where the place is to be kept that the gate cleans; nil where
// nobody asks for it.
func (e *Env) cleaning() *document.Pos {
	if !strings.HasPrefix(e.Options.Shown(), charCode) {
		return nil
	}
	if e.noted == nil {
		e.noted = &noted{first: map[gate.Rule]document.Pos{}}
		e.Gate.Watch(maxChars, func(rule gate.Rule) { e.noted.first[rule] = e.noted.at })
	}
	return &e.noted.at
}

// charCode begins the codes of what the gate finds.
const charCode = "char-"

// maxChars is how many of the characters are told that the gate found, where they
// are asked for.
const maxChars = 200

// NewEnv returns the environment for one source. A service is a value that
// the converter finds by its type with [Service].
func NewEnv(registry *Registry, limits Limits, options Options, services ...any) *Env {
	return &Env{Limits: limits.Filled(), Options: options, registry: registry, services: services}
}

// WhenHidden returns what becomes of hidden content that a code tells of: of what
// seems to be hidden by its colour, size or place, or of what the file marks as hidden.
func (e *Env) WhenHidden(code string, inferred bool) HiddenPolicy {
	policy := e.Options.WhenHidden(code)
	if policy == DropHidden && inferred && e.doubtful {
		return MarkHidden
	}
	return policy
}

// SeemsHidden counts pieces of content that a converter left out since they seem
// to be hidden. Where one kind of them is asked for, the rest is not looked at.
func (e *Env) SeemsHidden(n int) {
	if e.Options.Shown() == "" {
		e.seeming += n
	}
}

// Shows reports whether the words are asked for that a code tells of.
func (e *Env) Shows(code string) bool { return e.Options.Hidden == showing+code }

// Show tells words that a source hides, where they are asked for: as a warning whose
// code is the option Hidden; see [Options.Showing].
func (e *Env) Show(code string, pos document.Pos, words string) {
	if words = strings.Join(strings.Fields(words), " "); words == "" || !e.Shows(code) {
		return
	}
	if cut := maxShown; len(words) > cut {
		for !utf8.RuneStart(words[cut]) {
			cut--
		}
		words = words[:cut]
	}
	e.Warn(document.Warning{Code: e.Options.Hidden, Pos: pos, Message: words})
}

// LeftOut returns how many pieces of content were left out since they seem to be
// hidden.
func (e *Env) LeftOut() int { return e.seeming }

// Doubt has what seems to be hidden marked, where it would be left out: most of
// the document would go, so that its looks may be wrong.
func (e *Env) Doubt() { e.doubtful = true }

// Service returns the service of type T, usually an interface, that the
// environment was given.
func Service[T any](e *Env) (T, bool) {
	for _, s := range e.services {
		if t, ok := s.(T); ok {
			return t, true
		}
	}
	var none T
	return none, false
}

// Passwords is a service: what may open a locked source, tried in their order. It
// is not an option, since options are kept in files and keys.
type Passwords []string

// Unlock calls open with one of the passwords after the other, until it returns another
// error than wrong, or none. For a source inside another one there are none: the text of
// the outer one would depend on them, and not on its digest alone. What is locked, such as
// "document", is for the error where none is the one.
func (e *Env) Unlock(what string, wrong error, open func(password string) error) error {
	locked := "the " + what + " is locked with a password"
	if e.nesting > 0 {
		return &EncryptedError{What: locked, Remedy: "save it without one, or beside what it is in"}
	}
	given, _ := Service[Passwords](e)
	for _, p := range given {
		err := open(p)
		if err == nil {
			e.Warn(document.Warning{Code: WarnLocked, Message: "it is locked with a password, which was given"})
		}
		if !errors.Is(err, wrong) {
			return err
		}
	}
	if len(given) > 0 {
		return &EncryptedError{What: locked + ", and none that was given is the one", Remedy: "give the right one in --password-file"}
	}
	return &EncryptedError{What: locked, Remedy: "give it in --password-file or in your configuration, or save the " + what + " without one"}
}

// Warn records what was lost, dropped or neutralised. Warnings with the same
// code and message are counted as one, at the first one's place.
func (e *Env) Warn(w document.Warning) {
	w.Count = max(w.Count, 1)
	sameCode := -1
	for i := range e.warnings {
		if e.warnings[i].Code != w.Code {
			continue
		}
		if e.warnings[i].Message == w.Message {
			e.warnings[i].Count += w.Count
			return
		}
		if sameCode < 0 {
			sameCode = i
		}
	}
	if len(e.warnings) >= warningsKept && sameCode >= 0 {
		e.warnings[sameCode].Count += w.Count
		return
	}
	e.warnings = append(e.warnings, w)
}

// Empty returns the error for an input in which nothing was found. Where something
// was left out of it the input is not empty, and the error says that it is damaged.
func (e *Env) Empty(what string) error {
	return &CorruptError{What: what, Empty: len(e.Warnings()) == 0}
}

// Warnings returns what was recorded, in order, then what the gate found. It
// is complete once the document has been written, since rows stream.
func (e *Env) Warnings() []document.Warning {
	out := slices.Clone(e.warnings)
	for _, f := range e.Gate.Findings() {
		w := document.Warning{
			Code:    charCode + strings.ToLower(f.Rule.String()),
			Message: f.Rule.Title() + ": " + f.Sample,
			Count:   f.Count,
		}
		if out = append(out, w); e.noted != nil && e.Shows(w.Code) {
			out = append(out, document.Warning{Code: e.Options.Hidden, Pos: e.noted.first[f.Rule], Message: f.Sample, Count: 1})
		}
	}
	if n := e.Gate.Unassigned(); n > 0 {
		out = append(out, document.Warning{
			Code: warnUnassigned, Message: "characters that Unicode 17 does not assign were kept", Count: n,
		})
	}
	return out
}

// Check returns a [LimitError] if a single value, such as a depth or the size
// of a part, is over a limit.
func (e *Env) Check(limit Limit, value int64, pos document.Pos) error {
	if most := *e.Limits.field(limit); value > most {
		return &LimitError{Limit: limit, Value: value, Max: most, Pos: pos}
	}
	return nil
}

// Spend adds to what this source has used of a limit, such as its cells or
// unpacked bytes, and returns a [LimitError] once it is used up.
func (e *Env) Spend(limit Limit, n int64, pos document.Pos) error {
	e.spent[limit] += n
	return e.Check(limit, e.spent[limit], pos)
}

// Left returns how much of a limit this source has not used: a reader of many
// small things counts by itself up to that and spends it at once.
func (e *Env) Left(limit Limit) int64 { return *e.Limits.field(limit) - e.spent[limit] }

// Step counts n steps of work. It returns a [LimitError] when the budget is
// spent, and the context's error soon after that is cancelled: the context is
// looked at every few thousand steps, so that cancelling costs nothing.
func (e *Env) Step(ctx context.Context, n int64, pos document.Pos) error {
	e.spent[LimitSteps] += n
	if e.spent[LimitSteps]-e.polled < pollEvery {
		return nil
	}
	e.polled = e.spent[LimitSteps]
	if err := ctx.Err(); err != nil {
		return err
	}
	return e.Check(LimitSteps, e.spent[LimitSteps], pos)
}

// Convert converts a source inside a source, such as an attachment, on the
// same budgets and with the same options. Its warnings join the outer ones, and
// its text passes the gate with that of the outer document.
func (e *Env) Convert(ctx context.Context, in Input) (*document.Document, error) {
	e.nesting++
	defer func() { e.nesting-- }()
	if err := e.Check(LimitNesting, e.nesting, document.Pos{}); err != nil {
		return nil, err
	}
	return e.registry.Convert(ctx, in, e)
}
