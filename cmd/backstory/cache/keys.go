package cache

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/ssh"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/names"
)

// newKeygen returns the command cache keygen.
func newKeygen(t *cli.Terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use: "keygen [FILE]", Short: "Make a key that signs what is put into a shared cache", Args: cobra.MaximumNArgs(1),
		Long: `keygen writes an Ed25519 key in the form of OpenSSH to FILE (default: cache_key in your configuration
folder, where build --cache-write looks for it) and prints its public half, which readers trust with
backstory cache trust. A file that is there is not replaced.`,
		RunE: func(_ *cobra.Command, args []string) error {
			name, err := given.In(given.KeyFile)
			if len(args) > 0 {
				name, err = args[0], nil
			}
			if err != nil {
				return err
			}
			return keygen(t, name)
		},
	}
	t.AddJSON(cmd.Flags())
	return cmd
}

func keygen(t *cli.Terminal, name string) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		return err
	}
	block, err := ssh.MarshalPrivateKey(private, "backstory cache")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: name another FILE, or remove it", names.Show(name))
	}
	if err != nil {
		return err
	}
	_, err = f.Write(pem.EncodeToMemory(block))
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	public := strings.TrimSpace(string(ssh.MarshalAuthorizedKey(signer.PublicKey())))
	t.Answers(struct {
		File   string `json:"file"`
		Public string `json:"public_key"`
	}{name, public})
	if !t.Answer.Asked {
		fmt.Fprintln(t.Out, public)
	}
	t.Talk("the key is in %s; readers trust it with: backstory cache trust %s\n", names.Show(name), names.Shell(public))
	return nil
}

// newTrust returns the command cache trust.
func newTrust(t *cli.Terminal) *cobra.Command {
	var remove bool
	cmd := &cobra.Command{
		Use: "trust [KEY|FILE]", Short: "List, add or remove the keys whose packs are taken from a shared cache", Args: cobra.MaximumNArgs(1),
		Long: `trust adds a public key, given itself or by the file that has it, to cache_signers in your configuration folder, in the
form of ssh-keygen's allowed_signers. What is in a shared cache and was signed by none of these keys
is not taken. Two keys may be valid at once, so that one can take the place of the other. Without an
argument it lists them.`,
		RunE: func(_ *cobra.Command, args []string) error {
			name, err := given.In(given.SignersFile)
			if err != nil {
				return err
			}
			list, err := os.ReadFile(name)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			if _, err := approval.ParseSigners(list); err != nil {
				return fmt.Errorf("%s: %w", names.Show(name), err)
			}
			if len(args) == 0 {
				return listTrusted(t, list, remove)
			}
			key, err := publicKey(args[0])
			if err != nil {
				return err
			}
			return trust(t, name, list, key, remove)
		},
	}
	cmd.Flags().BoolVar(&remove, "remove", false, "take the key off the list")
	t.AddJSON(cmd.Flags())
	return cmd
}

// publicKey reads a key as an argument gives it.
func publicKey(text string) (ssh.PublicKey, error) {
	content := []byte(text)
	if !strings.HasPrefix(text, "ssh-") {
		var err error
		if content, err = os.ReadFile(text); err != nil {
			return nil, err
		}
	}
	key, _, _, _, err := ssh.ParseAuthorizedKey(content)
	if err != nil {
		private, privateErr := ssh.ParsePrivateKey(content)
		if privateErr != nil {
			return nil, errors.New("give a public key, as backstory cache keygen prints it, or a file with one")
		}
		key = private.PublicKey()
	}
	if key.Type() != ssh.KeyAlgoED25519 {
		return nil, fmt.Errorf("the key is of the kind %s: packs are signed by Ed25519", key.Type())
	}
	return key, nil
}

// keyOf returns the key of a line; nil where it has none.
func keyOf(line []byte) ssh.PublicKey {
	at := bytes.Index(line, []byte("ssh-ed25519 "))
	if at < 0 || bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
		return nil
	}
	key, _, _, _, err := ssh.ParseAuthorizedKey(line[at:])
	if err != nil {
		return nil
	}
	return key
}

func listTrusted(t *cli.Terminal, list []byte, remove bool) error {
	if remove {
		return errors.New("--remove: name the key")
	}
	prints := []string{}
	for line := range bytes.Lines(list) {
		if key := keyOf(line); key != nil {
			prints = append(prints, ssh.FingerprintSHA256(key))
		}
	}
	t.Answers(struct {
		Keys []string `json:"keys"`
	}{prints})
	if t.Answer.Asked {
		return nil
	}
	for _, p := range prints {
		fmt.Fprintln(t.Out, p)
	}
	if len(prints) == 0 {
		t.Talk("no key is trusted: nothing is taken from a shared cache\n")
	}
	return nil
}

// trust writes the list with a key, or without it.
func trust(t *cli.Terminal, name string, list []byte, key ssh.PublicKey, remove bool) error {
	var rest []byte
	was := false
	for line := range bytes.Lines(list) {
		if k := keyOf(line); k != nil && bytes.Equal(k.Marshal(), key.Marshal()) {
			was = true
			if remove {
				continue
			}
		}
		rest = append(rest, line...)
	}
	print, did := ssh.FingerprintSHA256(key), "is trusted"
	switch {
	case remove && !was:
		return fmt.Errorf("%s is not on the list", print)
	case remove:
		did = "is not trusted any more"
	case !was:
		if len(rest) > 0 && !bytes.HasSuffix(rest, []byte("\n")) {
			rest = append(rest, '\n')
		}
		rest = append(rest, "cache "+string(ssh.MarshalAuthorizedKey(key))...)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return err
	}
	defer root.Close()
	if err := atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(filepath.Base(name), rest)); err != nil {
		return err
	}
	t.Answers(struct {
		Keys []string `json:"keys"`
	}{[]string{print}})
	t.Talk("%s %s\n", print, did)
	return nil
}
