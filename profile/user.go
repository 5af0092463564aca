package profile

import (
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // a machine may have no time zones of its own
)

// User is what a user.md says of who talks with the agent. The zero value is that
// of nobody who said anything.
type User struct {
	File     File
	Name     string
	Address  string         // how to be addressed
	Zone     string         // the name of a time zone, such as Europe/Lisbon
	Location *time.Location // of the zone; nil where there is none, or an unknown one
	Body     string         // the rest: sections of the user's own
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

// UserOf reads the user file that is nearest to a profile: its own, else the
// workspace's. Either may be nil. Without a file it is the zero value; what is
// wrong is told beside it.
func UserOf(w *Workspace, p *Profile) (User, []Problem) {
	r := &reader{}
	if p != nil && p.system != "" {
		return r.foreignUser(p), r.problems
	}
	if p != nil {
		shown := ""
		if w != nil {
			shown = ProfilesFolder + "/" + p.Name()
		}
		if u := r.userIn(files{p.Root, "", TierProfile, shown}); u.File.Found {
			return u, r.problems
		}
	}
	if w == nil {
		return User{}, r.problems
	}
	u := r.userIn(files{w.Root, "", TierWorkspace, ""})
	return u, r.problems
}

// UserIn reads the file of a user of an organisation, whose workspace is given:
// users/NAME/user.md. What a profile or the workspace says of its owner is not said
// of its users.
func UserIn(w *Workspace, name string) (User, []Problem) {
	r := &reader{}
	folder := UsersFolder + "/" + name
	u := r.userIn(files{w.Root, folder, TierWorkspace, folder})
	return u, r.problems
}

// foreignUser reads the USER.md of another system. OpenClaw has a list there, and
// Moltis front matter, of which its configuration fills what is not said.
func (r *reader) foreignUser(p *Profile) User {
	u := r.userOf(p.foreign(r, userMD))
	if zone := bullets(u.Body)["timezone"]; u.Zone == "" && zone != "" && zone != "Local" {
		if location, err := time.LoadLocation(zone); err == nil { // else it is a text like others
			u.Zone, u.Location = zone, location
		}
	}
	if u.Name == "" && p.system == Moltis {
		u.Name = oneLine(parseTOML(p.foreign(r, moltisTOML).Text)["user"]["name"])
	}
	return u
}

func (r *reader) userIn(t files) User { return r.userOf(r.filled(r.file(t, UserFile))) }

func (r *reader) userOf(file File) User {
	u := User{File: file}
	f := parseFront(u.File.Text)
	for _, message := range f.problems {
		r.problem(u.File.Path, message)
	}
	u.Name, u.Address, u.Body = oneLine(f.value("name")), oneLine(f.value("address")), f.body
	u.Zone = oneLine(orDefault(f.value("timezone"), f.value("time_zone")))
	if u.Zone == "" {
		return u
	}
	location, err := time.LoadLocation(u.Zone)
	if err != nil || u.Zone == "Local" {
		r.problem(u.File.Path, "timezone: "+strconv.Quote(u.Zone)+" is not a time zone that is known: name one as Europe/Lisbon")
		return u
	}
	u.Location = location
	return u
}

// oneLine returns a value as one line of text.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
