package sheet

// chunks is a long list of values in pieces, which stay where they are.
type chunks[T any] [][]T

// room returns how many values the last chunk has room for, 0 where there is none.
func (c chunks[T]) room() int {
	if len(c) == 0 {
		return 0
	}
	last := c[len(c)-1]
	return cap(last) - len(last)
}

// add appends a chunk with room for so many values and none yet.
func (c *chunks[T]) add(room int) { *c = append(*c, make([]T, 0, room)) }

// append appends values to the last chunk, which has room for them, and returns
// where in it they are.
func (c chunks[T]) append(values ...T) int {
	last := &c[len(c)-1]
	at := len(*last)
	*last = append(*last, values...)
	return at
}
