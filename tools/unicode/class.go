package main

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
	"bitComplex",   // of a script with Line_Break SA: Khmer, Thai, Lao, Myanmar and their like
	"bitMongolian", // letter or mark of Mongolian
	"bitHan",       // ideograph
	"bitMath",      // mathematical letter
	"bitLetter",    // letter
}

// joiningTypes in the order of their numbers.
var joiningTypes = []string{"Non_Joining", "Transparent", "Left_Joining", "Right_Joining", "Dual_Joining", "Join_Causing"}

const (
	joinShift = 5
	bitShift  = 8
)

// named are the ranges that the rules name by code point.
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

// class returns the name of the class of every code point.
func (d *database) class() []string {
	out := make([]string, lastRune+1)
	for i := range out {
		r := rune(i)
		switch {
		case d.has("Binary_Property/Noncharacter_Code_Point", r):
			out[r] = "classDead"
		case d.has("General_Category/Unassigned", r):
			out[r] = "classUnassigned"
		case d.has("General_Category/Private_Use", r):
			out[r] = "classPrivate"
		case d.has("General_Category/Nonspacing_Mark", r), d.has("General_Category/Enclosing_Mark", r):
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

// joining returns the number of the joining type of r.
func (d *database) joining(r rune) uint32 {
	for i, t := range joiningTypes {
		if i > 0 && d.has("Joining_Type/"+t, r) {
			return uint32(i)
		}
	}
	return 0
}

// scriptsWith returns the code points of all scripts that have a character
// with one of the properties.
func (d *database) scriptsWith(properties ...string) set {
	out := make(set, lastRune+1)
	for name, script := range d.scripts {
		if name == "Common" || name == "Inherited" || name == "Unknown" {
			continue
		}
		if !d.any(script, properties) {
			continue
		}
		for r, in := range script {
			out[r] = out[r] || in
		}
	}
	return out
}

// any reports whether a member of the set has one of the properties.
func (d *database) any(s set, properties []string) bool {
	for r, in := range s {
		for _, p := range properties {
			if in && d.has(p, rune(r)) {
				return true
			}
		}
	}
	return false
}

// bitTests says of every bit, by name, which code points have it.
func (d *database) bitTests() map[string]func(r rune) bool {
	cursive := d.scriptsWith("Joining_Type/Dual_Joining", "Joining_Type/Left_Joining", "Joining_Type/Right_Joining")
	complex := d.scriptsWith("Line_Break/Complex_Context")
	is := func(properties ...string) func(rune) bool {
		return func(r rune) bool {
			for _, p := range properties {
				if d.has(p, r) {
					return true
				}
			}
			return false
		}
	}
	letter := is("General_Category/Letter")
	mark := is("General_Category/Nonspacing_Mark", "General_Category/Spacing_Mark")
	return map[string]func(r rune) bool{
		"bitRight":  is("Bidi_Class/Right_To_Left", "Bidi_Class/Arabic_Letter"),
		"bitLeft":   is("Bidi_Class/Left_To_Right"),
		"bitEmoji":  is("Binary_Property/Emoji"),
		"bitPict":   is("Binary_Property/Extended_Pictographic"),
		"bitVirama": is("Binary_Property/Grapheme_Link"),
		"bitSyllable": is("Indic_Syllabic_Category/Consonant", "Indic_Syllabic_Category/Consonant_Dead",
			"Indic_Syllabic_Category/Consonant_Placeholder", "Indic_Syllabic_Category/Consonant_Subjoined",
			"Indic_Syllabic_Category/Consonant_With_Stacker", "Indic_Syllabic_Category/Nukta",
			"Indic_Syllabic_Category/Vowel_Independent"),
		"bitCursive":   func(r rune) bool { return letter(r) && cursive[r] },
		"bitComplex":   func(r rune) bool { return complex[r] },
		"bitMongolian": func(r rune) bool { return d.scripts["Mongolian"][r] && (letter(r) || mark(r)) },
		"bitHan": func(r rune) bool {
			return d.scripts["Han"][r] && (letter(r) || d.has("General_Category/Letter_Number", r))
		},
		"bitMath":   func(r rune) bool { return d.has("Binary_Property/Math", r) && d.has("Binary_Property/Alphabetic", r) },
		"bitLetter": letter,
	}
}
