package csv

import "strings"

// kind is what a cell looks like.
type kind uint8

const (
	kindText kind = iota
	kindEmpty
	kindNumber
	kindTime    // a date, a time of day, or both
	kindAddress // of mail, of a page, of a machine; also an identifier
)

func kindOf(cell string) kind {
	cell = strings.TrimSpace(cell)
	switch {
	case cell == "":
		return kindEmpty
	case len(cell) > 200:
		return kindText
	case isTime(cell):
		return kindTime
	case isAddress(cell):
		return kindAddress
	case isNumber(cell):
		return kindNumber
	default:
		return kindText
	}
}

// isNumber accepts 12, -1.5, 1,234.50, 1.5e-7, $3, 40 %, +4.
func isNumber(s string) bool {
	for _, sign := range []string{"-", "+", "$", "€", "£", "¥", "-"} {
		s = strings.TrimPrefix(s, sign)
	}
	for _, unit := range []string{"%", "€", "$", "£", "¥"} {
		s = strings.TrimRight(strings.TrimSuffix(s, unit), " ")
	}
	if s == "" || strings.IndexByte("0123456789.,", s[0]) < 0 {
		return false
	}
	if whole, exponent, ok := strings.Cut(strings.ToLower(s), "e"); ok {
		if !digits(strings.TrimLeft(exponent, "+-")) {
			return false
		}
		s = whole
	}
	figures := 0
	for i := range len(s) {
		switch {
		case s[i] >= '0' && s[i] <= '9':
			figures++
		case strings.IndexByte(".,' ", s[i]) < 0:
			return false
		}
	}
	return figures > 0
}

// isTime accepts 2024-01-31, 31.1.2024, 1/31/24, 23:59, 23:59:59.25, a date
// and a time with T or a blank between them, and a zone behind.
func isTime(s string) bool {
	if i := strings.IndexAny(s, "T "); i > 0 && isDate(s[:i]) {
		return isClock(s[i+1:])
	}
	return isDate(s) || isClock(s)
}

func isDate(s string) bool {
	i := strings.IndexAny(s, "-/.")
	if i < 0 {
		return false
	}
	parts := strings.Split(s, s[i:i+1])
	if len(parts) != 3 {
		return false
	}
	for _, part := range parts {
		if !digits(part) {
			return false
		}
	}
	year, month, day := len(parts[0]), len(parts[1]), len(parts[2])
	return month <= 2 && (year == 4 && day <= 2 || year <= 2 && (day == 4 || day == 2))
}

func isClock(s string) bool {
	hours, rest, ok := strings.Cut(s, ":")
	if !ok || !digits(hours) || len(hours) > 2 || len(rest) < 2 || !digits(rest[:2]) {
		return false
	}
	rest = rest[2:]
	if strings.HasPrefix(rest, ":") && len(rest) > 2 && digits(rest[1:3]) {
		rest = strings.TrimLeft(rest[3:], ".,0123456789")
	}
	switch strings.ToUpper(strings.TrimSpace(rest)) {
	case "", "AM", "PM", "Z", "UTC", "GMT":
		return true
	}
	if rest = strings.TrimSpace(rest); rest[0] != '+' && rest[0] != '-' {
		return false
	}
	return digits(strings.Replace(rest[1:], ":", "", 1))
}

// isAddress accepts an address of mail, an http address, an IPv4 address and a
// UUID.
func isAddress(s string) bool {
	if strings.ContainsAny(s, " \t\n\r") {
		return false
	}
	if strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") {
		return true
	}
	if name, host, ok := strings.Cut(s, "@"); ok {
		return name != "" && strings.Contains(strings.Trim(host, "."), ".") && !strings.Contains(host, "@")
	}
	return isIP(s) || isUUID(s)
}

func isIP(s string) bool {
	parts := strings.Split(s, ".")
	for _, part := range parts {
		if !digits(part) || len(part) > 3 {
			return false
		}
	}
	return len(parts) == 4
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (s[i] == '-') || !dash && strings.IndexByte("0123456789abcdefABCDEF", s[i]) < 0 {
			return false
		}
	}
	return true
}
