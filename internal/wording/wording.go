// Package wording has the rules by which words are judged: what looks like a
// secret, like an order to a model, like something private. Whoever asks such a
// question asks it here, so that there is one answer.
//
//   - wording.go: classes of words, and finding them
//   - redact.go: texts without secrets
//
// The rules find the usual wordings, in English; orders to a model, in more languages,
// are those that lint finds. That none is found proves nothing, and nothing is allowed
// because of it alone.
package wording

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/seed353dc258/backstory/internal/lint/order"
)

// Class is what words are about.
type Class string

// The classes of words.
const (
	Secret      Class = "secret"      // keys, passwords, and what identifies a person
	Injection   Class = "injection"   // orders to forget who one is, or what one may do
	Markup      Class = "markup"      // what a browser would run
	Destructive Class = "destructive" // deleting, overwriting
	Credential  Class = "credential"  // dealing with keys and passwords
	Bypass      Class = "bypass"      // going around a rule
	Policy      Class = "policy"      // what may be done, by whom
	Identity    Class = "identity"    // who somebody is, and how they speak
	Privacy     Class = "privacy"     // what is known of people
	Preference  Class = "preference"  // what somebody likes
	Workflow    Class = "workflow"    // how work is done
	Replacing   Class = "replacing"   // putting one thing in the place of another
	Stock       Class = "stock"       // phrases that say nothing
	Verb        Class = "verb"        // what a change could consist of
)

// rule is a wording of a class. All patterns are matched against [Normal] text,
// but those of secrets, whose letters count.
type rule struct {
	class   Class
	pattern *regexp.Regexp
}

func of(class Class, pattern string) rule { return rule{class, regexp.MustCompile(pattern)} }

// rules are all wordings, by class.
var rules = sync.OnceValue(func() []rule {
	return []rule{
		of(Secret, secretPattern),
		of(Secret, `(?i)-----BEGIN [A-Z ]*PRIVATE KEY-----`),
		of(Secret, `\b\d{3}-\d{2}-\d{4}\b`),                   // a social security number
		of(Secret, `\b(?:\d{4}[ -]){3}\d{1,4}\b`),             // a card's number, in groups
		of(Secret, `\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}\b`), // an IBAN

		// Besides the orders that any text may have, which a grammar finds: these words are
		// odd in a change of an agent wherever they are.
		of(Injection, `\b(ignore|disregard|forget|override)\b.{0,40}\b(previous|prior|above|earlier|all|any|your)\b.{0,40}\b(instruction|prompt|rule|guideline|direction|order|polic)`),
		of(Injection, `\b(reveal|print|show|repeat|leak|output|disclose)\b.{0,40}\b(system|hidden|developer|initial) (prompt|instruction|message|text)`),
		of(Injection, `\b(bypass|circumvent|disable|turn off|switch off|ignore|skip|evade)\b.{0,40}\b(polic|safety|guard|filter|restriction|approval|security|moderation|check|limit)`),
		of(Injection, `\byou are now\b`),
		of(Injection, `\b(unrestricted|jailbreak|jailbroken|dan mode|developer mode|god mode|no restrictions|without (any )?restrictions)\b`),
		of(Injection, `\b(pretend|act as if)\b.{0,40}\b(no|without)\b.{0,20}\b(rule|limit|restriction|polic)`),
		of(Injection, `\b(always|automatically) (approve|accept|allow|apply|execute|run)\b`),
		of(Injection, `\bdo not (tell|inform|ask|warn)\b.{0,30}\b(user|human|person|operator|owner|reviewer)`),
		of(Injection, `<\|?(im_start|im_end|system|endoftext)\|?>|\[/?inst\]|<</?sys>>`),
		of(Injection, `\bnew (system )?(instructions?|prompt)\s*:`),

		of(Markup, `<\s*/?\s*(script|iframe|object|embed|svg|style|link|meta|base|form)\b|javascript:|vbscript:|data:text/html|<!--|\bon(load|error|click|mouseover)\s*=`),

		of(Destructive, `\b(delete|deletes|deleting|erase|wipe|destroy|drop (the )?(table|database)|rm -rf?|format (the )?(disk|drive)|truncate|purge|overwrite|uninstall|shut ?down|kill)\b`),
		of(Credential, `\b(password|passwd|passphrase|credential|api[ _-]?key|access[ _-]?key|secret|token|private key|ssh key|cookie|2fa|otp)s?\b`),
		of(Bypass, `\b(bypass|circumvent|workaround the|work around|override|skip|disable|unlock|jailbreak|sudo|root access|elevate|escalate|without (asking|approval|permission|confirmation))\b`),
		of(Policy, `\b(allow|allowed|deny|denied|permit|permission|approval|approve|authori[sz]e|policy|policies|sandbox|trust|trusted|access|restrict|auto)\b`),
		of(Identity, `\b(identity|persona|personality|character|tone|voice|name is|call yourself|you are|i am|speak|speaks|pretend|role ?play|values?|belief|believe|mission|purpose|pronouns?)\b`),
		of(Privacy, `\b(private|privacy|personal|confidential|address|phone|e-?mail|birthday|birth date|health|medical|diagnos|salary|income|religio|politic|sexual|gender|ethnic|family|wife|husband|child|children|passport|social security)`),
		of(Preference, `\b(prefer|prefers|preferred|preference|like|likes|dislike|dislikes|favou?rite|want|wants|wish|hate|hates|enjoy|enjoys|love|loves)\b`),
		of(Workflow, `\b(workflow|process|procedure|step|steps|always|never|every time|whenever|before|after|must|should|routine|schedule|daily|weekly|checklist|pipeline|deploy|commit|review)\b`),
		of(Replacing, `\breplace[sd]?\b|\binstead of\b|\bremove[sd]?\b|\bno longer\b`),
		of(Stock, `^(none|n/?a|nothing( to (change|add|do|report))?|no (change|changes|update|updates|suggestion|suggestions)( (needed|required|necessary))?|todo|tbd|tba|ok|okay|fine|same|same as (before|above)|as (above|before|is)|keep (it )?(as is|going|up the good work)|be better|be more helpful|be helpful|improve|do better|good job|well done|continue|see above|test|example|placeholder|lorem ipsum.*)[.!]*$`),
		of(Verb, `\b(add|use|say|write|keep|answer|ask|begin|start|stop|avoid|prefer|mention|include|name|call|quote|fix|correct|spell|format|change|replace|remove|be|do|speak|greet|end|close|sign|check|read|note|remember|explain|respond|reply|offer|suggest|make|take|give|put|show|tell|never|always)\b`),
	}
})

// Normal returns a text as it is judged: in small letters, with compatible
// characters made one (NFKC), without those that nobody sees, and with one space
// for every blank.
func Normal(text string) string {
	text = norm.NFKC.String(text)
	text = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf, unicode.Variation_Selector) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// Has reports whether a text has words of a class.
func Has(class Class, text string) bool { return Find(class, text) != "" }

// Find returns the first words of a class in a text, as they were judged; "" where there are
// none.
func Find(class Class, text string) string {
	normal := text
	if class != Secret {
		normal = Normal(text)
	}
	if class == Injection {
		for _, t := range []string{text, normal} { // an order may be on two lines of a list or of a difference
			if all := order.In(t); len(all) > 0 {
				return t[all[0].Start:all[0].End]
			}
		}
	}
	for _, r := range rules() {
		if r.class != class {
			continue
		}
		if found := r.pattern.FindString(normal); found != "" {
			return found
		}
	}
	return ""
}

// Bare returns a text without blanks and without the punctuation of sentences:
// two texts that have the same bare text say the same. A mark between two digits
// stays, since it makes another number, and so does what Markdown or a language
// reads as more than a mark.
func Bare(text string) string {
	runes := []rune(text)
	digit := func(i int) bool { return i >= 0 && i < len(runes) && unicode.IsDigit(runes[i]) }
	var b strings.Builder
	for i, r := range runes {
		if !unicode.IsSpace(r) && (!strings.ContainsRune(".,;:!?'\"\u2018\u2019\u201c\u201d\u2026", r) || digit(i-1) && digit(i+1)) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Hidden returns the first character of a text that nobody sees, or that turns
// the order of others around: 0 where there is none. Joiners between letters and
// inside of emoji are no such characters.
func Hidden(text string) rune {
	var before rune
	for _, r := range text {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
		case r == '\u200c' || r == '\u200d': // joiners of scripts and emoji
			if before <= 0x7f {
				return r
			}
		case unicode.Is(unicode.Cf, r), unicode.IsControl(r), unicode.Is(unicode.Co, r), r >= 0xE0100 && r <= 0xE01EF, r == '\u115f', r == '\u1160', r == '\u3164', r == '\uffa0':
			return r
		}
		before = r
	}
	return 0
}
