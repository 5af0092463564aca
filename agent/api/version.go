package api

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Version is what a request says of the version of what it changes.
type Version struct {
	Match string `header:"If-Match" maxLength:"1000" doc:"the ETag of the version that is changed, or *"`
	None  string `header:"If-None-Match" maxLength:"1000" doc:"* to make only what is not there yet"`
}

// Tag returns the ETag of a content.
func Tag(content []byte) string {
	sum := sha256.Sum256(content)
	return TagOf(hex.EncodeToString(sum[:]))
}

// TagOf returns the ETag of a content whose digest is known.
func TagOf(digest string) string { return `"` + digest[:32] + `"` }

// Check compares the version that a request says with the one that is there,
// "" for none. What is there is changed only by who says that they know it.
func (v Version) Check(current string) error {
	switch {
	case v.None == "*" && current != "":
		return versionProblem(412, "it is there already", current)
	case v.Match == "" && current != "" && v.None == "":
		return versionProblem(428, "it is there already: send the ETag that you read in If-Match, or If-Match: * to change any version", current)
	case v.Match == "" || v.Match == "*" && current != "":
		return nil
	case current == "":
		return versionProblem(412, "it is not there any more", current)
	case !slices.Contains(splitTags(v.Match), current):
		return versionProblem(412, "it was changed meanwhile: read it again", current)
	}
	return nil
}

func splitTags(list string) (tags []string) {
	for tag := range strings.SplitSeq(list, ",") {
		tags = append(tags, strings.TrimSpace(tag))
	}
	return tags
}

// versionProblem names the version that is there.
func versionProblem(status int, detail, current string) *Problem {
	p := NewProblem(status, "", detail)
	p.Details = map[string]any{"current": current}
	return p
}
