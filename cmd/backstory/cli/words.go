package cli

import (
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/internal/oneline"
)

// Short cuts a digest, which nobody reads whole.
func Short(s string) string {
	if len(s) == 64 {
		return s[:12]
	}
	return s
}

// ByteSize writes a size as Coqui does: "12 B", "3.4 KB", "1.2 MB".
func ByteSize(n int64) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%d B", n)
	case n < 1<<20:
		return fmt.Sprintf("%.1f KB", float64(n)/(1<<10))
	default:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	}
}

// Plural returns "1 file" or "3 files".
func Plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	if strings.HasSuffix(one, "y") {
		one = strings.TrimSuffix(one, "y") + "ie"
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// ManyLines shows what a terminal must not be sent, line by line: an epoch may
// come from anybody.
func ManyLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = oneline.Safe(strings.ReplaceAll(lines[i], "\t", "    "))
	}
	return strings.Join(lines, "\n")
}
