// Package converters is the contract between the formats and everything else:
// what a format says of itself ([Format]), what it is given ([Input], [Env]),
// what it owes ([Converter]), and what can go wrong.
//
//   - registry.go: which format reads a file; content decides how
//   - converter.go: the contract
//   - env.go: budgets, options, services, warnings, sources inside sources
//   - options.go: every option of a conversion
//   - errors.go: the errors a caller can act on
//   - limits.go: every limit with its default
//   - warnings.go: the codes of what is lost but not fatal
//
// A format is a folder beside this package and one line in converters/all.
package converters
