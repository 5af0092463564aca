package document

// Warning says what was lost, dropped or neutralised on the way from a source
// to Markdown, without failing it.
type Warning struct {
	Code    string // stable, such as "row-ragged"; listed in docs/warnings.md
	Pos     Pos    // of the first time
	Message string // one line for a person
	Count   int    // how many times, at least 1
}
