package profile

// Problem is something that is wrong with a file of a profile or a workspace.
// It costs what it concerns and nothing else.
type Problem struct {
	File    string // relative to the profile or, with its folder, to the workspace
	Field   string // path of the field, such as prompts.labels.backstory; empty for the whole file
	Message string
	Fact    bool // nothing is wrong: it is only worth saying
}

// String returns the problem as one line: file, field, message.
func (p Problem) String() string {
	if p.Field == "" {
		return p.File + ": " + p.Message
	}
	return p.File + ": " + p.Field + ": " + p.Message
}

// maxProblems is how many problems of one file are named.
const maxProblems = 100
