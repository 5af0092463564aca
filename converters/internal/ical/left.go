package ical

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// WarnLeft is the code of [Left.Warning].
const WarnLeft = "properties-left-out"

// Left counts the properties and parts that are left out, by name.
type Left map[string]int

// maxNames is how many names are told; maxName how long they are.
const maxNames, maxName = 12, 40

// more is where the rest is counted.
const more = "others"

// add counts a name. What it is made of is a stranger's: a name that is none is counted
// with others.
func (l Left) add(name string) {
	name = strings.ToUpper(name)
	if isBookkeeping(name) {
		return
	}
	bad := func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '.' }
	if l[name] == 0 && len(l) >= maxNames || name == "" || len(name) > maxName || strings.ContainsFunc(name, bad) {
		name = more
	}
	l[name]++
}

// Warning tells what was left out; nil where nothing was.
func (l Left) Warning(pos document.Pos) *document.Warning {
	if len(l) == 0 {
		return nil
	}
	var names []string
	count := 0
	for _, name := range slices.Sorted(maps.Keys(l)) {
		count += l[name]
		names = append(names, fmt.Sprintf("%s (%d)", name, l[name]))
	}
	return &document.Warning{Code: WarnLeft, Pos: pos, Count: count, Message: "properties and parts that are not shown: " + strings.Join(names, ", ")}
}

// isBookkeeping reports whether a property or a part says nothing to a reader: it is of
// the exchange between programs, or how clocks run in a zone.
func isBookkeeping(name string) bool {
	switch name {
	case "VCALENDAR", "VTIMEZONE", "STANDARD", "DAYLIGHT", "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "TRANSP",
		"CLASS", "PRIORITY", "REV", "PRODID", "VERSION", "KIND", "CLIENTPIDMAP", "SORT-STRING", "MAILER":
		return true
	}
	return false
}
