package lint

// The codes of what no conversion warns of. Behind secretCode is the name of a rule.
const (
	secretCode  = "secret-"
	codeWording = "wording"
)
