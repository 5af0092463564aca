package converters

// PlainDate is plainDate, for tests.
var PlainDate = plainDate
