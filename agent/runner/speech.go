package runner

import (
	"sync"
	"time"
)

// unsureFor is how long the first words of an answer wait where they may turn out
// to be the model's thought.
const unsureFor = 400 * time.Millisecond

// speech tells the text of an answer. What is said first may wait a little.
type speech struct {
	emit  func(Event)
	mu    sync.Mutex
	wait  bool // what is said waits
	held  string
	timer *time.Timer
}

// say tells a piece, at once or with what waits.
func (s *speech) say(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.wait {
		s.emit(Event{Text: text})
		return
	}
	s.held += text
	if s.timer == nil {
		s.timer = time.AfterFunc(unsureFor, s.end)
	}
}

// takeBack says that so many bytes at the end were thought.
func (s *speech) takeBack(bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wait {
		s.held = s.held[:max(0, len(s.held)-bytes)]
		return
	}
	s.emit(Event{Thought: bytes})
}

// end tells what waits; from then on nothing does.
func (s *speech) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil {
		s.timer.Stop()
	}
	if s.held != "" {
		s.emit(Event{Text: s.held})
	}
	s.wait, s.held = false, ""
}
