// Package search finds the passages of texts that have most to do with a query.
//
// A text is cut into passages ([cut]): paragraphs, items of lists, turns of dialogues, rows of
// tables with their header, pieces of code. An [Index] has them by the terms in them
// (terms.go) in a table (table.go). It is put together of groups of a few chapters
// (build.go, merge.go), which depend on their texts alone, so that a [Cache] can keep
// those that have not changed (encode.go); a [File] is one whose texts stay where
// they are. Passages are ranked by BM25 (rank.go), where the headings over a passage, the
// text beside it, and the words of its path count too.
// The best are read, and weighed by what they have of a question.
//
//   - [x] English and the other languages of Snowball, told by their commonest words
//   - [x] compounds that no text has, by their parts that texts have
//   - [x] scripts without spaces between words, and Hangul, by pairs of characters
//   - [x] dates and grouped numbers in their usual forms, identifiers in code
//   - [x] synonyms and other words for the same, by vectors of a [Model]
//   - [ ] without one: synonyms, misspellings, languages without a stemmer beyond whole words
package search
