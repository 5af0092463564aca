// Package charset reads text of unknown encoding as UTF-8.
//
//   - plan.go: how an input is read
//   - contest.go, declared.go, distinct.go, repair.go, census.go: encodings against each other,
//     over samples
//   - label.go, charset.go, reader.go, label_table.go, mark.go: what is asked, and what was
//     found
//   - single.go, tally.go, context.go, habit_table.go, habit.go, around.go, language.go: what
//     letters cost
//   - load.go, model.go: the table
//   - wide.go, tongue.go, tongue_table.go, symbol_table.go, sign.go, symbol.go: what other
//     characters cost
//   - sweep.go, source.go: the first pass, and the bytes
//   - encoding.go, encoding_table.go: the encodings
//
// The answer is found in this order, and each step looks at the whole input:
//
//  1. a binary type that its first bytes show (package magic) is refused by name;
//  2. a byte order mark, unless what follows contradicts it;
//  3. UTF-32 and UTF-16 without a mark, by the shape of their code units, where there is a NUL or it is not UTF-8;
//  4. ISO-2022-JP, by its escapes;
//  5. valid UTF-8, which always wins over every legacy encoding;
//  6. the legacy encoding, or the damaged UTF-8, under which the input is the likeliest text.
//
// Step 6 is a comparison of likelihoods in bits. For each encoding the bytes are read as letters, and a table of letter
// pairs for some sixty languages says how many bits each reading costs; the cheapest reading wins, and its lead over the
// cheapest reading with another text is the Margin. What is on both sides of a letter or mark counts besides where few of
// them are beyond ASCII. The tables are built by tools/charset.
//
// # NUL bytes
//
// Text has no NUL. A file with NUL bytes that is not UTF-16 or UTF-32 is binary, with one exception: a few stray NULs
// (damage, padding at the end of a block) in otherwise clean text. Few means at most one run of NULs in 1,024 bytes, plus
// one, and not more NULs than other bytes; clean means that at most one byte in a hundred is another unexpected control.
// Such NULs stay in the text as U+0000.
//
// # Control characters
//
// Form feeds, escapes, backspaces, bells and DEL are part of text files and do not fail them; they stay in the text. Other C0
// controls fail an input when they are more than a tenth of it, or more than a twenty-fifth where it is not UTF-8: random
// bytes have a twelfth.
//
// # Losses
//
// A converter reports what Result tells: Uncertain as the warning «encoding-uncertain», Replaced and Recovered with their
// counts.
package charset
