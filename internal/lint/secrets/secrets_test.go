package secrets

import (
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
)

// sampleOf returns a text that an expression matches, made by chance: no secret is
// written in this file.
func sampleOf(re *syntax.Regexp, r *rand.Rand) string {
	var b strings.Builder
	write(&b, re, r, false)
	return b.String()
}

func write(b *strings.Builder, re *syntax.Regexp, r *rand.Rand, inside bool) {
	times := func(least, most int) {
		if most < 0 || most > least+3 {
			most = least + 3
		}
		for range least + r.IntN(most-least+1) {
			write(b, re.Sub[0], r, true)
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(pick(re.Rune, r, inside))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('.')
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			write(b, sub, r, inside)
		}
	case syntax.OpAlternate:
		write(b, re.Sub[r.IntN(len(re.Sub))], r, inside)
	case syntax.OpStar:
		times(0, 2)
	case syntax.OpPlus:
		times(2, 6)
	case syntax.OpQuest:
		times(0, 1)
	case syntax.OpRepeat:
		times(re.Min, re.Max)
	}
}

// pick returns a character of a class: of a long one a letter or a digit.
func pick(class []rune, r *rand.Rand, token bool) rune {
	var all []rune
	for i := 0; i < len(class); i += 2 {
		for c := class[i]; c <= class[i+1] && c < 0x7F; c++ {
			if c >= ' ' && (!token || kinds[byte(c)] != 0) {
				all = append(all, c)
			}
		}
	}
	if len(all) == 0 {
		return class[0]
	}
	return all[r.IntN(len(all))]
}

// fileOf are names of files for the rules that are for some alone.
var fileOf = map[string]string{
	"freemius-secret-key": "a.php", "hashicorp-tf-password": "a.tf", "kubernetes-secret-yaml": "a.yaml", "nuget-config-password": "nuget.config",
}

// honest makes texts that read like secrets and are none: identifiers, digests,
// versions, names, and words in place of a secret.
func honest(r *rand.Rand) (all []string) {
	hex := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte("0123456789abcdef"[r.IntN(16)])
		}
		return b.String()
	}
	base := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[r.IntN(64)])
		}
		return b.String()
	}
	for range 12 {
		uuid := hex(8) + "-" + hex(4) + "-4" + hex(3) + "-8" + hex(3) + "-" + hex(12)
		all = append(all,
			"The key is "+uuid+".", "request key: "+uuid, "api_id = "+uuid, "commit "+hex(40), "sha256: "+hex(64), "digest = \"sha256:"+hex(64)+"\"",
			"integrity=\"sha512-"+base(86)+"==\"", "![a](data:image/png;base64,"+base(300)+")", "ETag: \""+hex(32)+"\"", "public_key: "+base(43)+"=",
			"token: <"+hex(6)+">", "cache key: v"+fmt.Sprint(r.IntN(9))+"-"+hex(16)[:3]+"-linux", fmt.Sprintf("version key = 1.%d.%d-rc.%d", r.IntN(99), r.IntN(99), r.IntN(9)),
			"\"AccessGroupId\": \"vagr-"+hex(17)+"\"", "key_material_id = "+hex(64), "\"NextToken\": \""+base(60)+"\"",
			fmt.Sprintf("access date: 2026-%02d-%02dT10:%02d:00Z", 1+r.IntN(12), 1+r.IntN(28), r.IntN(60)), "https://example.org/"+hex(20)+"?key="+hex(4),
		)
	}
	return append(all,
		"password: ********", "password: your-password-here", "password = \"changeme123\"", "password: ${DB_PASSWORD}", "PASSWORD=$(cat file1)", "api_key = \"YOUR_API_KEY_1\"",
		"token: {{ .Values.token1 }}", "token = os.environ[\"TOKEN_2\"]", "secret: [REDACTED-1]", "api-key: xxxxxxxxxxxxxxxx1", "auth: Bearer <token1>", "key: Ctrl+Shift+F12",
		"password is required (min. 8 characters)", "The password is on the last page.", "Passwort: siehe Seite 12", "the secret: three lamps and 2 boats", "key=value1&other=value2",
		"primary_key=customer_id_2024", "foreign key: order_line_2_id", "access_token_url: https://example.org/oauth2/token", "keyboard: qwerty-105-key", "monkey: rhesus-macaque-2024",
		"AKIAIOSFODNN7EXAMPLE", "token: 0000000000000000000000", "secret santa: 24.12.2026", "key: C#m7b5/G", "keys: 12, 15 and 18", "api: v1beta1/namespaces", "auth0|5f7c8ec7",
		"password: hunter2", "password: securepass123", "password: base64encoded", "password: sha256", "passwd: 12345678901", "password: postgres1",
		`curl -H "Authorization: Bearer YOUR_API_KEY" https://acme.com/v1`, `curl -H "X-API-Key: acme_sk_..." https://acme.com/v1`, `curl -H "Authorization: Bearer token123" https://acme.com/v1`,
	)
}

// TestWhatOnlyReadsLikeASecretIsNone has 200 such texts, each on a line of its own and
// among others.
func TestWhatOnlyReadsLikeASecretIsNone(t *testing.T) {
	all := honest(rand.New(rand.NewPCG(3, 4)))
	if len(all) < 200 {
		t.Fatalf("%d texts", len(all))
	}
	for _, text := range append(all, strings.Join(all, "\n")) {
		for _, m := range Find("", text) {
			t.Errorf("%s: %s in %.80q", m.Rule, text[m.Start:m.End], text)
		}
	}
}

// Passwords that people make up are of words and numbers.
func TestPasswordsOfWordsAreFound(t *testing.T) {
	for _, word := range []string{"hunter2" + "hunter2", "summer" + "house42", "4horses" + "and1cart", "x7k2p9" + "m4q1"} {
		for _, before := range []string{"password: ", "The password is ", `"passwd": "`, "Passwort = ", "DB_PASSWORD="} {
			if found := Find("", before+word); len(found) != 1 || found[0].Secret(before+word) != word {
				t.Errorf("%s%s: %v", before, word, found)
			}
		}
	}
}

// TestSecretsAreMasked makes a key at run time, and has it masked.
func TestSecretsAreMasked(t *testing.T) {
	key := "gh" + "p_" + "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY3zA5"
	got, found := Mask("Use " + key + ", and pass" + "word: c0rrect-H0rse!battery.")
	if want := "Use [secret: github-pat], and password: [secret: password]"; !found || got != want {
		t.Errorf("%s, want %s", got, want)
	}
	body := strings.Repeat("\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ", 3)
	pem := "-----BEGIN " + "PRIVATE KEY-----" + body + "\n-----END " + "PRIVATE KEY-----"
	if got, _ := Mask("a\n" + pem + "\nb\n"); got != "a\n[secret: private-key]\n\n\n\n\nb\n" {
		t.Errorf("a key of five lines: %q", got)
	}
	if text, found := Mask("The lamp is lit."); found || text != "The lamp is lit." {
		t.Error(text)
	}
}

// FuzzFind has any text looked at: matches are in order, inside, and apart.
func FuzzFind(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range load().rules {
		if tree, err := syntax.Parse(load().rules[i].Regex, syntax.Perl); err == nil {
			f.Add(sampleOf(tree, r))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkMask(t, text)
	})
}

// TestEveryRuleFindsItsKind makes samples of the expression of each rule, in sentences
// of their own. A sample that the rule's own lists allow, or that has too little
// entropy, is made again.
func TestEveryRuleFindsItsKind(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	set := load()
	missed := 0
	for i := range set.rules {
		one := &set.rules[i]
		tree, err := syntax.Parse(one.Regex, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		tried, found := false, false
		for range 200 {
			text := "The lamp.\n"
			if one.Apart {
				text += one.Keywords[0] + "\n"
			}
			text += sampleOf(tree, r) + "\nThe sea."
			if strings.Contains(text, "\n\n\n") || len(one.match(text, 0, len(text), nil)) == 0 {
				continue
			}
			tried = true
			if found = len(Find(fileOf[one.ID], text)) > 0; found {
				break
			}
		}
		if !found {
			missed++
			t.Logf("%s: tried %v", one.ID, tried)
		}
	}
	if missed*50 > len(set.rules) {
		t.Errorf("%d of %d rules find none of their kind", missed, len(set.rules))
	}
}

func BenchmarkClean(b *testing.B) {
	text := strings.Repeat("The keeper of the lamp at Skarv Point wrote down the access road, the key to the tower and who had asked for it; the risk is theirs.\n", 10_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if found := Find("", text); len(found) > 0 {
			b.Fatal(fmt.Sprint(found))
		}
	}
}

// TestQuickLooksLoseNothing holds the quick looks behind keywords to the expressions: what
// one of these matches is not passed over.
func TestQuickLooksLoseNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	quick := nears()
	for _, one := range load().rules {
		near := quick[one.ID]
		if near == nil {
			continue
		}
		tree, err := syntax.Parse(one.Regex, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		matches := 0
		for range 1000 {
			text := "The lamp " + sampleOf(tree, r) + "\n"
			for _, m := range one.match(text, 0, len(text), nil) {
				matches++
				lower := strings.ToLower(text[:m.End])
				seen := slices.ContainsFunc(one.Keywords, func(word string) bool {
					for at := 0; ; at++ {
						i := strings.Index(lower[at:], word)
						if i < 0 {
							return false
						}
						if at += i; near(text, at+len(word)) {
							return true
						}
					}
				})
				if !seen {
					t.Errorf("%s: %q is passed over", one.ID, text)
				}
			}
		}
		if matches < 50 {
			t.Errorf("%s: only %d samples match", one.ID, matches)
		}
	}
}
