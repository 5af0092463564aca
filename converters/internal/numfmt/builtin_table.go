package numfmt

// builtinCodes are the formats with numbers and without code (18.8.30). Those
// that follow the settings of a machine (14, 22) have the form of ISO 8601.
var builtinCodes = [...]string{
	0:  "General",
	1:  "0",
	2:  "0.00",
	3:  "#,##0",
	4:  "#,##0.00",
	5:  `"$"#,##0_);\("$"#,##0\)`,
	6:  `"$"#,##0_);[Red]\("$"#,##0\)`,
	7:  `"$"#,##0.00_);\("$"#,##0.00\)`,
	8:  `"$"#,##0.00_);[Red]\("$"#,##0.00\)`,
	9:  "0%",
	10: "0.00%",
	11: "0.00E+00",
	12: "# ?/?",
	13: "# ??/??",
	14: "yyyy-mm-dd",
	15: "d-mmm-yy",
	16: "d-mmm",
	17: "mmm-yy",
	18: "h:mm AM/PM",
	19: "h:mm:ss AM/PM",
	20: "h:mm",
	21: "h:mm:ss",
	22: "yyyy-mm-dd h:mm",
	37: `#,##0_);\(#,##0\)`,
	38: `#,##0_);[Red]\(#,##0\)`,
	39: `#,##0.00_);\(#,##0.00\)`,
	40: `#,##0.00_);[Red]\(#,##0.00\)`,
	41: `_(* #,##0_);_(* \(#,##0\);_(* "-"_);_(@_)`,
	42: `_("$"* #,##0_);_("$"* \(#,##0\);_("$"* "-"_);_(@_)`,
	43: `_(* #,##0.00_);_(* \(#,##0.00\);_(* "-"??_);_(@_)`,
	44: `_("$"* #,##0.00_);_("$"* \(#,##0.00\);_("$"* "-"??_);_(@_)`,
	45: "mm:ss",
	46: "[h]:mm:ss",
	47: "mm:ss.0",
	48: "##0.0E+0",
	49: "@",
}

// builtinDate is for the dates that look different on each machine.
const builtinDate = "yyyy-mm-dd"

// builtinEastern is for formats of East Asian machines that are dates in Japan and times
// in China. 27 to 36 and 50 to 58 are theirs; the others are one of the two everywhere.
const builtinEastern = "[<1]h:mm:ss;" + builtinDate

// Builtin returns the code of a format that has a number and no code of its
// own. One that means nothing is General.
func Builtin(id int) string {
	switch {
	case id == 32:
		return "h:mm"
	case id == 33:
		return "h:mm:ss"
	case id == 34, id == 35, id == 55, id == 56:
		return builtinEastern
	case id >= 27 && id <= 36, id >= 50 && id <= 58:
		return builtinDate
	}
	if id < 0 || id >= len(builtinCodes) || builtinCodes[id] == "" {
		return "General"
	}
	return builtinCodes[id]
}

var monthNames = [...]string{
	"January", "February", "March", "April", "May", "June", "July",
	"August", "September", "October", "November", "December",
}

var dayNames = [...]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
