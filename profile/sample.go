package profile

// Sample is an example of an answer.
type Sample struct {
	File   File
	Prompt string // what it answers; empty where the file does not say
	Answer string
}

// samples reads the samples in some folders of a profile, in the order of their
// paths. Those without an answer are problems.
func (r *reader) samples(own files, folders ...string) []Sample {
	var all []Sample
	for _, folder := range folders {
		for _, name := range r.markdown(own, folder) {
			f := r.file(own, folder+"/"+name)
			if !f.Found {
				continue
			}
			front := parseFront(f.Text)
			for _, message := range front.problems {
				r.problem(f.Path, message)
			}
			s := Sample{File: f, Prompt: front.value("prompt"), Answer: front.body}
			switch {
			case s.Answer == "":
				r.problem(f.Path, "has no answer behind its front matter: it is not used")
				continue
			case s.Prompt == "|" || s.Prompt == ">":
				r.problem(f.Path, "prompt must be on one line: it is not used")
				s.Prompt = ""
			}
			all = append(all, s)
		}
	}
	return all
}
