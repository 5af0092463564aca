package runner

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"math"
	"strconv"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/tokens"
)

// usualRequests is how often models are asked in one turn, by all agents of it,
// where no budget says.
const usualRequests = 128

// What scheduled tasks may spend on a day where nothing is configured.
const (
	usualUnattended       = 100
	usualUnattendedTokens = 500_000
)

// BudgetError says which budget is used up. The turn is kept as it is, and goes
// on with [Thread.Resume].
type BudgetError struct {
	Of    string // turn, session or day
	Field string // requests, tokens or cost
	Spent string
	Next  string // what the next request takes; empty where the budget has no rest at all
	Limit string
}

// Error implements error.
func (e *BudgetError) Error() string {
	of := "this " + e.Of
	way := "goes on tomorrow"
	switch e.Of {
	case "turn":
		way = "goes on with the budget of another turn"
	case "session":
		way = "begins another session"
	}
	command := "/continue"
	if e.Of == "session" {
		command = "/new"
	}
	next := ""
	if e.Next != "" {
		next = ", and the next request has about " + e.Next
	}
	return fmt.Sprintf("the budget of %s is used up: %s of %s %s%s; %s %s, budget.%s.%s in config.json raises it",
		of, e.Spent, e.Limit, e.Field, next, command, way, e.Of, e.Field)
}

// asker asks models in the name of a session, within the budgets.
type asker struct {
	r       *Runner
	scope   scope.Scope
	session store.Session
}

// asker returns what the session asks models through.
func (c *Thread) asker() asker { return asker{c.r, c.scope, c.session} }

// account returns the account of a turn, which the agents that it starts share.
func (a asker) account(ctx context.Context) *account {
	if f, ok := ctx.Value(childrenKey{}).(children); ok && f.account != nil {
		return f.account
	}
	return &account{session: a.billed()}
}

// billed is the session on whose account a session spends: a task spends in that of
// the session that started it.
func (a asker) billed() string {
	if a.session.Kind == store.Scheduled {
		return unattended
	}
	if s := a.session; s.Parent != "" && (s.Kind == store.Child || s.Kind == store.Background) {
		return s.Parent
	}
	return a.session.ID
}

// unattended is in whose name scheduled tasks spend, all together.
const unattended = "unattended"

// unattended returns what a scheduled task may spend on a day.
func (a asker) unattended() model.Limits {
	switch {
	case a.session.Kind != store.Scheduled:
		return model.Limits{}
	case a.r.Bounds.Unattended == model.Limits{}:
		return model.Limits{Requests: usualUnattended, Tokens: usualUnattendedTokens}
	}
	return a.r.Bounds.Unattended
}

// afford takes a request from the budgets, or says which one has no room for it.
func (a asker) afford(ctx context.Context, p *account, next store.Spending) error {
	a.r.till.Lock() // what is looked up holds until it is spent
	defer a.r.till.Unlock()
	day := today()
	budget := a.r.Bounds.Budget
	if budget.Turn.Requests == 0 {
		budget.Turn.Requests = usualRequests
	}
	for _, b := range []struct {
		of      string
		limits  model.Limits
		day, by string
	}{{"turn", budget.Turn, "", ""}, {"session", budget.Session, "", p.session}, {"day", budget.Day, day, ""}, {"day", a.unattended(), day, unattended}} {
		if b.limits == (model.Limits{}) {
			continue
		}
		spent := p.sum()
		if b.of != "turn" {
			var err error
			if spent, err = a.r.Store.Spent(ctx, a.scope, b.day, b.by); err != nil {
				return err
			}
		}
		if err := within(b.of, b.limits, spent, next); err != nil {
			return err
		}
	}
	return a.spend(ctx, p, store.Spending{Requests: 1})
}

// spend counts what was spent.
func (a asker) spend(ctx context.Context, p *account, s store.Spending) error {
	p.mu.Lock()
	p.spent.Add(s)
	p.mu.Unlock()
	return a.r.Store.Spend(context.WithoutCancel(ctx), a.scope, today(), p.session, s)
}

func (p *account) sum() store.Spending {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.spent
}

// tell reports whether it is to be told that the price of a model is not known.
func (p *account) tell() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	was := p.told
	p.told = true
	return !was
}

func today() string { return time.Now().Format(time.DateOnly) }

// within reports which limit the next request would go over.
func within(of string, l model.Limits, spent, next store.Spending) error {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	money := func(n int64) string { return strconv.FormatFloat(float64(n)/1e6, 'f', 4, 64) }
	cost := int64(math.Round(l.Cost * 1e6))
	for _, f := range []struct {
		name               string
		limit, spent, next int64
		show               func(int64) string
	}{
		{"requests", l.Requests, spent.Requests, next.Requests, number},
		{"tokens", l.Tokens, spent.Tokens, next.Tokens, number},
		{"cost", cost, spent.Cost, next.Cost, money},
	} {
		if f.limit <= 0 || f.spent+f.next <= f.limit {
			continue
		}
		e := &BudgetError{Of: of, Field: f.name, Spent: f.show(f.spent), Limit: f.show(f.limit)}
		if f.spent < f.limit {
			e.Next = f.show(f.next)
		}
		return e
	}
	return nil
}

// stream asks a model, as far as the budgets allow it, and counts what that
// takes. Where a server does not say what it took, that is estimated.
func (a asker) stream(ctx context.Context, by Utility, r *model.Request, note func(string)) iter.Seq2[model.Event, error] {
	return func(yield func(model.Event, error) bool) {
		price, priced := model.Price{}, false
		if a.r.Price != nil {
			price, priced = a.r.Price(by.Model)
		}
		p := a.account(ctx)
		if !priced && note != nil && by.Provider.Name() != "offline" && a.r.Bounds.Budget.HasCost() && p.tell() {
			note("the cost of " + by.Model + " is not known: prices in config.json has no entry for it, and limits of cost do not count it")
		}
		input := size(r)
		err := a.afford(ctx, p, store.Spending{Requests: 1, Tokens: int64(input), Cost: price.Cost(model.Usage{Input: input})})
		if err != nil {
			yield(model.Event{}, err)
			return
		}
		var used *model.Usage
		begun, said := false, 0
		for e, err := range a.wire(by).Stream(ctx, r) {
			if err == nil {
				begun = true
				said += tokens.Estimate(e.Text)
			}
			if e.Usage != nil {
				used = e.Usage
			}
			if !yield(e, err) {
				break
			}
		}
		if used == nil && begun {
			used = &model.Usage{Input: input, Output: said}
		}
		if used == nil {
			return
		}
		// A count that cannot be kept is that of this process alone.
		_ = a.spend(ctx, p, store.Spending{
			Tokens: int64(used.Input + used.Output + used.CacheRead + used.CacheWrite), Cost: price.Cost(*used),
		})
	}
}

// wire is what a model is asked through: one that knows nothing of tools is told
// of them in words.
func (a asker) wire(by Utility) model.Provider {
	mode := a.r.caps(by.Provider, by.Model).Tools
	if _, refused := a.r.models.noTools.Load(by.Model); refused && mode == model.ToolsNative {
		mode = model.ToolsText
	}
	if mode == model.ToolsNative {
		return by.Provider
	}
	sum := sha256.Sum256([]byte("calls in " + a.session.ID))
	return model.NewText(by.Provider, mode, hex.EncodeToString(sum[:6]))
}

// account is what a turn spends, with all agents that it starts.
type account struct {
	session string // in whose name it is spent
	mu      sync.Mutex
	spent   store.Spending
	told    bool // that the price of a model is not known
}
