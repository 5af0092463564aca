package tinyclaw

import (
	"fmt"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/exchange"
)

// What an organisation's folder has (docs/website/content/docs/org-memory.mdx of
// ahmadrosid/nakama).
const (
	orgsFolder     = "orgs"
	profilesFolder = "profiles"
	sharedFile     = "MEMORY.md"
	maxMembers     = 1000
)

// Split returns the profiles of an organisation's folder, orgs/ORG, or of a data
// root with one organisation, also in a zip file.
func (k kind) Split(in *exchange.Input) (*exchange.Organisation, error) {
	files, err := in.Files()
	if err != nil {
		return nil, err
	}
	o := &exchange.Organisation{Notes: files.Refused}
	if orgs := folders(files.In(orgsFolder)); len(orgs) > 0 {
		if len(orgs) > 1 {
			return nil, fmt.Errorf("%w: it has %d organisations: name the folder of one, such as %s/%s", exchange.ErrUnknown, len(orgs), orgsFolder, orgs[0])
		}
		o.Note(exchange.Lost, "what is not in "+orgsFolder+"/", "is the server's own")
		files = files.In(orgsFolder + "/" + orgs[0])
	}
	members := files.In(profilesFolder)
	for _, name := range folders(members) {
		o.Members = append(o.Members, &exchange.Input{Name: name, Tree: members.In(name), User: in.User})
	}
	if n := len(o.Members); n == 0 || n > maxMembers {
		return nil, fmt.Errorf("%w: an organisation has 1 to %d folders in %s/, and this has %d", exchange.ErrUnknown, maxMembers, profilesFolder, n)
	}
	for _, e := range files.Entries {
		switch first, _, _ := strings.Cut(e.Name, "/"); {
		case first == profilesFolder && strings.Count(e.Name, "/") > 1:
		case e.Name == sharedFile:
			text, err := files.Read(sharedFile, exchange.MaxJSON)
			if err != nil {
				return nil, err
			}
			facts(exchange.Clean(string(text)), o)
		case first == "memory-archive":
			o.Note(exchange.Lost, e.Name, "is no longer shared: copy it into backstory/ of a profile")
		case first == "memory-history":
			o.Note(exchange.Lost, e.Name, "is an old version")
		default:
			o.Note(exchange.Lost, e.Name, "is no part of an organisation here")
		}
	}
	return o, nil
}

// folders returns the names of the folders of a tree, sorted.
func folders(files *exchange.Tree) []string {
	var names []string
	for _, e := range files.Entries {
		if name, _, ok := strings.Cut(e.Name, "/"); ok && (len(names) == 0 || names[len(names)-1] != name) {
			names = append(names, name)
		}
	}
	return names
}

// facts reads what an organisation shares: the items of lists, those below the
// heading Pinned before the others. The day of a section is part of each of its
// facts.
func facts(text string, o *exchange.Organisation) {
	pinned, day, rest := false, "", 0
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		heading, isHeading := strings.CutPrefix(line, "#")
		item, isItem := strings.CutPrefix(line, "- ")
		if !isItem {
			item, isItem = strings.CutPrefix(line, "* ")
		}
		switch {
		case isHeading:
			heading = strings.TrimSpace(strings.TrimLeft(heading, "#"))
			pinned, day = strings.EqualFold(heading, "Pinned"), ""
			if _, err := time.Parse(time.DateOnly, heading); err == nil {
				day = " (" + heading + ")"
			}
		case isItem && strings.TrimSpace(item) != "":
			o.Facts = append(o.Facts, exchange.Fact{Text: strings.TrimSpace(item) + day, Pinned: pinned})
		case strings.HasPrefix(line, "  ") && len(o.Facts) > 0 && strings.TrimSpace(line) != "": // goes on
			last := &o.Facts[len(o.Facts)-1]
			last.Text = strings.TrimSuffix(last.Text, day) + " " + strings.TrimSpace(line) + day
		case strings.TrimSpace(line) != "":
			rest++
		}
	}
	o.Note(exchange.Used, sharedFile, "becomes what the organisation shares")
	if rest > 0 {
		o.Notes = append(o.Notes, exchange.Note{Fate: exchange.Lost, Place: sharedFile + ": lines", Why: "are no items of a list", Count: rest})
	}
}
