// Package prompt composes the system prompt of a profile. It is the only place
// in the tree where system text is made: for a person at a terminal, for the
// HTTP interface, for a child agent, for a job in the background.
//
// It is pure. What it composes from is given to it ([Inputs]); the same inputs
// give the same bytes, on every machine and at every time. What changes from
// turn to turn is not in the system prompt but at the head of the
// user's message ([Turn]).
//
// From the top, its files are:
//
//   - turn.go: the head of a user's message
//   - layout.go: the order and headings that other systems have
//   - budget.go, assemble.go, omitted.go, leftout.go: what is kept when not all of
//     it fits, and how what is not is named; estimate.go: what a text costs
//   - render*.go: what each section says
//   - backstory.go: a backstory as the chapters that its manifest names; one
//     without a manifest is cut at its headings
//   - library.go, part.go: the parts of a chapter, and how one that was left out
//     is read
//   - clean.go, heading.go, expand.go, line.go, fence.go: what happens to a text
//     before it may be in a prompt
//   - compose.go, composer.go: inputs (inputs.go) to an [Epoch]
//   - policy.go, record.go, epoch.go, digest.go, version.go: a prompt that is kept, compared and renewed
//   - piece.go, section_table.go: what a prompt is made of, and in which order
package prompt
