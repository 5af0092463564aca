package profile

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Role is what a role file says: a way to work that takes the place of the
// base instructions.
type Role struct {
	Name        string // in lower case
	Description string
	Model       string
	Iterations  int // 0 where the file says none
	Access      string
	Tools       []string // the toolkits it may use; none means all
	Template    bool     // to copy from, not to work in
	Body        string
	File        File
}

// ParseRole reads the text of a role file. ok is false without a name in the
// front matter: such a file is not a role.
func ParseRole(text string) (role Role, problems []string, ok bool) {
	f := parseFront(text)
	problems = f.problems
	role = Role{
		Name: RoleKey(f.value("name")), Description: f.value("description"), Model: f.value("model"), Body: f.body,
		Access: cmp.Or(f.value("access_level"), f.value("access")), Template: f.value("template") == "true",
	}
	if role.Name == "" || strings.ContainsAny(role.Name, "/\\\x00") {
		return role, append(problems, "has no name in its front matter: it is not used"), false
	}
	if s := f.value("max_iterations"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			problems = append(problems, "max_iterations must be a whole number above zero: it is ignored")
		} else {
			role.Iterations = n
		}
	}
	for _, key := range []string{"toolkits", "tools"} {
		if list, found := f.get(key); found {
			role.Tools = append(role.Tools, list.list...)
			if list.value != "" {
				role.Tools = append(role.Tools, list.value)
			}
		}
	}
	return role, problems, true
}

// roles adds the role files of a folder to those that are there already, which
// win.
func (r *reader) roles(in files, have []Role) []Role {
	for _, name := range r.markdown(in, RolesFolder) {
		f := r.file(in, RolesFolder+"/"+name)
		if !f.Found {
			continue
		}
		role, problems, ok := ParseRole(f.Text)
		for _, p := range problems {
			r.problem(f.Path, p)
		}
		role.File = f
		role.Template = role.Template || strings.HasPrefix(name, "_")
		if !ok {
			continue
		}
		i := slices.IndexFunc(have, func(h Role) bool { return h.Name == role.Name })
		if i >= 0 && have[i].File.Tier == in.tier {
			r.problem(f.Path, "has the same name as "+have[i].File.Path+": it is not used")
		}
		if i < 0 {
			have = append(have, role)
		}
	}
	return have
}
