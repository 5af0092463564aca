package secrets

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/internal/pattern"
)

//go:embed rules.json
var ruleText []byte

// Notice says where the rules are from, and has their licence.
//
//go:embed NOTICE
var Notice string

// Match is a secret in a text.
type Match struct {
	Rule       string // its name, such as github-pat
	Start, End int    // of the secret
	Gap        [2]int // between its two parts, where it is broken
	line       [2]int // of what the rule matched around it
}

// Secret returns the secret in the text that it is in, without what parts it.
func (m Match) Secret(text string) string {
	if m.Gap[1] == 0 {
		return text[m.Start:m.End]
	}
	return text[m.Start:m.Gap[0]] + text[m.Gap[1]:m.End]
}

// rule is what one kind of secret looks like.
type rule struct {
	ID       string   `json:"id"`
	Regex    string   `json:"regex"`
	Path     string   `json:"path"`     // of the files that it is for; empty for all
	Group    int      `json:"group"`    // of the secret; 0 is the first that matches
	Entropy  float64  `json:"entropy"`  // that the secret has to have, in bits a character
	Keywords []string `json:"keywords"` // one of which is near
	Run      int      `json:"run"`      // of characters of tokens that every match has side by side
	Word     bool     `json:"word"`     // the run may have no digit
	Long     bool     `json:"long"`     // a match may have any number of lines
	Apart    bool     `json:"apart"`    // keywords are near, and not in the match
	Allow    []allow  `json:"allow"`

	digit   bool                            // the run has a digit
	near    func(text string, end int) bool // tells at once what is no match behind a keyword; nil for nothing
	compile func() *regexp.Regexp
	path    func() *regexp.Regexp
}

// allow is what is no secret although it reads like one.
type allow struct {
	Condition string   `json:"condition"`
	Target    string   `json:"target"` // that the expressions are tried on: the secret, or "match" or "line"
	Regexes   []string `json:"regexes"`
	Paths     []string `json:"paths"`
	Stopwords []string `json:"stopwords"`
	Digests   []string `json:"digests"` // of examples of keys

	compile []func() *regexp.Regexp
}

// ruleSet is all rules, ready to be used.
type ruleSet struct {
	rules    []rule
	allow    allow
	keywords *automaton
}

// noDigit allows secrets without a digit.
const noDigit = `^[a-zA-Z_.-]+$`

// load makes the rules, once.
var load = sync.OnceValue(func() *ruleSet {
	var file struct {
		Allow allow  `json:"allow"`
		Rules []rule `json:"rules"`
	}
	if err := json.Unmarshal(ruleText, &file); err != nil {
		panic("secrets: rules.json: " + err.Error())
	}
	set := &ruleSet{allow: file.Allow, rules: append(file.Rules, own()...)}
	set.allow.prepare()
	words := map[string][]uint16{}
	quick := nears()
	for i := range set.rules {
		r := &set.rules[i]
		if near := quick[r.ID]; near != nil {
			r.near = near
		}
		r.compile, r.path = pattern.Lazy(r.Regex), pattern.Lazy(r.Path)
		for k := range r.Allow {
			r.digit = r.digit || slices.Contains(r.Allow[k].Regexes, noDigit)
			r.Allow[k].prepare()
		}
		for _, word := range r.Keywords {
			words[word] = append(words[word], uint16(i))
		}
	}
	set.keywords = newAutomaton(words)
	return set
})

func (a *allow) prepare() {
	for _, text := range a.Regexes {
		a.compile = append(a.compile, pattern.Lazy(text))
	}
}

// own returns the rules of our own.
func own() []rule {
	const (
		begins = `-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----`
		ends   = `-----END[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----`
		gap    = `(?:[\s>|"',+]|\\+[nr])`
		about  = `(?:` + gap + `*[A-Z][A-Za-z-]{2,20}: [^\n]{1,100})*` // such as DEK-Info
	)
	return []rule{
		{
			ID:       passwordRule,
			Regex:    `(?i)(?:\b|_)(?:password|passwd|passphrase|passwort|kennwort|contraseña|mot de passe|senha|пароль|pwd)["'\x60]?\s{0,3}(?::|=|:=|=>|\bis\b|\bist\b)\s{0,3}["'\x60]?([^\s"'\x60<>()\[\]{}|,;]{8,64})`,
			Keywords: []string{"password", "passwd", "passphrase", "passwort", "kennwort", "contrase", "mot de passe", "senha", "пароль", "pwd"},
			Entropy:  2.7,
		},
		{
			ID:       addressRule,
			Regex:    `(?i)\b[a-z][a-z0-9+.-]{1,30}://[^\s/?#:@<>"'\x60|]{0,100}:([^\s/?#@<>"'\x60|]{4,200})@[^\s/?#<>"'\x60|]`,
			Keywords: []string{"://"},
			near:     hasUser,
		},
		{
			ID:       addressRule,
			Regex:    `(?i)(?:[a-z0-9_.-]{1,60}:([^\s/@<>"'\x60|]{4,200})@(?:tcp|unix)\(|\bjdbc:oracle:[a-z]{3,4}:[a-z0-9_$#]{1,60}/([^\s/@<>"'\x60|]{4,200})@)`,
			Keywords: []string{"@tcp(", "@unix(", "jdbc:oracle:"},
		},
		{
			ID:       keyRule,
			Regex:    begins + about + `(?:` + gap + `*[A-Za-z0-9+/]{40,}={0,2})(?:` + gap + `+[A-Za-z0-9+/=]{20,})*(?:` + gap + `[A-Za-z0-9+/]+={1,2})?`,
			Keywords: []string{"-----begin"},
			Entropy:  3.5,
			Long:     true,
		},
		{
			ID:       keyRule,
			Regex:    `(?:[A-Za-z0-9+/]{40,}` + gap + `+)+(?:[A-Za-z0-9+/]{1,80}={0,2}` + gap + `+)?` + ends,
			Keywords: []string{"-----end"},
			Entropy:  3.5,
			Apart:    true,
		},
	}
}

// isNear reports whether a run as the rule's secrets have is near the end of a
// keyword. A long one without a digit, or in one case, is a word, a line or a name.
func (r *rule) isNear(runs []run, end int) bool {
	back, ahead := before, 2*behind
	if r.Long || r.Apart {
		back, ahead = long, long
	}
	for i := range runs {
		one := &runs[i]
		switch n := one.end - one.start; {
		case one.end+back < end:
		case one.start > end+ahead:
			return false
		case n >= r.Run && (one.digit || !r.digit && (r.Word || n < longWord && one.mixed)):
			return true
		}
	}
	return false
}

// match adds what the rule matches in a part of a text.
func (r *rule) match(text string, from, to int, all []Match) []Match {
	re := r.compile()
	for _, at := range re.FindAllStringSubmatchIndex(text[from:to], -1) {
		start, end := r.secretIn(at)
		m := Match{Rule: r.ID, Start: from + start, End: from + end, line: [2]int{from + at[0], from + at[1]}}
		if secret := text[m.Start:m.End]; secret != "" && entropy(secret) > r.Entropy && !r.allows(text, m) {
			all = append(all, m)
		}
	}
	return all
}

// secretIn returns where the secret of a match is: in the group that the rule names, in
// the first that matched, or all of it.
func (r *rule) secretIn(at []int) (start, end int) {
	if r.Group > 0 {
		return at[2*r.Group], at[2*r.Group+1]
	}
	for i := 2; i < len(at); i += 2 {
		if at[i] >= 0 && at[i+1] > at[i] {
			return at[i], at[i+1]
		}
	}
	return at[0], at[1]
}

// allows reports whether a match is no secret.
func (r *rule) allows(text string, m Match) bool {
	if r.ID == addressRule && isPlaceholder(text[m.line[0]:m.Start], text[m.Start:m.End], text[m.End:min(m.End+100, len(text))]) {
		return true
	}
	if load().allow.has(text, m) || isHarmless(r.ID, text[m.Start:m.End], text[max(m.Start-40, 0):m.Start]) {
		return true
	}
	for i := range r.Allow {
		if r.Allow[i].has(text, m) {
			return true
		}
	}
	return false
}

// has reports whether a list allows a match. One that asks for the path of a file as
// well allows nothing: texts have none here.
func (a *allow) has(text string, m Match) bool {
	if len(a.Paths) > 0 && a.Condition == "AND" {
		return false
	}
	secret := text[m.Start:m.End]
	lower := strings.ToLower(secret)
	if slices.ContainsFunc(a.Stopwords, func(word string) bool { return strings.Contains(lower, word) }) {
		return true
	}
	if len(a.Digests) > 0 {
		sum := sha256.Sum256([]byte(secret))
		if slices.Contains(a.Digests, hex.EncodeToString(sum[:8])) {
			return true
		}
	}
	target := secret
	switch a.Target {
	case "match":
		target = text[m.line[0]:m.line[1]]
	case "line":
		target = lineAround(text, m)
	}
	return slices.ContainsFunc(a.compile, func(re func() *regexp.Regexp) bool { return re().MatchString(target) })
}

// lineAround returns the lines that a match is on, at most a thousand bytes to a side.
func lineAround(text string, m Match) string {
	start := strings.LastIndexByte(text[max(m.line[0]-1000, 0):m.line[0]], '\n') + 1 + max(m.line[0]-1000, 0)
	end := len(text)
	if i := strings.IndexByte(text[m.line[1]:min(m.line[1]+1000, len(text))], '\n'); i >= 0 {
		end = m.line[1] + i
	}
	return text[start:min(end, m.line[1]+1000)]
}

// entropy returns the bits that a character of a text has, by how often each is in it.
func entropy(text string) float64 {
	var counts [256]int
	for i := range len(text) {
		counts[text[i]]++
	}
	bits := 0.0
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(text))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

// Rules returns the names of the rules, sorted.
func Rules() (names []string) {
	for _, r := range load().rules {
		names = append(names, r.ID)
	}
	slices.Sort(names)
	return names
}
