package patch

import "errors"

// The errors of changes. Each is wrapped in words that say where.
var (
	ErrInvalid  = errors.New("not a change")
	ErrConflict = errors.New("the change does not fit the file")
)
