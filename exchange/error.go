package exchange

import "errors"

// What is wrong with an input.
var (
	ErrCorrupt = errors.New("the file is damaged")
	ErrLimit   = errors.New("over a limit")
	ErrUnknown = errors.New("not of this kind")
)
