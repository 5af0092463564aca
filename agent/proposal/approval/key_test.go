package approval_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"encoding/pem"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
)

// ssh-agent signs with a key of which there is the public half alone, or that is
// protected where nobody can be asked.
func TestAnAgentSigns(t *testing.T) {
	dir := t.TempDir()
	_, ed, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rs, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, content []byte) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	block, err := ssh.MarshalPrivateKeyWithPassphrase(ed, "", []byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	edKey, rsaKey := signerOf(t, ed), signerOf(t, rs)
	files := map[string]string{
		"ed":  write("ed", pem.EncodeToMemory(block)),
		"rsa": write("rsa.pub", ssh.MarshalAuthorizedKey(rsaKey.PublicKey())),
	}
	sign := func(file string) ([]byte, error) {
		key, err := approval.LoadKey(file, nil)
		if err != nil {
			t.Fatal(err)
		}
		return approval.Sign(key, approval.Namespace, []byte("m"))
	}
	t.Setenv("SSH_AUTH_SOCK", "")
	if _, err := sign(files["ed"]); err == nil || !strings.Contains(err.Error(), "none runs") {
		t.Errorf("%v", err)
	}
	keys := agent.NewKeyring()
	t.Setenv("SSH_AUTH_SOCK", serveKeys(t, keys))
	if _, err := sign(files["ed"]); err == nil || !strings.Contains(err.Error(), "ssh-add") {
		t.Errorf("%v", err)
	}
	for _, k := range []any{ed, rs} {
		if err := keys.Add(agent.AddedKey{PrivateKey: k}); err != nil {
			t.Fatal(err)
		}
	}
	list, err := approval.ParseSigners([]byte(line("ed", "", edKey) + line("rsa", "", rsaKey)))
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range files {
		sig, err := sign(file)
		if err != nil {
			t.Fatal(name, err)
		}
		if err := list.Verify(name, []byte("m"), sig, at); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// serveKeys serves keys as ssh-agent does, and returns the path of its socket.
func serveKeys(t *testing.T, keys agent.Agent) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "s") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	socket := filepath.Join(folder, "agent")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Skip("there are no sockets of files here: ", err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			_ = agent.ServeAgent(keys, c)
			c.Close()
		}
	}()
	return socket
}
