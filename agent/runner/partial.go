package runner

import (
	"context"
	"sync"
	"time"
)

// partialEvery is how often what is streamed is kept: a process that is killed
// loses no more than was said in a quarter of a second.
const partialEvery = 150 * time.Millisecond

// partial keeps an answer while it is streamed.
type partial struct {
	mu   sync.Mutex
	text []byte
	once sync.Once
	end  chan struct{}
	done chan struct{}
}

// keepPartial keeps what is added, a little behind, until it is stopped. What
// cannot be kept is lost with the process alone, so that no error ends a turn.
func (t *turn) keepPartial(ctx context.Context) *partial {
	p := &partial{end: make(chan struct{}), done: make(chan struct{})}
	ctx = context.WithoutCancel(ctx)
	lease, number := *t.thread.lease, t.a.Turn.Number
	go func() {
		defer close(p.done)
		tick := time.NewTicker(partialEvery)
		defer tick.Stop()
		kept := ""
		for {
			select {
			case <-p.end:
				return
			case <-tick.C:
			}
			if text := p.said(); text != kept && t.thread.r.Store.PutPartial(ctx, t.thread.scope, lease, number, text) == nil {
				kept = text
			}
		}
	}()
	return p
}

func (p *partial) add(text string) {
	p.mu.Lock()
	p.text = append(p.text, text...)
	p.mu.Unlock()
}

// takeBack takes so many bytes off the end.
func (p *partial) takeBack(bytes int) {
	p.mu.Lock()
	p.text = p.text[:max(0, len(p.text)-bytes)]
	p.mu.Unlock()
}

func (p *partial) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(p.text)
}

// stop ends the keeping; nothing is written afterwards.
func (p *partial) stop() {
	p.once.Do(func() { close(p.end) })
	<-p.done
}
