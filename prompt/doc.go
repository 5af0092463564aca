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
//   - compose.go: inputs to an [Epoch]
//   - budget.go, assemble.go, leftout.go, omitted.go: what is kept when not all of
//     it fits, and how what is not is named
//   - policy.go, record.go: a prompt that is kept, compared and renewed
//   - render*.go: what each section says
//   - layout.go: the order and headings that other systems have
//   - piece.go: what a prompt is made of
//   - library.go, backstory.go, part.go: a backstory as the chapters that its manifest
//     names, or that its headings begin, and how one that was left out is read
//   - expand.go, clean.go, heading.go, line.go, fence.go: what happens to a text
//     before it may be in a prompt
//   - estimate.go: what a text costs
//   - epoch.go, digest.go, version.go: the prompt and what it is known by
//   - composer.go, inputs.go, section_table.go: what composing holds, what it is given,
//     and the order of the sections
package prompt
