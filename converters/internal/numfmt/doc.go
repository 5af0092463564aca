// Package numfmt shows numbers as spreadsheets do, by the number formats of
// ECMA-376 part 1, 18.8.30 and 18.8.31.
//
//   - [x] up to four sections, conditions, text sections
//   - [x] digits, thousands, scaling, percent, scientific, engineering, fractions
//   - [x] dates and times in both epochs, elapsed times, AM/PM, parts of seconds
//   - [x] literals; what is only there for the width is a blank, or nothing
//   - [x] the built-in formats, and General
//   - [x] languages of codes: names of months and days, halves of a day, digits; the eras
//     of Japan, the years of Taiwan, Thailand and Korea
//   - [-] formats that look different on each machine (14, 22, 27 to 36, 50 to 58) are
//     ISO 8601
//   - [x] numbers as they are said in Japanese, Chinese and Korean (DBNum)
//   - [ ] Islamic and Hebrew calendars: dates are those of everywhere, and IsPlain says so
//
// Numbers are decimal from end to end. A cell of a workbook holds a number as
// text, with the noise of binary fractions behind the fifteenth digit. It is
// rounded to 15 digits, as Excel does, and every further rounding is that of
// decimals. Integers are the exception: they keep every digit that is
// written, since what has more than 15 is an identifier.
//
//   - format.go: formats; lex.go: the code of one as tokens
//   - spoken.go: numbers as they are said
//   - date.go, fraction.go, general.go, digits.go: showing a number
//   - locale.go, names_table.go: what a language changes
//   - builtin_table.go: the formats that have numbers and no code
//   - section.go: the sections of a format, and their tokens
//   - number.go: numbers from text, rounding
package numfmt
