package given

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/crypto/ssh"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest/shared"
	"github.com/seed353dc258/backstory/internal/objects"
)

// The variables that say which shared cache there is, and what opens it.
const (
	envAddress   = "BACKSTORY_CACHE"
	envNamespace = "BACKSTORY_CACHE_NAMESPACE"
	envSigners   = "BACKSTORY_CACHE_SIGNERS" // lines, or a file with lines
	envKey       = "BACKSTORY_CACHE_KEY"     // a key, or a file with one
	envToken     = "BACKSTORY_CACHE_TOKEN"
)

// The files of the shared cache in the user's configuration folder.
const (
	KeyFile     = "cache_key"
	SignersFile = "cache_signers"
)

// signedFor is what signatures of packs are made for.
const signedFor = "backstory-cache"

// Shared says which shared cache is used. A profile cannot say it.
type Shared struct {
	Address, Namespace string
	Write, Required    bool
	Trust              bool // of a check that converts everything again

	Cache *shared.Cache // once it is open; nil where there is none

	tell  func(format string, args ...any)
	told  bool                   // that it was left
	until func() context.Context // of the command; nil where it has no flags
}

// AddFlags declares the flags of commands that read a shared cache, and may do without.
func (s *Shared) AddFlags(cmd *cobra.Command, without bool) {
	s.until = cmd.Context
	f := cmd.Flags()
	f.StringVar(&s.Address, "cache", "", "take chapters that others converted from the shared cache at this `ADDRESS`, https://… or s3://BUCKET/PREFIX; see docs/cache.md")
	f.StringVar(&s.Namespace, "cache-namespace", "", "`NAME` of those who share the cache")
	if !without {
		return
	}
	f.BoolVar(&s.Required, "cache-required", false, "exit with 2 if the shared cache cannot be used")
}

// AddWrite declares the flag of commands that write to it.
func (s *Shared) AddWrite(f *pflag.FlagSet) {
	f.BoolVar(&s.Write, "cache-write", false, "sign what this run converts, and put it into the shared cache")
}

// Open opens the shared cache that flags, environment and the user's configuration name, if they
// name one. Nothing is asked of it yet. Tell may be nil.
func (s *Shared) Open(r *converters.Registry, tell func(format string, args ...any)) error {
	if s.tell = tell; tell == nil {
		s.tell = func(string, ...any) {}
	}
	if err := s.find(); err != nil || s.Address == "" {
		return err
	}
	store, err := dial(s.Address)
	if err != nil {
		return err
	}
	settings := shared.Settings{Store: store, Namespace: s.Namespace, Registry: r, Base: compose.Base}
	settings.Left = func(why error) {
		s.tell("the shared cache %s is left for this run: %v\n", s.Address, why)
		s.told = true
	}
	if s.until != nil {
		settings.Until = s.until()
	}
	list, err := signers()
	if err != nil {
		return err
	}
	if s.Write {
		key, err := signingKey()
		if err != nil {
			return err
		}
		settings.Sign = func(message []byte) ([]byte, error) { return approval.Sign(key, signedFor, message) }
		list = append(list, "\nwriter "+string(ssh.MarshalAuthorizedKey(key.PublicKey()))...)
		s.tell("what is converted is put into %s, for all who read the namespace %s: chapters have the text of the documents\n", s.Address, s.Namespace)
	}
	trusted, err := approval.ParseSigners(list)
	switch {
	case err != nil:
		return fmt.Errorf("whose packs are taken: %w", err)
	case len(bytes.TrimSpace(list)) > 0:
	case s.Required:
		return errNobody
	default:
		s.tell("the shared cache %s is not used: %v\n", s.Address, errNobody)
		return nil
	}
	settings.Verify = func(message, signature []byte) error {
		_, err := trusted.Signer(signedFor, message, signature, time.Now())
		return err
	}
	s.Cache, err = shared.Open(settings)
	return err
}

// errNobody says that no pack would be taken.
var errNobody = errors.New("no key is trusted to sign packs: backstory cache trust KEY, or " + envSigners)

// find fills in what no flag says, from the environment and the user's configuration.
func (s *Shared) find() error {
	user, err := catalog.Load("")
	if err != nil {
		return err
	}
	given := s.Address != "" || os.Getenv(envAddress) != ""
	s.Address = cmp.Or(s.Address, os.Getenv(envAddress), user.Cache.Address)
	s.Namespace = cmp.Or(s.Namespace, os.Getenv(envNamespace), user.Cache.Namespace)
	switch {
	case s.Address == "off" && !s.Write && !s.Required:
		s.Address = "" // over the configuration
		return nil
	case s.Address == "" && (s.Write || s.Required):
		return errors.New("--cache-write and --cache-required are for a shared cache: name it with --cache ADDRESS")
	case s.Address == "":
		return nil
	case s.Namespace == "" && given:
		return errors.New("a shared cache is for those who know its namespace: give --cache-namespace NAME, or " + envNamespace)
	case s.Namespace == "":
		return fmt.Errorf("%s: cache: give address and namespace", catalog.ConfigName)
	}
	return nil
}

// dial opens the store at an address.
func dial(address string) (shared.Store, error) {
	if strings.HasPrefix(address, "s3:") {
		return objects.OpenS3(address, objects.Patience{Connect: shared.Connect, Tries: 1})
	}
	return shared.Dial(address, os.Getenv(envToken))
}

// Done uploads what was converted, and tells what the cache was good for. It may be called where
// there is none.
func (s *Shared) Done() error {
	if s.Cache == nil {
		return nil
	}
	defer s.Cache.Close()
	if s.Cache.Until.Err() != nil {
		return nil // somebody ended the command
	}
	if err := s.Cache.Publish(); err != nil {
		s.tell("%v\n", err)
	}
	stats, why := s.Cache.Stats()
	if why != nil && !s.told {
		s.tell("the shared cache %s was of no use: %v\n", s.Address, why)
	}
	if stats.Hits+stats.Added+stats.Refused > 0 {
		s.tell("%s: %d chapters taken, %d added, %d not trusted\n", s.Address, stats.Hits, stats.Added, stats.Refused)
	}
	if why != nil && s.Required {
		return fmt.Errorf("--cache-required: %w", why)
	}
	return nil
}

// In returns the path of a file of the user's configuration.
func In(name string) (string, error) {
	folder, err := catalog.Folder()
	return filepath.Join(folder, name), err
}

// signers returns the list of who may sign, in the form of ssh-keygen's allowed_signers.
func signers() ([]byte, error) {
	text := os.Getenv(envSigners)
	if strings.Contains(text, "ssh-") { // lines, not a file
		return []byte(text), nil
	}
	name, err := In(SignersFile)
	if text != "" {
		name, err = text, nil
	}
	if err != nil {
		return nil, err
	}
	list, err := os.ReadFile(name)
	if text == "" && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return list, err
}

// signingKey returns the key of who writes.
func signingKey() (ssh.Signer, error) {
	text := os.Getenv(envKey)
	if strings.HasPrefix(text, "-----BEGIN") {
		key, err := ssh.ParsePrivateKey([]byte(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", envKey, err)
		}
		return key, nil
	}
	name, err := In(KeyFile)
	if text != "" {
		name, err = text, nil
	}
	if err != nil {
		return nil, err
	}
	key, err := approval.LoadKey(name, nil)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--cache-write: there is no key to sign with: backstory cache keygen makes one, or set %s", envKey)
	}
	return key, err
}
