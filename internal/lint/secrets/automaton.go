package secrets

import (
	"maps"
	"slices"
)

// automaton finds words in a text in one pass (Aho and Corasick, Efficient string
// matching, 1975), as a table of states by classes of bytes. Case does not count.
type automaton struct {
	class   [256]uint8
	classes int
	next    []uint32 // by row and class: a state is where its row begins
	first   uint32   // the first state in which a word ends; all behind it are such
	found   [][]uint16
}

// node is a state while the automaton is made.
type node struct {
	children map[byte]int
	fail     int
	found    []uint16
}

func newAutomaton(words map[string][]uint16) *automaton {
	nodes := []node{{children: map[byte]int{}}}
	a := &automaton{classes: 1}
	for _, word := range slices.Sorted(maps.Keys(words)) {
		at := 0
		for i := range len(word) {
			c := word[i]
			if a.class[c] == 0 {
				a.class[c] = uint8(a.classes)
				a.classes++
			}
			child, ok := nodes[at].children[c]
			if !ok {
				child = len(nodes)
				nodes = append(nodes, node{children: map[byte]int{}})
				nodes[at].children[c] = child
			}
			at = child
		}
		nodes[at].found = append(nodes[at].found, words[word]...)
	}
	for c := byte('a'); c <= 'z'; c++ {
		a.class[c-'a'+'A'] = a.class[c]
	}
	order := link(nodes)
	a.fill(nodes, order)
	return a
}

// link finds for each state the longest end of it that is a state, too, and returns the
// states by their depth.
func link(nodes []node) (order []int) {
	order = []int{0}
	for i := 0; i < len(order); i++ {
		at := order[i]
		for _, c := range slices.Sorted(maps.Keys(nodes[at].children)) {
			child := nodes[at].children[c]
			order = append(order, child)
			if at == 0 {
				continue
			}
			for fail := nodes[at].fail; ; fail = nodes[fail].fail {
				if to, ok := nodes[fail].children[c]; ok {
					nodes[child].fail = to
					break
				}
				if fail == 0 {
					break
				}
			}
			nodes[child].found = append(nodes[child].found, nodes[nodes[child].fail].found...)
		}
	}
	return order
}

// fill makes the table. States in which a word ends come last.
func (a *automaton) fill(nodes []node, order []int) {
	number := make([]uint32, len(nodes))
	n := uint32(0)
	for _, ends := range []bool{false, true} {
		if ends {
			a.first = n
		}
		for _, at := range order {
			if (len(nodes[at].found) > 0) == ends {
				number[at] = n
				n += uint32(a.classes)
				if ends {
					a.found = append(a.found, nodes[at].found)
				}
			}
		}
	}
	bytes := make([]byte, a.classes)
	for c, class := range a.class {
		if class > 0 && (c < 'A' || c > 'Z') {
			bytes[class] = byte(c)
		}
	}
	a.next = make([]uint32, len(nodes)*a.classes)
	for _, at := range order {
		row := a.next[number[at]:][:a.classes]
		if at != 0 {
			copy(row, a.next[number[nodes[at].fail]:][:a.classes])
		}
		for class := 1; class < a.classes; class++ {
			if child, ok := nodes[at].children[bytes[class]]; ok {
				row[class] = number[child]
			}
		}
	}
}

// find calls visit where words end, with what they are for.
func (a *automaton) find(text string, visit func(end int, what []uint16)) {
	state, next, first := uint32(0), a.next, a.first
	for i := range len(text) {
		state = next[state+uint32(a.class[text[i]])]
		if state >= first {
			visit(i+1, a.found[(state-first)/uint32(a.classes)])
		}
	}
}
