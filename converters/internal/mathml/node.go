package mathml

import "strings"

// Node is an element of MathML. A reader of HTML or XML builds it.
type Node struct {
	Name     string // local name, in lower case
	Attrs    []Attr
	Text     string // of the element itself, children left out
	Children []*Node
}

// Attr is an attribute of an element.
type Attr struct{ Name, Value string }

// attr returns the value of an attribute, or "".
func (n *Node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// IsUnseen reports whether nobody sees what is in an element with a name.
func IsUnseen(name string) bool {
	return name == "mphantom" || name == "annotation" || name == "annotation-xml"
}

// text returns the text that an element and all inside show, on a stack of its
// own.
func text(n *Node) string {
	var b strings.Builder
	stack := []*Node{n}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if IsUnseen(top.Name) {
			continue
		}
		b.WriteString(top.Text)
		for i := len(top.Children) - 1; i >= 0; i-- {
			stack = append(stack, top.Children[i])
		}
	}
	return b.String()
}

// join sets pieces of LaTeX one after the other. A command that ends in a
// letter needs a space before another letter.
func join(parts []string) string {
	var b strings.Builder
	last := ""
	for _, p := range parts {
		if p == "" {
			continue
		}
		if (endsInCommand(last) || strings.HasPrefix(last, `\operatorname`)) && isLetter(p[0]) {
			b.WriteByte(' ')
		}
		b.WriteString(p)
		last = p
	}
	return b.String()
}

// endsInCommand reports whether a piece ends in a command such as \alpha.
func endsInCommand(s string) bool {
	i := len(s)
	for i > 0 && isLetter(s[i-1]) {
		i--
	}
	return i < len(s) && i > 0 && s[i-1] == '\\' && (i < 2 || s[i-2] != '\\')
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// braced returns an argument of a command.
func braced(s string) string { return "{" + s + "}" }

// script returns an argument of ^ or _, which needs no braces around one
// character.
func script(s string) string {
	if len(s) == 1 && s != "\\" && s != "^" && s != "_" && s != "'" {
		return s
	}
	return braced(s)
}
