package approval

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
)

// MaxSigners is how large a list of signers may be, in bytes.
const MaxSigners = 256 << 10

// Signers is a list of who may sign, in the form of ssh-keygen's allowed_signers
// file: names, options, a key.
type Signers struct{ list []signer }

type signer struct {
	names      []string // patterns
	namespaces []string // patterns; none is all
	after      time.Time
	before     time.Time
	key        ssh.PublicKey
}

// ParseSigners reads a list of signers. Lines that name an authority of
// certificates are an error: nobody could be held to them.
func ParseSigners(content []byte) (*Signers, error) {
	if len(content) > MaxSigners {
		return nil, fmt.Errorf("%s has %d bytes and may have %d", SignersFile, len(content), MaxSigners)
	}
	out := &Signers{}
	number := 0
	for line := range bytes.Lines(content) {
		number++
		text := strings.TrimSpace(string(line))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		s, err := parseSigner(text)
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", SignersFile, number, err)
		}
		out.list = append(out.list, s)
	}
	return out, nil
}

func parseSigner(text string) (signer, error) {
	names, rest := word(text)
	s := signer{names: strings.Split(strings.Trim(names, `"`), ",")}
	key, _, options, after, err := ssh.ParseAuthorizedKey([]byte(rest))
	if err != nil || len(bytes.TrimSpace(after)) > 0 {
		return s, fmt.Errorf("it is not a line with names, options and a key")
	}
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		value = strings.Trim(value, `"`)
		switch strings.ToLower(name) {
		case "namespaces":
			s.namespaces = strings.Split(value, ",")
		case "valid-after":
			s.after, err = parseTime(value)
		case "valid-before":
			s.before, err = parseTime(value)
		default:
			err = fmt.Errorf("the option %q is not known: namespaces, valid-after and valid-before are", name)
		}
		if err != nil {
			return s, err
		}
	}
	s.key = key
	return s, strong(key)
}

// word returns the first word of a text, in quotes where it has blanks.
func word(text string) (first, rest string) {
	if strings.HasPrefix(text, `"`) {
		if end := strings.Index(text[1:], `"`); end >= 0 {
			return text[:end+2], strings.TrimSpace(text[end+2:])
		}
	}
	at := strings.IndexAny(text, " \t")
	if at < 0 {
		return text, ""
	}
	return text[:at], strings.TrimSpace(text[at:])
}

// parseTime reads a time as allowed_signers has it. Without Z it would be that of
// some time zone: it is taken for UTC, so that every machine says the same.
func parseTime(text string) (time.Time, error) {
	for _, form := range []string{"20060102", "200601021504", "20060102150405"} {
		if t, err := time.ParseInLocation(form, strings.TrimSuffix(text, "Z"), time.UTC); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is not a time like 20261231 or 202612312359Z", text)
}

// matches reports whether one of some patterns, and none that begins with an
// exclamation mark, is a name's.
func matches(patterns []string, name string) bool {
	found := false
	for _, p := range patterns {
		not, no := strings.CutPrefix(p, "!")
		ok, err := path.Match(strings.NewReplacer(`\`, `\\`, "/", "|", "[", `\[`).Replace(not), strings.ReplaceAll(name, "/", "|"))
		if err != nil || !ok {
			continue
		}
		if no {
			return false
		}
		found = true
	}
	return found
}

// Verify holds a record to its signature, and that to the list: the key has to be
// one of the name's, valid at the time.
func (s *Signers) Verify(name string, record, signature []byte, at time.Time) error {
	return s.verify(Namespace, name, record, signature, at)
}

func (s *Signers) verify(namespace, name string, message, signature []byte, at time.Time) error {
	key, err := open(namespace, message, signature)
	if err != nil {
		return err
	}
	why := "its key is not listed for " + name
	for _, one := range s.list {
		if !bytes.Equal(one.key.Marshal(), key.Marshal()) || !matches(one.names, name) {
			continue
		}
		switch {
		case len(one.namespaces) > 0 && !matches(one.namespaces, namespace):
			why = "its key may not sign for " + namespace
		case !one.after.IsZero() && at.Before(one.after), !one.before.IsZero() && !at.Before(one.before):
			why = "its key is not valid at that time"
		default:
			return nil
		}
	}
	return fmt.Errorf("%w: %s", ErrSignature, why)
}

// VouchedFor reports whether another list was signed by one of the signers of
// this one.
func (s *Signers) VouchedFor(list, signature []byte, at time.Time) error {
	if _, err := s.Signer(SignersNamespace, list, signature, at); err != nil {
		return fmt.Errorf("%w; it is not one of the earlier signers'", err)
	}
	return nil
}

// Signer returns the names of whom of the list a signature is, which has to be
// valid at a time.
func (s *Signers) Signer(namespace string, message, signature []byte, at time.Time) (string, error) {
	key, err := open(namespace, message, signature)
	if err != nil {
		return "", err
	}
	for _, one := range s.list {
		if bytes.Equal(one.key.Marshal(), key.Marshal()) && (len(one.namespaces) == 0 || matches(one.namespaces, namespace)) &&
			(one.after.IsZero() || !at.Before(one.after)) && (one.before.IsZero() || at.Before(one.before)) {
			return strings.Join(one.names, ","), nil
		}
	}
	return "", fmt.Errorf("%w: its key %s is not listed for %s, or not valid now", ErrSignature, ssh.FingerprintSHA256(key), namespace)
}

// SignedPack returns what an import asks who signed a pack, by the index of the
// pack and its signature, which is empty where there is none. With a list of
// signers a pack that none of them signed is an error; without one it says the
// key, and "" for no signature.
func SignedPack(list *Signers, at time.Time) func(index, signature []byte) (string, error) {
	return func(index, signature []byte) (string, error) {
		switch {
		case len(signature) == 0 && list != nil:
			return "", fmt.Errorf("%w: there is none, and one of a list is asked for", ErrSignature)
		case len(signature) == 0:
			return "", nil
		case list != nil:
			return list.Signer(PackNamespace, index, signature, at)
		}
		key, err := open(PackNamespace, index, signature)
		if err != nil {
			return "", err
		}
		return "the key " + ssh.FingerprintSHA256(key) + ", whose it is was not asked (--signers FILE)", nil
	}
}
