package converters

import (
	"fmt"
	"slices"
	"strconv"
)

// Limit names one of the limits in [Limits].
type Limit uint8

// The limits. Their meaning and defaults are in [LimitTable].
const (
	LimitInput Limit = iota
	LimitProfile
	LimitFiles
	LimitFolderDepth
	LimitText
	LimitBackstory
	LimitSteps
	LimitNodes
	LimitDepth
	LimitCells
	LimitColumns
	LimitNesting
	LimitEntries
	LimitPart
	LimitParts
	LimitRatio
	limitCount
)

// Limits bounds what one source, or one build, may cost. A field that is zero
// has the default of [LimitTable]. All are counts of work or size, never of
// time, so that a limit is passed on every machine or on none.
type Limits struct {
	Input       int64 `json:"input,omitempty"`
	Profile     int64 `json:"profile,omitempty"`
	Files       int64 `json:"files,omitempty"`
	FolderDepth int64 `json:"folder-depth,omitempty"`
	Text        int64 `json:"text,omitempty"`
	Backstory   int64 `json:"backstory,omitempty"`
	Steps       int64 `json:"steps,omitempty"`
	Nodes       int64 `json:"nodes,omitempty"`
	Depth       int64 `json:"depth,omitempty"`
	Cells       int64 `json:"cells,omitempty"`
	Columns     int64 `json:"columns,omitempty"`
	Nesting     int64 `json:"nesting,omitempty"`
	Entries     int64 `json:"entries,omitempty"`
	Part        int64 `json:"part,omitempty"`
	Parts       int64 `json:"parts,omitempty"`
	Ratio       int64 `json:"ratio,omitempty"`
}

// LimitInfo describes a limit for people and for the docs.
type LimitInfo struct {
	Limit   Limit
	Name    string // as in options and in errors
	Unit    string // "bytes", "characters", "" for a plain count
	Default int64
	Title   string
}

const (
	kib = 1 << 10
	mib = 1 << 20
	gib = 1 << 30
)

// LimitTable returns every limit in order, each at the index of its [Limit].
func LimitTable() []LimitInfo { return slices.Clone(limitTable[:]) }

// limitTable is never changed.
var limitTable = [limitCount]LimitInfo{
	{LimitInput, "input", "bytes", 64 * mib, "size of one source"},
	{LimitProfile, "profile", "bytes", 1 * gib, "size of all sources of a profile"},
	{LimitFiles, "files", "", 100_000, "files in a profile's backstory folder"},
	{LimitFolderDepth, "folder-depth", "", 64, "folders inside folders"},
	{LimitText, "text", "characters", 10 * mib, "text that one source gives"},
	{LimitBackstory, "backstory", "characters", 16 * mib, "length of backstory.md"},
	{LimitSteps, "steps", "", 1 << 32, "steps of work on one source"},
	{LimitNodes, "nodes", "", 4 * mib, "blocks, elements or tokens held at once for one source"},
	{LimitDepth, "depth", "", 256, "elements, groups or blocks inside one another"},
	{LimitCells, "cells", "", 4 * mib, "cells with content in one source"},
	{LimitColumns, "columns", "", 16_384, "columns of a table"},
	{LimitNesting, "nesting", "", 4, "documents inside documents"},
	{LimitEntries, "entries", "", 10_000, "entries of a package"},
	{LimitPart, "part", "bytes", 128 * mib, "one part of a package, unpacked"},
	{LimitParts, "parts", "bytes", 512 * mib, "all parts of a package, unpacked"},
	{LimitRatio, "ratio", "", 250, "unpacked bytes for each packed byte, after the first 10 MiB"},
}

// String returns the limit's name.
func (l Limit) String() string {
	if l < limitCount {
		return limitTable[l].Name
	}
	return "limit " + strconv.Itoa(int(l))
}

// OfProfile reports whether the limit bounds all sources together, so that it
// cannot be set for some of them.
func (l Limit) OfProfile() bool {
	switch l {
	case LimitProfile, LimitFiles, LimitFolderDepth, LimitBackstory:
		return true
	}
	return false
}

// trustedFactor is how many times its default a profile may raise a limit by
// itself.
const trustedFactor = 16

// Trusted returns how high a profile may raise the limit by itself.
func (l Limit) Trusted() int64 { return limitTable[l].Default * trustedFactor }

// LimitNamed returns the limit of a name.
func LimitNamed(name string) (Limit, bool) {
	for i := range limitTable {
		if limitTable[i].Name == name {
			return Limit(i), true
		}
	}
	return 0, false
}

// field returns the place of a limit's value.
func (l *Limits) field(limit Limit) *int64 {
	switch limit {
	case LimitInput:
		return &l.Input
	case LimitProfile:
		return &l.Profile
	case LimitFiles:
		return &l.Files
	case LimitFolderDepth:
		return &l.FolderDepth
	case LimitText:
		return &l.Text
	case LimitBackstory:
		return &l.Backstory
	case LimitSteps:
		return &l.Steps
	case LimitNodes:
		return &l.Nodes
	case LimitDepth:
		return &l.Depth
	case LimitCells:
		return &l.Cells
	case LimitColumns:
		return &l.Columns
	case LimitNesting:
		return &l.Nesting
	case LimitEntries:
		return &l.Entries
	case LimitPart:
		return &l.Part
	case LimitParts:
		return &l.Parts
	case LimitRatio:
		return &l.Ratio
	default:
		panic(fmt.Sprintf("converters: unknown limit %d", limit))
	}
}

// endless is what no source reaches. A higher limit is no other one, so that
// limits can be reckoned with.
const endless = 1 << 48

// Get returns a limit's value, the default where none is set.
func (l Limits) Get(limit Limit) int64 {
	if v := *l.field(limit); v != 0 {
		return min(v, endless)
	}
	return limitTable[limit].Default
}

// Has reports whether a limit is set.
func (l Limits) Has(limit Limit) bool { return *l.field(limit) != 0 }

// With returns the limits with one of them set.
func (l Limits) With(limit Limit, value int64) Limits {
	*l.field(limit) = value
	return l
}

// Filled returns the limits with every default written out.
func (l Limits) Filled() Limits {
	for i := range limitTable {
		if f := l.field(Limit(i)); *f == 0 {
			*f = limitTable[i].Default
		} else {
			*f = min(*f, endless)
		}
	}
	return l
}

// Validate reports a limit below zero.
func (l Limits) Validate() error {
	for _, info := range LimitTable() {
		if v := *l.field(info.Limit); v < 0 {
			return fmt.Errorf("limits.%s: %d is below zero: give a positive number, or leave it out for %d", info.Name, v, info.Default)
		}
	}
	return nil
}

// Over returns the limits with those of other that are set in their place.
func (l Limits) Over(other Limits) Limits {
	for _, info := range LimitTable() {
		if v := *other.field(info.Limit); v != 0 {
			*l.field(info.Limit) = v
		}
	}
	return l
}

// Normal returns the limits with those that equal their default left out.
func (l Limits) Normal() Limits {
	for _, info := range LimitTable() {
		if f := l.field(info.Limit); *f == info.Default {
			*f = 0
		}
	}
	return l
}
