// Package prompt composes the system prompt of a profile. It is the only place
// in the tree where system text is made: for a person at a terminal, for the
// HTTP interface, for a child agent, for a job in the background.
//
// It is pure. What it composes from is given to it ([Inputs]); the same inputs
// give the same bytes, on every machine and at every time. What changes from
// turn to turn is not in the system prompt but at the head of the
// user's message ([Turn]).
//
//   - section_table.go: the sections that a prompt has, and their order
//   - compose.go: inputs to an [Epoch]
//   - layout.go: the order and the headings that other systems have
//   - layout.go: the order and headings that other systems have
//   - render*.go: what each section says
//   - budget.go, assemble.go, omitted.go: what is kept when not all of it fits,
//     and how what is not is named
//   - backstory.go, part.go, library.go: a backstory as sources and parts of
//     them, and how a part that was left out is read
//   - clean.go, heading.go, fence.go, expand.go: what happens to a text before
//     it may be in a prompt
//   - epoch.go, policy.go: a prompt that is kept, compared and renewed
//   - turn.go: the head of a user's message
package prompt
