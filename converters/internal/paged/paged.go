// Package paged holds long lists of small values: pages of them in memory, and
// those beyond a number of bytes, if they were not used lately, on a
// [converters.Scratch].
package paged

import (
	"math"
	"slices"
	"unsafe"

	"github.com/seed353dc258/backstory/converters"
)

// Pages is a list of pages. Values have no pointers in them. The zero value
// keeps all in memory.
type Pages[T any] struct {
	// Fixed says that nobody changes a page that is full: what was asked for
	// stays as it is. Else it is good as long as few other pages are asked for.
	Fixed bool

	scratch converters.Scratch
	most    int // bytes in memory
	list    []page[T]
	held    int // bytes in memory now
	loads   int // since most was set
	hand    int // the next page that may go
	recent  [recentPages]int
	spare   []T // memory of a page that went
}

// recentPages is how many pages stay that were asked for last.
const recentPages = 4

type page[T any] struct {
	values []T // nil while they are on the scratch
	length int
	at     int64 // on the scratch, behind its start by one; 0 while it has no room there
	used   bool  // since the hand came by
}

// Use lets pages leave memory where more than so many bytes of it are taken, if
// the environment has a scratch.
func (p *Pages[T]) Use(env *converters.Env, most int) {
	p.scratch, _ = converters.Service[converters.Scratch](env)
	p.most = most
}

// Stay lets no page leave memory from now on: for who changes values while many
// pages are asked for.
func (p *Pages[T]) Stay() { p.most = math.MaxInt / 4 }

// Len returns the number of pages.
func (p *Pages[T]) Len() int { return len(p.list) }

// Add appends a page with room for so many values and none yet.
func (p *Pages[T]) Add(room int) {
	p.list = append(p.list, page[T]{values: p.make(room)[:0], used: true})
	p.hold(room)
}

// Room returns how many values the last page has room for, 0 where there is none.
func (p *Pages[T]) Room() int {
	if len(p.list) == 0 {
		return 0
	}
	last := p.list[len(p.list)-1].values
	return cap(last) - len(last)
}

// Append appends values to the last page, which has room for them, and returns
// where in it they are.
func (p *Pages[T]) Append(values ...T) int {
	last := &p.list[len(p.list)-1]
	at := len(last.values)
	last.values = append(last.values, values...)
	return at
}

// Get returns the values of a page.
func (p *Pages[T]) Get(i int) []T {
	page := &p.list[i]
	page.used = true
	if i != p.recent[0] {
		copy(p.recent[1:], p.recent[:])
		p.recent[0] = i
	}
	if page.values == nil {
		p.load(page)
	}
	return page.values
}

// make returns memory for values.
func (p *Pages[T]) make(n int) []T {
	if cap(p.spare) < n || n == 0 {
		return make([]T, n)
	}
	values := p.spare[:n]
	p.spare = nil
	return values
}

// load reads a page.
func (p *Pages[T]) load(page *page[T]) {
	page.values = p.make(page.length)
	p.scratch.Read(page.at-1, raw(page.values))
	p.hold(cap(page.values))
	if p.loads++; p.loads > rounds*len(p.list) {
		// They are not asked for in their order: more have to be held.
		p.most, p.loads = 2*p.most, 0
	}
}

// rounds is how often all pages may be read in their order before more of them
// are held.
const rounds = 12

// hold counts a page that came to memory, and lets others go.
func (p *Pages[T]) hold(room int) {
	p.held += sizeOf[T](room)
	if p.scratch == nil {
		return
	}
	last := len(p.list) - 1 // it may be written to
	for turns := 2 * len(p.list); p.held > p.most && turns > 0; turns-- {
		if p.hand++; p.hand >= last {
			p.hand = 0
		}
		page := &p.list[p.hand]
		switch {
		case page.values == nil || p.hand == last || slices.Contains(p.recent[:], p.hand):
		case page.used:
			page.used = false
		default:
			p.free(page)
		}
	}
}

// free takes a page out of memory.
func (p *Pages[T]) free(page *page[T]) {
	if page.at == 0 || !p.Fixed {
		page.length = len(page.values)
		if page.at == 0 {
			page.at = 1 + p.scratch.Room(sizeOf[T](page.length))
		}
		p.scratch.Write(page.at-1, raw(page.values))
	}
	p.held -= sizeOf[T](cap(page.values))
	if !p.Fixed {
		p.spare = page.values
	}
	page.values = nil
}

func sizeOf[T any](n int) int {
	var one T
	return n * int(unsafe.Sizeof(one))
}

// raw returns the bytes of values.
func raw[T any](values []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), sizeOf[T](len(values)))
}
