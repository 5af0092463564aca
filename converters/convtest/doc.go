// Package convtest is the suite that every format passes. A format's test file
// has one line for each part of it:
//
//	func TestConverter(t *testing.T)     { convtest.Run(t, foo.New()) }
//	func FuzzConvert(f *testing.F)       { convtest.Fuzz(f, foo.New()) }
//	func FuzzParts(f *testing.F)         { convtest.FuzzParts(f, foo.New()) } // of packages
//	func BenchmarkConvert(b *testing.B)  { convtest.Bench(b, foo.New()) }
//	func TestCorpus(t *testing.T)        { convtest.Corpus(t, foo.New()) }
//
// # Cases
//
// A case is a file testdata/<what>.txtar. Its first line says what it shows.
//
//	-- in.foo --                     the input; its name decides the converter
//	-- in.foo.hex --                 the same in bytes: ff fe "text" 00 # comment
//	-- in.foo.base64 --              the same
//	-- in/Foofile --                 an input whose whole name matters
//	-- in.doc.made --                what converters/internal/officetest makes of it
//	-- in.docx/word/document.xml --  a part of a zip input (.hex and .base64, too), or a
//	                                 stream of a compound file (.doc, .xls, .ppt, .msg)
//	-- options.json --               converters.Options
//	-- limits.json --                converters.Limits
//	-- want.dump --                  the model, by document.Dump
//	-- want.md --                    the Markdown, at base level 0
//	-- want.warnings --              code, count, place and message, one a line
//	-- want.error --                 the kind of error and its text
//
// A case that says nothing of an outcome fails, and so does one that gives
// warnings and does not state them. go test -update rewrites the want
// sections that a case has; write empty ones for a new case, and read what
// was written. No file is ever added.
//
// testdata/version.txt is the suite's own: it records what each case gave at
// which version of the format. A case whose outcome changed while the version
// did not is a failure, since caches would keep the old outcome.
//
//   - golden.go, version.go: what it gave before
//   - fuzz.go, corpus.go, bench.go: the same promises on other inputs; speed
//   - limits.go, cancel.go, repeat.go: what a converter promises besides
//   - sound.go: what holds for every outcome
//   - outcome.go: what a conversion gives
//   - run.go, suite.go: Run; a converter under test and its options
//   - case.go, bytes.go: reading cases
package convtest
