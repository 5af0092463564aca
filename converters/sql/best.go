package sql

import (
	"context"
	"math"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/sql/lex"
)

// readBest reads a text in the dialect that it seems to be of, and once or
// twice more where its strings do not come out even.
func readBest(ctx context.Context, env *converters.Env, text string) (*reader, error) {
	d := lex.Sniff(text)
	best, err := readAs(ctx, env, lex.NewLexer(text, d))
	if err != nil || trouble(best.lex) == 0 {
		return best, err
	}
	if lex.Escapable(text) {
		d.Backslash = !d.Backslash
		other, err := readAs(ctx, env, lex.NewLexer(text, d))
		if err != nil {
			return nil, err
		}
		if trouble(other.catalog.lex) < trouble(best.lex) {
			best = other
		}
	}
	if best.lex.Strings.Open < 0 {
		return best, nil
	}
	guarded := lex.NewLexer(text, best.lex.Dialect)
	guarded.Strings.Guarded = true
	return readAs(ctx, env, guarded)
}

// readAs reads the text of a lexer.
func readAs(ctx context.Context, env *converters.Env, l *lex.Lexer) (*reader, error) {
	l.Widest = int(min(env.Limits.Columns, 1<<30))
	r := newReader(ctx, env, l)
	err := r.read()
	// What was found is found again by every later look: what $tag$ mean is
	// settled, and no delimiter is in rows and columns.
	l.Strings.Misses = math.MinInt / 2
	l.Delimit(noDelimiter)
	return r, err
}

// trouble says how little a reading explains the quotes of the text: nothing
// is as bad as one that is never closed.
func trouble(l *lex.Lexer) int {
	if l.Strings.Open >= 0 {
		return 1<<30 + l.Strings.Glued
	}
	return l.Strings.Glued
}
