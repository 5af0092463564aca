package scan

// What makes a character special among inlines, by which leaves have it.
const (
	scanAlways = 1 << iota
	scanTilde  // where there is strikethrough
	scanWWW    // where "www." occurs
	scanURL    // where "://" occurs
	scanAt     // where many mail addresses may be
)

// scanSpecials marks the characters at which something other than text can
// begin.
var scanSpecials = [256]uint8{
	'\n': scanAlways, '\\': scanAlways, '`': scanAlways, '*': scanAlways, '_': scanAlways,
	'[': scanAlways, ']': scanAlways, '!': scanAlways, '<': scanAlways, '&': scanAlways,
	'~': scanTilde, 'w': scanWWW, ':': scanURL, '@': scanAt,
}
