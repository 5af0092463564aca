package mcp

import (
	"errors"
	"strconv"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/prompt"
)

// The size of an answer, in tokens. Clients refuse answers of more than about
// 25,000 (Claude Code's limit).
const (
	usualTokens = 20_000
	maxTokens   = 100_000
	minTokens   = 200
)

var errCursor = errors.New("cursor: this answer has no such page; it may have changed since: ask again without a cursor")

// Paged are the arguments of tools whose answers may be long.
type Paged struct {
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"how long the answer may be, 200 to 100000; default 20000"`
	Cursor    string `json:"cursor,omitempty" jsonschema:"next_cursor of the answer before, to read on"`
}

func (p Paged) tokens() int {
	if p.MaxTokens <= 0 {
		return usualTokens
	}
	return min(max(p.MaxTokens, minTokens), maxTokens)
}

// offset is where the cursor says that the next page begins.
func (p Paged) offset(text string) (int, error) {
	n, err := p.index(len(text))
	if err == nil && n < len(text) && !utf8.RuneStart(text[n]) {
		err = errCursor
	}
	return n, err
}

// cut returns the page of a text that the arguments ask for, in whole lines.
// next is empty at the end.
func (p Paged) cut(text string) (page, next string, err error) {
	begin, err := p.offset(text)
	if err != nil {
		return "", "", err
	}
	end := begin + prompt.PageEnd(text[begin:], p.tokens())
	if end < len(text) {
		next = strconv.Itoa(end)
	}
	return text[begin:end], next, nil
}

// index is where the cursor says that the next page of a list begins.
func (p Paged) index(length int) (int, error) {
	if p.Cursor == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(p.Cursor)
	if err != nil || n < 0 || n > length {
		return 0, errCursor
	}
	return n, nil
}

func count(text string) int { return tokens.Estimate(text) }
