package sql

import (
	"context"
	"math"

	"github.com/seed353dc258/backstory/converters"
)

// noDelimiter is in no text.
const noDelimiter = "\xff"

// readBest reads a text in the dialect that it seems to be of, and once or
// twice more where its strings do not come out even.
func readBest(ctx context.Context, env *converters.Env, text string) (*reader, error) {
	d := sniff(text)
	best, err := readAs(ctx, env, newLexer(text, d))
	if err != nil || best.trouble() == 0 {
		return best, err
	}
	if escapable(text) {
		d.backslash = !d.backslash
		other, err := readAs(ctx, env, newLexer(text, d))
		if err != nil {
			return nil, err
		}
		if other.trouble() < best.trouble() {
			best = other
		}
	}
	if best.open < 0 {
		return best, nil
	}
	guarded := newLexer(text, best.dialect)
	guarded.guarded = true
	return readAs(ctx, env, guarded)
}

// readAs reads the text of a lexer.
func readAs(ctx context.Context, env *converters.Env, l *lexer) (*reader, error) {
	l.widest = int(min(env.Limits.Columns, 1<<30))
	r := newReader(ctx, env, l)
	err := r.read()
	// What was found is found again by every later look: what $tag$ mean is
	// settled, and no delimiter stands in rows and columns.
	l.misses = math.MinInt / 2
	l.delimit(noDelimiter)
	return r, err
}

// trouble says how little a reading explains the quotes of the text: nothing
// is as bad as one that is never closed.
func (l *lexer) trouble() int {
	if l.open >= 0 {
		return 1<<30 + l.glued
	}
	return l.glued
}
