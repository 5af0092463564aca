package profile

import (
	"cmp"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // a machine may have no time zones of its own

	"github.com/seed353dc258/backstory/profile/keyline"
)

// User is what a user.md says of who talks with the agent. The zero value is that
// of nobody who said anything.
type User struct {
	File     File
	Name     string
	Address  string         // how to be addressed
	Zone     string         // the name of a time zone, such as Europe/Lisbon, or UTC+8
	Location *time.Location // of the zone; nil where there is none, or an unknown one
	Body     string         // the rest: sections of the user's own, and its lines of the above
	From     []string       // each value with the file that said it, such as "name: user.md"
}

// IsZero reports whether nothing is said.
func (u *User) IsZero() bool { return u.Name == "" && u.Address == "" && u.Zone == "" && u.Body == "" }

// Clock returns a time as the clock of the user shows it. Without a time zone it
// is that of the machine.
func (u *User) Clock(t time.Time) time.Time {
	if u.Location == nil {
		return t
	}
	return t.In(u.Location)
}

// userOf reads a user file: its front matter, and what that does not say of its
// lines.
func (r *reader) userOf(file File) User {
	u := User{File: file}
	f := parseFront(u.File.Text)
	for _, message := range f.problems {
		r.problem(u.File.Path, message)
	}
	u.Body = f.body
	fields := map[string]string{keyline.Name: f.value(keyline.Name), keyline.Address: f.value(keyline.Address), keyline.TimeZone: cmp.Or(f.value(keyline.TimeZone), f.value("time_zone"))}
	u.below(fields, u.File.Path)
	if zone := oneLine(fields[keyline.TimeZone]); u.Zone == "" && zone != "" {
		r.problem(u.File.Path, "timezone: "+strconv.Quote(zone)+" is not a time zone that is known: name one as Europe/Lisbon")
		return u
	}
	u.below(keyline.Read(f.body), u.File.Path) // where a time zone that is not known is a text like others
	return u
}

// below fills what a user file leaves open from another place, which comes after
// it.
func (u *User) below(fields map[string]string, from string) {
	set := func(field *string, key, value string) {
		if *field == "" && value != "" {
			*field = value
			u.From = append(u.From, key+": "+from)
		}
	}
	set(&u.Name, keyline.Name, oneLine(fields[keyline.Name]))
	set(&u.Address, keyline.Address, oneLine(fields[keyline.Address]))
	if zone, location := keyline.Zone(oneLine(fields[keyline.TimeZone])); location != nil && u.Location == nil {
		set(&u.Zone, keyline.TimeZone, zone)
		u.Location = location
	}
}

// oneLine returns a value as one line of text.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Said returns the values that lines of the body give. A prompt shows the body, and
// need not repeat them.
func (u *User) Said() User {
	var said User
	said.below(keyline.Read(u.Body), "")
	return said
}
