package model

import "math"

// Price is what a model costs, for a million tokens of each kind.
type Price struct {
	Input      float64 `json:"input"`
	Output     float64 `json:"output"`
	CacheRead  float64 `json:"cache_read"`
	CacheWrite float64 `json:"cache_write"`
}

// Cost is what an exchange costs, in millionths.
func (p Price) Cost(u Usage) int64 {
	return int64(math.Round(p.Input*float64(u.Input) + p.Output*float64(u.Output) +
		p.CacheRead*float64(u.CacheRead) + p.CacheWrite*float64(u.CacheWrite)))
}

// Limits bound what is asked of models. What is 0 is not bounded.
type Limits struct {
	Requests int64   `json:"requests"`
	Tokens   int64   `json:"tokens"` // sent and received
	Cost     float64 `json:"cost"`   // in the currency of the prices
}

// Budget bounds what is asked of models in a turn, in a session and on a day,
// with all agents that are started there.
type Budget struct {
	Turn    Limits `json:"turn"`
	Session Limits `json:"session"`
	Day     Limits `json:"day"`
}

// HasCost reports whether it bounds what is paid.
func (b Budget) HasCost() bool { return max(b.Turn.Cost, b.Session.Cost, b.Day.Cost) > 0 }
