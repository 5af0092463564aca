package mathml

import "strings"

// identifier returns an mi element.
func identifier(n *Node) string {
	s := strings.TrimSpace(n.Text)
	if len(n.Children) > 0 {
		s = strings.TrimSpace(text(n))
	}
	if functions[s] {
		return `\` + s
	}
	if n.attr("mathvariant") != "" {
		return variant(n, escape(s))
	}
	out := escape(s)
	if len(s) > 1 && len(out) == len(s) && allLetters(s) {
		return `\mathrm` + braced(out)
	}
	return out
}

// applies is the operator between a function and what it is of (MathML 3, 3.2.5.5).
const applies = "\u2061"

// Function returns the name of a function as an operator: a word, letters one by one,
// or the base of limits and scripts. Another element is returned as it is.
func Function(n *Node) *Node {
	switch n.Name {
	case "mi", "mtext":
		if word := strings.TrimSpace(n.Text); len(n.Children) == 0 && len(word) > 1 && allLetters(word) {
			return &Node{Name: "mo", Text: word}
		}
	case "mrow":
		word := ""
		for _, c := range n.Children {
			if c.Name != "mi" || len(c.Children) > 0 {
				return n
			}
			word += c.Text
		}
		if name := Function(&Node{Name: "mi", Text: word}); name.Name == "mo" {
			return name
		}
	case "msub", "msup", "msubsup", "munder", "mover", "munderover":
		if len(n.Children) > 0 {
			out := *n
			out.Children = append([]*Node{Function(n.Children[0])}, n.Children[1:]...)
			return &out
		}
	}
	return n
}

func allLetters(s string) bool {
	for i := range len(s) {
		if !isLetter(s[i]) {
			return false
		}
	}
	return true
}

// variant returns a token in the alphabet that its element asks for.
func variant(n *Node, s string) string {
	if s == "" {
		return ""
	}
	if cmd, ok := variants[n.attr("mathvariant")]; ok {
		if n.attr("mathvariant") == "italic" && len(s) > 1 && allLetters(s) {
			cmd = `\mathit` // one name, not letters that are multiplied
		}
		if cmd == "" || cmd == `\mathrm` && len(s) > 0 && !isLetter(s[0]) {
			return s
		}
		return cmd + braced(s)
	}
	return s
}

// operator returns an mo element's text.
func operator(s string) string {
	if functions[s] {
		return `\` + s
	}
	if len(s) > 1 && allLetters(s) {
		return `\operatorname` + braced(s)
	}
	return escape(s)
}

// escape writes characters as LaTeX writes them in mathematics.
func escape(s string) string {
	plain := true
	for i := range len(s) {
		c := s[i]
		if c >= 0x80 || strings.IndexByte(`#$%&_{}~^\`, c) >= 0 {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	parts := make([]string, 0, len(s))
	for _, r := range s {
		parts = append(parts, character(r))
	}
	return join(parts)
}

// character returns one character.
func character(r rune) string {
	switch r {
	case '#', '$', '%', '&', '_', '{', '}':
		return `\` + string(r)
	case '~':
		return `\sim`
	case '^':
		return `\hat{}`
	case '\\':
		return `\backslash`
	}
	if cmd, ok := symbols()[r]; ok {
		return cmd
	}
	if s, ok := alphabet(r); ok {
		return s
	}
	return string(r)
}

// escapeText writes characters as LaTeX writes them in text.
func escapeText(s string) string {
	if !strings.ContainsAny(s, `#$%&_{}~^\`) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch r {
		case '#', '$', '%', '&', '_', '{', '}':
			b.WriteString(`\` + string(r))
		case '~':
			b.WriteString(`\textasciitilde{}`)
		case '^':
			b.WriteString(`\textasciicircum{}`)
		case '\\':
			b.WriteString(`\textbackslash{}`)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// alphabet returns a letter or digit of the mathematical alphabets of Unicode
// (U+1D400 to U+1D7FF).
func alphabet(r rune) (string, bool) {
	switch {
	case r >= 0x1D400 && r <= 0x1D6A3:
		i := int(r-0x1D400) / 52
		c := 'A' + (r-0x1D400)%52
		if (r-0x1D400)%52 >= 26 {
			c = 'a' + (r-0x1D400)%52 - 26
		}
		if cmd := alphabets[i]; cmd != "" {
			return cmd + braced(string(c)), true
		}
		return string(c), true
	case r >= 0x1D7CE && r <= 0x1D7FF:
		digit := string('0' + (r-0x1D7CE)%10)
		return digitAlphabets[(r-0x1D7CE)/10] + braced(digit), true
	}
	return "", false
}
