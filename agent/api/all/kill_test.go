package all_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/all"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/internal/soak"
	"github.com/seed353dc258/backstory/profile"
)

const (
	// serveDir has this program serve a workspace instead of running tests.
	serveDir = "BACKSTORY_TEST_SERVE"
	// serveDatabase is the address of the database that keeps the workspace.
	serveDatabase = "BACKSTORY_TEST_SERVE_DATABASE"
	// serveFar has it hold sessions as if it ran on another machine.
	serveFar = "BACKSTORY_TEST_SERVE_FAR"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(serveDir); dir != "" {
		fmt.Fprintln(os.Stderr, serveForever(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// slowly has the model say much, in small pieces, and call a tool in between.
const slowly = `rules:
  - match: tell
    pace: 2ms
    reply: [{chunks: ["One ", "two ", "three ", "four ", "five ", "six. "]}, {call: {name: memory_list, arguments: {}}}]
  - result: memory_list
    pace: 2ms
    reply: [{chunks: ["Seven ", "eight ", "nine ", "ten ", "eleven ", "twelve ", "and ", "the ", "end."]}]
`

// serveForever serves until it is killed, and says on standard output where.
func serveForever(dir string) error {
	h, err := openHost(dir)
	if err != nil {
		return err
	}
	if os.Getenv(serveFar) != "" {
		h.Runner.Owner = fmt.Sprintf("backstory, process %d on elsewhere [boot=b ns=n start=s machine=m]", os.Getpid())
	}
	server, err := api.New(api.Settings{Host: h, Builder: &pipeline.Builder{}, Rooms: all.Rooms(door.Options{}), Version: "test"})
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println("http://" + l.Addr().String())
	return server.HTTP().Serve(l)
}

func openHost(dir string) (*host.Host, error) {
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		return nil, err
	}
	script, err := model.ReadScript([]byte(slowly))
	if err != nil {
		return nil, err
	}
	return host.Open(context.Background(), host.Settings{Settings: state.Settings{Workspace: w, Database: os.Getenv(serveDatabase)}, Catalog: catalog.New(catalog.Options{Script: script})})
}

// process is a server that can be killed.
type process struct {
	cmd    *exec.Cmd
	client *apitest.Client
}

func startProcess(t *testing.T, dir, token string, env ...string) *process {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(append(os.Environ(), serveDir+"="+dir), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return &process{cmd, &apitest.Client{Site: &apitest.Site{TB: t, URL: strings.TrimSpace(url), Dir: dir}, Token: token}}
}

func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may have ended
	_ = p.cmd.Wait()         // which says that it was killed
}

// HA-10
//
// Soak: 1,000 kills. A client that continues to read after a kill gets, together with
// the part that it had, the text that was kept.
func TestSoakAStreamIsReadOnAfterAKill(t *testing.T) {
	if testing.Short() {
		t.Skip("each kill takes a process")
	}
	dir := t.TempDir()
	apitest.Write(t, dir, map[string]string{"profiles/caelum/soul.md": "You are Caelum.\n"})
	token := newToken(t, dir)
	draw := rand.New(rand.NewPCG(20, 7))
	cut, whole := 0, 0
	p := startProcess(t, dir, token)
	for range soak.Size(t, 1000) {
		id := p.client.Session("caelum")
		at := "/api/v2/sessions/" + id
		killed := make(chan struct{})
		after := time.Duration(draw.Int64N(int64(60 * time.Millisecond)))
		seen := ask(p.client, at, func() { // it has begun
			go func() {
				time.Sleep(after)
				p.kill()
				close(killed)
			}()
		})
		<-killed
		p = startProcess(t, dir, token)
		c := p.client
		if n := len(seen); n > 0 {
			c = c.With("Last-Event-ID", seen[n-1].ID)
		}
		got := c.Send("GET", at+"/turns/1/events", nil)
		rest := apitest.ReadEvents(t, got.Body, nil)
		got.Body.Close()
		all := append(seen, rest...)
		if last := all[len(all)-1].Name; last != "done" && last != "error" {
			t.Fatalf("after %s: the last event is %s", after, last)
		}
		if all[len(all)-1].Name == "done" {
			whole++
		} else {
			cut++
		}
		kept := ""
		for _, m := range p.client.Must(200, "GET", at+"/messages", nil).Get("data").([]any) {
			if one := m.(map[string]any); one["role"] == "assistant" {
				kept += one["text"].(string)
			}
		}
		if told := apitest.TextOf(all); told != kept {
			t.Fatalf("after %s was told %q, and kept %q", after, told, kept)
		}
	}
	p.kill()
	t.Logf("%d turns were cut off, %d had ended", cut, whole)
}

// ask asks for a stream, and reads until it breaks off.
func ask(c *apitest.Client, at string, begun func()) []apitest.Event {
	req, err := http.NewRequestWithContext(c.Context(), "POST", c.URL+at+"/messages", strings.NewReader(`{"text": "tell me", "stream": true}`))
	if err != nil {
		c.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+c.Token)
	got, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		c.Fatal(err)
	}
	defer got.Body.Close()
	begun()
	return apitest.ReadEvents(c.TB, got.Body, nil)
}

// newToken adds a token to a workspace's store.
func newToken(t *testing.T, dir string) string {
	t.Helper()
	h, err := openHost(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	s := &apitest.Site{TB: t, Host: h}
	return s.As("chat").Token
}
