package script

import (
	"regexp"
	"strings"
	"sync"
)

// bullets are the characters that programs set before an item.
const bullets = "•◦▪▫‣⁃∙●○■□◆◇➢➤►▶✓✔–—-*·o☐☒☑\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf02d\u25e6"

// marker matches a number before an item.
var MarkerForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\(?([0-9]{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|[0-9]{1,2}(\.[0-9]{1,2}){1,3}\.?|\[[0-9]{1,3}\])$`)
})

// IsBullet reports whether a word is a bullet alone. A font of signs may say
// nothing of what its bullet means: that is a control character then, or one
// for private use.
func IsBullet(s string) bool {
	r := FirstRune(s)
	return RuneCount(s) == 1 && (strings.Contains(bullets, s) || r >= 0x80 && r < 0xA0 || r >= 0xE000 && r <= 0xF8FF)
}

// TurnMarker puts the point of a number behind it that is before it in a text
// from right to left.
func TurnMarker(s string) string {
	if n := len(s) - 1; n > 0 && n <= 3 && s[0] == '.' && strings.Trim(s[1:], "0123456789") == "" {
		return s[1:] + "."
	}
	return s
}
