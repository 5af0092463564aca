package postgres

import (
	"testing"
	"unicode/utf8"
)

func TestStatementsAreTranslated(t *testing.T) {
	for query, want := range map[string]string{
		"SELECT a FROM t WHERE org = ? AND user = ? LIMIT ?":   `SELECT a FROM t WHERE org = $1 AND "user" = $2 LIMIT $3`,
		"SELECT ?2, ?1, m.user, current_user, users, USER":     `SELECT $2, $1, m."user", current_user, users, "user"`,
		`SELECT 'is user? isn''t ?', "user", "a?" WHERE b = ?`: `SELECT 'is user? isn''t ?', "user", "a?" WHERE b = $1`,
		"SELECT 'open ? user":                                  "SELECT 'open ? user",
		"":                                                     "",
	} {
		if got := translated(query); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", query, got, want)
		}
	}
}

func FuzzKept(f *testing.F) {
	for _, text := range []string{"", "plain ä", "a\x00b", "\x01", "\x0100", "\xff\xfe", "\x00\x01\xc3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		k := kept(text)
		if !utf8.ValidString(k) || said(k) != text {
			t.Errorf("%q is kept as %q and said as %q", text, k, said(k))
		}
		for _, r := range k {
			if r == 0 {
				t.Errorf("%q is kept as %q", text, k)
			}
		}
	})
}

// Texts that the program did not keep itself are said as they are.
func TestOtherTextsStay(t *testing.T) {
	for _, text := range []string{"\x01", "\x01z", "\x01zz", "a\x01"} {
		if got := said(text); got != text {
			t.Errorf("%q is said as %q", text, got)
		}
	}
}
