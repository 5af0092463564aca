package main

import (
	"fmt"
	"strings"
)

// classes names what the gate does with a character, in the order of their
// numbers. Those before classMark are never looked at twice.
var classes = []string{
	"classPlain",      // kept
	"classMark",       // nonspacing or enclosing mark: counted for U16
	"classUnassigned", // kept, counted as a warning
	"classControl",    // U02
	"classBreak",      // U03: ends a line, and is not LF
	"classTag",        // U04
	"classSelector",   // U05
	"classJoiner",     // U06: ZWJ
	"classNonJoiner",  // U07: ZWNJ
	"classZero",       // U08
	"classEmbed",      // U09
	"classIsolate",    // U10
	"classDirection",  // U11
	"classHyphen",     // U12
	"classFiller",     // U13, never kept
	"classBlank",      // U13 with a guard
	"classDead",       // U14
	"classPrivate",    // U15
}

// The properties that guards ask for, as bits above the class and the joining
// type, in order.
var bits = []string{
	"bitRight",     // strong right-to-left: Bidi_Class R or AL
	"bitLeft",      // strong left-to-right: Bidi_Class L
	"bitEmoji",     // Emoji
	"bitPict",      // Extended_Pictographic
	"bitVirama",    // Canonical_Combining_Class 9
	"bitSyllable",  // Indic consonant, independent vowel or nukta
	"bitCursive",   // letter of a script whose letters join
	"bitComplex",   // Line_Break SA: Khmer, Thai, Lao, Myanmar and their like
	"bitMongolian", // letter or mark of Mongolian
	"bitHan",       // ideograph
	"bitMath",      // mathematical letter
	"bitLetter",    // letter
}

// joiningTypes in the order of their numbers.
var joiningTypes = []string{"U", "T", "L", "R", "D", "C"}

const (
	joinShift = 5
	bitShift  = 8
)

// ranges that rules of spec name by code point.
var named = []struct {
	class       string
	first, last rune
}{
	{"classControl", 0x00, 0x08},
	{"classBreak", 0x0B, 0x0D},
	{"classControl", 0x0E, 0x1F},
	{"classControl", 0x7F, 0x84},
	{"classBreak", 0x85, 0x85},
	{"classControl", 0x86, 0x9F},
	{"classHyphen", 0xAD, 0xAD},
	{"classBlank", 0x034F, 0x034F},
	{"classDirection", 0x061C, 0x061C},
	{"classBlank", 0x115F, 0x1160},
	{"classFiller", 0x17B4, 0x17B5},
	{"classSelector", 0x180B, 0x180D},
	{"classBlank", 0x180E, 0x180E},
	{"classSelector", 0x180F, 0x180F},
	{"classZero", 0x200B, 0x200B},
	{"classNonJoiner", 0x200C, 0x200C},
	{"classJoiner", 0x200D, 0x200D},
	{"classDirection", 0x200E, 0x200F},
	{"classBreak", 0x2028, 0x2029},
	{"classEmbed", 0x202A, 0x202E},
	{"classZero", 0x2060, 0x2064},
	{"classIsolate", 0x2066, 0x2069},
	{"classDead", 0x206A, 0x206F},
	{"classBlank", 0x2800, 0x2800},
	{"classFiller", 0x3164, 0x3164},
	{"classSelector", 0xFE00, 0xFE0F},
	{"classZero", 0xFEFF, 0xFEFF},
	{"classFiller", 0xFFA0, 0xFFA0},
	{"classDead", 0xFFF9, 0xFFFB},
	{"classDead", 0x1BCA0, 0x1BCA3},
	{"classDead", 0x1D173, 0x1D17A},
	{"classTag", 0xE0000, 0xE007F},
	{"classSelector", 0xE0100, 0xE01EF},
}

// noncharacter reports whether r is one of the 66 code points that the standard
// reserves for internal use (section 23.7).
func noncharacter(r rune) bool {
	return r >= 0xFDD0 && r <= 0xFDEF || r&0xFFFE == 0xFFFE
}

// class returns the name of the class of every code point.
func (d *database) class() []string {
	out := make([]string, lastRune+1)
	for r := range out {
		switch cat := d.category[r]; {
		case noncharacter(rune(r)):
			out[r] = "classDead"
		case cat == "Cn":
			out[r] = "classUnassigned"
		case cat == "Co":
			out[r] = "classPrivate"
		case cat == "Mn" || cat == "Me":
			out[r] = "classMark"
		default:
			out[r] = "classPlain"
		}
	}
	for _, n := range named {
		for r := n.first; r <= n.last; r++ {
			out[r] = n.class
		}
	}
	return out
}

// cursiveScripts are the scripts in which letters join.
func (d *database) cursiveScripts() map[string]bool {
	out := make(map[string]bool)
	for r, j := range d.joining {
		joins := j == "D" || j == "L" || j == "R"
		if joins && d.script[r] != "Common" && d.script[r] != "Inherited" {
			out[d.script[r]] = true
		}
	}
	return out
}

// has reports whether the code point has the property of a bit's name.
func (d *database) has(bit string, r rune, cursive map[string]bool) bool {
	letter := strings.HasPrefix(d.category[r], "L")
	mark := strings.HasPrefix(d.category[r], "M")
	switch bit {
	case "bitRight":
		return d.bidi[r] == "R" || d.bidi[r] == "AL"
	case "bitLeft":
		return d.bidi[r] == "L" && d.category[r] != "Cn"
	case "bitEmoji":
		return d.emoji[r]
	case "bitPict":
		return d.pict[r]
	case "bitVirama":
		return d.virama[r]
	case "bitSyllable":
		s := d.syllabic[r]
		return strings.HasPrefix(s, "Consonant") || s == "Vowel_Independent" || s == "Nukta"
	case "bitCursive":
		return letter && cursive[d.script[r]]
	case "bitComplex":
		return d.breaking[r] == "SA" && (letter || mark)
	case "bitMongolian":
		return d.script[r] == "Mongolian" && (letter || mark)
	case "bitHan":
		return d.script[r] == "Han" && (letter || d.category[r] == "Nl")
	case "bitMath":
		return d.math[r] && d.alpha[r]
	case "bitLetter":
		return letter
	}
	panic(fmt.Sprintf("no property %q", bit))
}
