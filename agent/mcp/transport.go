package mcp

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// Bounds of what a server may send.
const (
	maxBody = 16 << 20 // bytes of one answer
	maxTail = 2 << 10  // bytes of standard error that are kept
)

// patience is how long a command may take to end.
const patience = time.Second

// transport returns how the server is reached. A lock is held.
func (s *server) transport() (sdk.Transport, error) {
	if s.of.URL != "" {
		return web(s.of, s.o)
	}
	s.live.said = &tail{}
	program := s.of.Command[0]
	if strings.ContainsAny(program, `/\`) && !filepath.IsAbs(program) {
		program = filepath.Join(s.of.Dir, program)
	}
	cmd := exec.CommandContext(s.life, program, s.of.Command[1:]...)
	cmd.Cancel = func() error {
		sweep(cmd)
		return cmd.Process.Kill()
	}
	cmd.Dir, cmd.Env, cmd.Stderr = s.of.Dir, environment(s.of, s.o), s.live.said
	cmd.WaitDelay = patience // for children of its own that hold our pipes
	if cmd.Err != nil {
		return nil, cmd.Err
	}
	apart(cmd)
	s.live.command = cmd
	return &sdk.CommandTransport{Command: cmd, TerminateDuration: patience}, nil
}

// environment is what a command is given: what programs need to run, and the
// variables that its configuration names. Keys are not among the former.
func environment(of catalog.Server, o Options) []string {
	names := []string{
		"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR",
		"SystemRoot", "SystemDrive", "ComSpec", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "ProgramFiles",
	}
	env := []string{}
	for _, name := range append(names, of.Env...) {
		if value := o.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// web returns how a server is reached by HTTP.
func web(of catalog.Server, o Options) (sdk.Transport, error) {
	client := &http.Client{}
	if o.Client != nil {
		*client = *o.Client
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	to := guard{next: client.Transport}
	if to.next == nil {
		to.next = http.DefaultTransport
	}
	if of.TokenEnv != "" {
		token := strings.TrimSpace(o.Getenv(of.TokenEnv))
		if token == "" || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return nil, fmt.Errorf("the environment variable %s holds no token", of.TokenEnv)
		}
		to.token = token
	}
	client.Transport = to
	// Without the stream that servers may speak on unasked: we ask, they answer.
	return &sdk.StreamableClientTransport{Endpoint: of.URL, HTTPClient: client, MaxRetries: -1, DisableStandaloneSSE: true, MaxEventSize: maxBody}, nil
}

// guard adds the token to requests and bounds what comes back.
type guard struct {
	next  http.RoundTripper
	token string
}

// RoundTrip implements [http.RoundTripper].
func (g guard) RoundTrip(r *http.Request) (*http.Response, error) {
	if g.token != "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+g.token)
	}
	resp, err := g.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	resp.Body = &short{ReadCloser: resp.Body, left: maxBody}
	return resp, nil
}

// errLong is an answer that is too long.
var errLong = errors.New("the answer is over the limit of 16 MiB")

// short is a body that may have so many bytes.
type short struct {
	io.ReadCloser
	left int64
}

func (s *short) Read(p []byte) (int, error) {
	if s.left <= 0 {
		return 0, errLong
	}
	n, err := s.ReadCloser.Read(p[:min(int64(len(p)), s.left)])
	s.left -= int64(n)
	return n, err
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p[max(0, len(p)-maxTail):]...)
	if over := len(t.text) - maxTail; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	if t == nil {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}

// explained adds what the command wrote last to an error, without tokens.
func explained(of catalog.Server, o Options, err error, said *tail) error {
	text := strings.NewReplacer(`calling "initialize": `, "", `sending "initialize": `, "", "rejected by transport: ", "").Replace(err.Error())
	if words := strings.TrimSpace(said.String()); words != "" {
		text += "; it wrote: " + words
	}
	for _, name := range append([]string{of.TokenEnv}, of.Env...) {
		if value := o.Getenv(name); name != "" && len(value) > 3 {
			text = strings.ReplaceAll(text, value, "("+name+")")
		}
	}
	return errors.New(oneline.Message(text, 500))
}
