package discover

import "slices"

// mailKind is what a folder is to a Maildir: a folder of mails in which each of
// cur, new and tmp has a file for each mail, whose name has no extension. Other
// folders of mails are in it, with names that are hidden.
type mailKind uint8

const (
	mailNone   mailKind = iota
	mailFolder          // it holds cur, new and tmp
	mailFiles           // it is cur or new
	mailAsked           // its name is hidden: it is looked at if it is a Maildir
)

// mailExtension is what the names of mails have behind them when they are read.
const mailExtension = ".eml"

// below returns what a folder in the folder is.
func (m mailKind) below(name string) mailKind {
	switch {
	case m != mailFolder:
		return mailNone
	case name == "cur" || name == "new":
		return mailFiles
	case name[0] == '.':
		return mailAsked
	}
	return mailNone
}

// passes reports whether a name in a Maildir is none of its mails: one that is
// being delivered, or a hidden file.
func (m mailKind) passes(l listed) bool {
	return m == mailFolder && (l.name == "tmp" || l.name[0] == '.' && l.kind != kindFolder)
}

// isMaildir reports whether names are those of a Maildir.
func isMaildir[N any](names []N, of func(N) (string, entryKind)) bool {
	found := 0
	for _, n := range names {
		switch name, kind := of(n); name {
		case "cur", "new", "tmp":
			if kind == kindFolder || kind == kindUnknown {
				found++
			}
		}
	}
	return found == 3
}

// shown returns the names of a folder that are not hidden. Of a Maildir the hidden
// ones may be others.
func (o *Options) shown(n *node, all []listed) []listed {
	for _, l := range all {
		if l.name != "" && l.name[0] == '.' {
			o.Hidden(n.rel, l.name)
		}
	}
	if o.Plain && isMaildir(all, func(l listed) (string, entryKind) { return l.name, l.kind }) {
		n.mail = mailFolder
	} else if n.mail == mailAsked {
		return nil
	}
	return slices.DeleteFunc(all, func(l listed) bool {
		return l.name == "" || l.name[0] == '.' && (n.mail != mailFolder || l.kind != kindFolder && l.kind != kindUnknown)
	})
}
