// Package phrase knows sentences that the files of an agent do not have where its
// owner wrote them.
package phrase

import "strings"

// phrases are sentences that a workspace file of one's own does not have, by what
// they are for. They are looked for in small letters, comments included; they are
// told of, and the text stays as it is.
var phrases = []struct {
	what string
	list []string
}{
	{"instruction_override", []string{
		"ignore all previous instructions", "ignore previous instructions", "disregard previous instructions", "disregard all prior", "forget your instructions",
		"override the system prompt", "you are no longer bound",
	}},
	{"secrets_exfiltration", []string{
		"print your system prompt", "reveal your system prompt", "reveal the system prompt", "send the api key", "send your api key", "print the api key",
		"cat ~/.ssh", "~/.ssh/id_", "cat /etc/passwd", "printenv", "upload the credentials", "send the credentials", "send the contents of .env",
		"curl -d @", "curl --data @", "base64 ~/.ssh", "post the token",
	}},
	{"safety_bypass", []string{"bypass safety", "disable safety", "ignore safety", "without asking for approval"}},
}

// Suspicious returns a line for each kind of phrase that a text holds.
func Suspicious(text string) []string {
	text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	var found []string
	for _, p := range phrases {
		for _, phrase := range p.list {
			if strings.Contains(text, phrase) {
				found = append(found, p.what+": it says \""+phrase+"\"; it stays as it is")
				break
			}
		}
	}
	return found
}
