package profiles_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/profiles"
	"github.com/seed353dc258/backstory/converters"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("internal/poll.runtime_pollWait")) // idle connections of test clients
}

const base = "/api/v2/profiles"

func serve(t *testing.T, change func(*api.Settings)) *apitest.Site {
	return apitest.Serve(t, "", func(s *api.Settings) {
		s.Rooms = []func(*api.Server){profiles.Routes}
		if change != nil {
			change(s)
		}
	})
}

// put uploads a document.
func put(c *apitest.Client, path, content string, headers ...string) (*http.Response, string) {
	c.Helper()
	req, err := http.NewRequestWithContext(c.Context(), "PUT", c.URL+base+"/caelum/sources/content?path="+path, strings.NewReader(content))
	if err != nil {
		c.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+c.Token)
	req.Header.Set("Content-Type", "application/octet-stream")
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	got, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		c.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		c.Fatal(err)
	}
	return got, string(text)
}

// HA-08
func TestProfilesAreMadeShownAndDeleted(t *testing.T) {
	s := serve(t, nil)
	c := s.As("write")
	made := c.Must(201, "POST", base, apitest.M{"name": "Nova-2", "soul": "You are Nova, who counts stars.\n", "preferences": "plain"})
	if made.Header.Get("Location") != base+"/nova-2" || made.Text("display") != "Nova 2" || made.Text("description") != "You are Nova, who counts stars." {
		t.Errorf("%v %s", made.Header, made.Body)
	}
	for _, name := range []string{"nova-2", "NOVA-2", "caelum"} {
		c.Must(409, "POST", base, apitest.M{"name": name})
	}
	for _, name := range []string{"", "..", "a/b", ".hidden", "a\u0000", `a\b`, strings.Repeat("x", 65)} {
		c.Must(422, "POST", base, apitest.M{"name": name})
	}
	c.Must(404, "GET", base+"/nobody", nil)
	c.Must(404, "GET", base+"/..%2f..", nil)
	c.Must(200, "PATCH", base+"/nova-2", apitest.M{"default": true})
	if r := c.Must(200, "GET", base+"/nova-2", nil); r.Get("default") != true {
		t.Errorf("%s", r.Body)
	}
	if r := c.Must(428, "DELETE", base+"/nova-2", nil); r.Text("details.current") != made.Header.Get("ETag") {
		t.Errorf("%s", r.Body)
	}
	c.With("If-Match", `"other"`).Must(412, "DELETE", base+"/nova-2", nil)
	c.With("If-Match", made.Header.Get("ETag")).Must(204, "DELETE", base+"/nova-2", nil)
	c.Must(404, "GET", base+"/nova-2", nil)
	if _, err := os.Stat(filepath.Join(s.Dir, "profiles", "Nova-2")); !os.IsNotExist(err) {
		t.Errorf("the folder is there: %v", err)
	}
}

// HA-09
func TestListsHavePages(t *testing.T) {
	s := serve(t, nil)
	c := s.As("write")
	for i := range 7 {
		c.Must(201, "POST", base, apitest.M{"name": fmt.Sprintf("p%d", i)})
	}
	var names []string
	next := ""
	for pages := 0; ; pages++ {
		r := c.Must(200, "GET", base+"?limit=4&cursor="+next, nil)
		list, _ := r.Get("data").([]any)
		for i := range list {
			names = append(names, r.Text(fmt.Sprintf("data.%d.name", i)))
		}
		if next = r.Text("next_cursor"); next == "" {
			break
		}
	}
	if got := strings.Join(names, " "); got != "caelum lyra p0 p1 p2 p3 p4 p5 p6" {
		t.Error(got)
	}
	for _, query := range []string{"limit=0", "limit=201", "cursor=-1", "cursor=x", "unknown=1"} {
		c.Must(422, "GET", base+"?"+query, nil)
	}
}

// HA-08
func TestFilesAreChangedByWhoKnowsTheirVersion(t *testing.T) {
	s := serve(t, nil)
	c := s.As("write")
	soul := base + "/caelum/files/content?path=soul.md"
	first := c.Must(200, "GET", soul, nil)
	tag := first.Header.Get("ETag")
	if r := c.Must(428, "PUT", soul, apitest.M{"content": "new"}); r.Text("details.current") != tag {
		t.Errorf("%s", r.Body)
	}
	second := c.With("If-Match", tag).Must(200, "PUT", soul, apitest.M{"content": "You are Caelum, and older.\n"})
	if r := c.With("If-Match", tag).Must(412, "PUT", soul, apitest.M{"content": "mine"}); r.Text("details.current") != second.Header.Get("ETag") {
		t.Errorf("%s", r.Body)
	}
	if r := c.Must(200, "GET", soul, nil); r.Text("content") != "You are Caelum, and older.\n" || r.Header.Get("ETag") != second.Header.Get("ETag") {
		t.Errorf("%v %s", r.Header, r.Body)
	}
	role := base + "/caelum/files/content?path=roles/scout.md"
	c.With("If-None-Match", "*").Must(200, "PUT", role, apitest.M{"content": "---\nname: scout\n---\n\nYou look ahead.\n"})
	c.With("If-None-Match", "*").Must(412, "PUT", role, apitest.M{"content": "---\nname: scout\n---\n"})
	if r := c.Must(200, "GET", base+"/caelum", nil); !strings.Contains(r.Text("roles"), "scout") {
		t.Errorf("%s", r.Body)
	}
	if r := c.Must(200, "GET", base+"/caelum/files", nil); !strings.Contains(string(r.Body), `"roles/scout.md"`) || !strings.Contains(string(r.Body), `"roles/clerk.md"`) {
		t.Errorf("%s", r.Body)
	}
	c.With("If-Match", "*").Must(204, "DELETE", role, nil)
	c.With("If-Match", "*").Must(412, "DELETE", role, nil)
	c.With("If-Match", "*").Must(409, "DELETE", soul, nil)
	for path, content := range map[string]string{"soul.md": " \n", "preferences.json": "{bad", "roles/x.md": "no name"} {
		c.With("If-Match", "*").With("If-None-Match", "").Must(422, "PUT", base+"/caelum/files/content?path="+path, apitest.M{"content": content})
	}
	for _, path := range []string{"../lyra/soul.md", "/etc/passwd", "roles/../soul.md", "roles/.x.md", "backstory.md", ".backstory-manifest.json", "heartbeat.md", "skills/a/SKILL.md", "roles/a/b.md", "roles/con:x.md", `roles\a.md`} {
		c.Must(400, "PUT", base+"/caelum/files/content?path="+path, apitest.M{"content": "x"})
		c.Must(400, "GET", base+"/caelum/files/content?path="+path, nil)
	}
	for path, code := range map[string]string{"..%2Flyra%2Fsoul.md": "traversal", "%2Fetc%2Fpasswd": "traversal", "%2Fdev%2Fzero": "special_file", "a%00.md": "null_byte"} { // TC-15
		if r := c.Must(400, "GET", base+"/caelum/files/content?path="+path, nil); r.Text("code") != code {
			t.Errorf("%s: %s", path, r.Body)
		}
	}
	// A label is in the backstory at once.
	c.Must(200, "PUT", base+"/caelum/files/content?path=preferences.json", apitest.M{"content": `{"prompts": {"labels": {"backstory": "Ship's papers"}}}`})
	if text, err := os.ReadFile(filepath.Join(s.Dir, "profiles/caelum/backstory.md")); err != nil || !strings.HasPrefix(string(text), "## Ship's papers") {
		t.Errorf("%.80s %v", text, err)
	}
	// A link leads nowhere.
	if err := os.Symlink(filepath.Join(s.Dir, "profiles/lyra/soul.md"), filepath.Join(s.Dir, "profiles/caelum/base.md")); err == nil {
		c.Must(400, "GET", base+"/caelum/files/content?path=base.md", nil)
		c.With("If-Match", "*").Must(400, "PUT", base+"/caelum/files/content?path=base.md", apitest.M{"content": "x"})
	}
}

// HA-08
func TestOfManyWritersAtOnceOneWins(t *testing.T) {
	c := serve(t, nil).As("write")
	soul := base + "/caelum/files/content?path=soul.md"
	tag := c.Must(200, "GET", soul, nil).Header.Get("ETag")
	var group sync.WaitGroup
	codes := make(chan int, 20)
	for i := range 20 {
		group.Go(func() {
			codes <- c.With("If-Match", tag).Do("PUT", soul, apitest.M{"content": fmt.Sprintf("I am %d.\n", i)}).Status
		})
	}
	group.Wait()
	close(codes)
	count := map[int]int{}
	for code := range codes {
		count[code]++
	}
	if count[200] != 1 || count[412] != 19 {
		t.Errorf("%v", count)
	}
}

// HA-08, HA-17
func TestSourcesAreUploadedListedLeftOutAndDeleted(t *testing.T) {
	s := serve(t, func(s *api.Settings) {
		s.Builder.Limits.Command = s.Builder.Limits.Command.With(converters.LimitInput, 100_000)
	})
	c := s.As("write")
	got, text := put(c, "deep/er/new.md", "# New\n\nIt is new at Skarv.\n")
	tag := got.Header.Get("ETag")
	if got.StatusCode != 200 || tag == "" || !strings.Contains(text, `"state":"built"`) || !strings.Contains(text, `"status":"ok"`) {
		t.Fatalf("%d %s", got.StatusCode, text)
	}
	if got, text := put(c, "deep/er/new.md", "other"); got.StatusCode != 428 || !strings.Contains(text, strings.Trim(tag, `"`)) {
		t.Errorf("%d %s", got.StatusCode, text)
	}
	if got, _ := put(c, "deep/er/new.md", "other", "If-Match", `"x"`); got.StatusCode != 412 {
		t.Errorf("%d", got.StatusCode)
	}
	if got, text := put(c, "deep/er/new.md", "# Newer\n", "If-Match", tag); got.StatusCode != 200 || got.Header.Get("ETag") == tag {
		t.Errorf("%d %s", got.StatusCode, text)
	}
	if got, text := put(c, "big.md", strings.Repeat("x", 100_001)); got.StatusCode != 413 || !strings.Contains(text, "100000") {
		t.Errorf("%d %s", got.StatusCode, text)
	}
	if got, text := put(c, "bad.docx", "PK\x03\x04 and no more"); got.StatusCode != 200 || !strings.Contains(text, `"status":"failed"`) {
		t.Errorf("%d %s", got.StatusCode, text)
	}
	for _, path := range []string{"../soul.md", "a/../../x.md", ".backstory.json", ".x.md", "a.exe", "", "nested", "intro.md/x.md"} {
		if got, text := put(c, path, "x"); got.StatusCode != 400 && got.StatusCode != 422 {
			t.Errorf("%s: %d %s", path, got.StatusCode, text)
		}
	}
	list := c.Must(200, "GET", base+"/caelum/sources", nil)
	var told []string
	for i := range list.Get("data").([]any) {
		told = append(told, list.Text(fmt.Sprintf("data.%d.path", i))+" "+list.Text(fmt.Sprintf("data.%d.status", i)))
	}
	if want := "bad.docx failed, deep/er/new.md ok, image.png unsupported, intro.md ok, nested/n.txt ok"; strings.Join(told, ", ") != want {
		t.Errorf("%q", told)
	}
	content := base + "/caelum/sources/content?path="
	if r := c.Must(200, "GET", content+"image.png", nil); !bytes.Equal(r.Body, []byte("\x89PNG")) || r.Header.Get("Content-Disposition") != "attachment" {
		t.Errorf("%v %q", r.Header, r.Body)
	}
	r := c.Must(200, "PATCH", content+"intro.md", apitest.M{"included": false})
	if r.Get("source.included") != false || r.Text("source.status") != "skipped" || r.Get("build.sources") != 3.0 {
		t.Errorf("%s", r.Body)
	}
	if r := c.Must(200, "PATCH", content+"intro.md", apitest.M{"included": true}); r.Text("source.status") != "ok" {
		t.Errorf("%s", r.Body)
	}
	c.Must(404, "PATCH", content+"none.md", apitest.M{"included": false})
	c.Must(428, "DELETE", content+"intro.md", nil)
	if r := c.With("If-Match", "*").Must(200, "DELETE", content+"intro.md", nil); r.Get("source") != nil || r.Get("build.sources") != 3.0 {
		t.Errorf("%s", r.Body)
	}
	c.Must(404, "GET", content+"intro.md", nil)
	leftovers, err := filepath.Glob(filepath.Join(s.Dir, "profiles/caelum/backstory", ".*"))
	if err != nil || len(leftovers) != 1 { // the options
		t.Errorf("%v %v", leftovers, err)
	}
}

func TestBuildsChecksAndExplanations(t *testing.T) {
	s := serve(t, nil)
	c := s.As("write")
	if r := c.Must(200, "GET", base+"/caelum/check", nil); r.Get("fresh") != true || r.Get("sources") != 2.0 {
		t.Errorf("%s", r.Body)
	}
	apitest.Write(t, s.Dir, map[string]string{"profiles/caelum/backstory/bad.txt": "a\u202eb at Skarv\n"})
	if r := c.Must(200, "GET", base+"/caelum/check", nil); r.Get("fresh") != false || r.Text("reasons.0.path") != "bad.txt" {
		t.Errorf("%s", r.Body)
	}
	c.Must(200, "POST", base+"/caelum/build", nil)
	if r := c.Must(200, "POST", base+"/caelum/build", nil); r.Text("state") != "current" || r.Get("sources") != 3.0 {
		t.Errorf("%s", r.Body)
	}
	if r := c.Must(200, "GET", base+"/caelum/warnings", nil); r.Text("data.0.path") != "bad.txt" || r.Text("data.0.code") == "" {
		t.Errorf("%s", r.Body)
	}
	r := c.Must(200, "GET", base+"/caelum/explain?text=Skarv", nil)
	if r.Get("all") != 2.0 || !strings.Contains(string(r.Body), `"source":"intro.md"`) || r.Text("data.0.format") == "" {
		t.Errorf("%s", r.Body)
	}
	c.Must(200, "GET", base+"/caelum/explain?line=1", nil)
	c.Must(404, "GET", base+"/caelum/explain?line=9999", nil)
	c.Must(422, "GET", base+"/caelum/explain", nil)
	hit := c.Must(200, "GET", base+"/caelum/search?q=Skarv&limit=1", nil)
	if hit.Text("query") != "Skarv" || !strings.Contains(hit.Text("hits.0.text"), "Skarv") || !strings.HasPrefix(hit.Text("hits.0.place"), "line ") {
		t.Errorf("%s", hit.Body)
	}
	for _, wrong := range []string{"", "?q=", "?q=%20", "?q=a&limit=0", "?q=a&limit=101", "?q=a&max_tokens=0"} {
		c.Must(422, "GET", base+"/caelum/search"+wrong, nil)
	}
	c.Must(404, "GET", base+"/nobody/search?q=a", nil)
	apitest.Write(t, s.Dir, map[string]string{"profiles/caelum/backstory.md": "by hand"})
	c.Must(409, "POST", base+"/caelum/build", nil)
	if r := c.Must(409, "GET", base+"/caelum/explain?text=Skarv", nil); r.Text("code") != "stale" {
		t.Errorf("%s", r.Body)
	}
}

func TestPrompts(t *testing.T) {
	s := serve(t, nil)
	c := s.As("write")
	r := c.Must(200, "GET", base+"/caelum/prompt", nil)
	system := r.Text("epoch.prompt")
	if !strings.Contains(system, "You are Caelum.") || r.Text("epoch.prompt_sections.0.id") == "" || r.Get("epoch.limit") == nil {
		t.Errorf("%.600s", r.Body)
	}
	if r := c.Must(200, "GET", base+"/caelum/prompt?role=clerk", nil); r.Text("epoch.role") != "clerk" {
		t.Errorf("%.600s", r.Body)
	}
	c.Must(422, "GET", base+"/caelum/prompt?model=none/such", nil)
	c.Must(400, "GET", base+"/caelum/prompt?role=none", nil)
	if r := c.Must(200, "GET", base+"/caelum/prompt/export", nil); !strings.Contains(string(r.Body), strings.TrimSpace(system)) {
		t.Errorf("%.300s", r.Body)
	}
	c.Must(404, "GET", base+"/caelum/prompt/diff", nil)
	id := c.Must(201, "POST", "/api/v2/sessions", apitest.M{"profile": "caelum"}).Text("id")
	c.Must(200, "POST", "/api/v2/sessions/"+id+"/messages", apitest.M{"text": "hello"})
	if r := c.Must(200, "GET", base+"/caelum/prompt/diff?session="+id, nil); r.Text("diff") != "" {
		t.Errorf("%s", r.Body)
	}
	c.With("If-Match", "*").Must(200, "PUT", base+"/caelum/files/content?path=soul.md", apitest.M{"content": "You are another.\n"})
	r = c.Must(200, "GET", base+"/caelum/prompt/diff?session="+id, nil)
	if r.Text("changes.0.section") != "soul" || !strings.Contains(r.Text("diff"), "+You are another.") {
		t.Errorf("%s", r.Body)
	}
	c.Must(404, "GET", base+"/lyra/prompt/diff?session="+id, nil)
}

func TestRightsOfProfiles(t *testing.T) {
	s := serve(t, nil)
	for _, c := range []*apitest.Client{s.As("read"), s.As("chat")} {
		c.Must(200, "GET", base, nil)
		c.Must(200, "GET", base+"/caelum/sources", nil)
		for _, route := range [][2]string{
			{"POST", ""},
			{"PATCH", "/caelum"},
			{"DELETE", "/caelum"},
			{"POST", "/caelum/build"},
			{"PUT", "/caelum/files/content?path=soul.md"},
			{"DELETE", "/caelum/files/content?path=base.md"},
			{"DELETE", "/caelum/sources/content?path=intro.md"},
			{"PATCH", "/caelum/sources/content?path=intro.md"},
		} {
			body := any(nil)
			if route[0] != "DELETE" && !strings.HasSuffix(route[1], "build") {
				body = apitest.M{"name": "x", "content": "x", "included": true, "default": true}
			}
			if r := c.Do(route[0], base+route[1], body); r.Status != 403 && r.Status != 422 || r.Status == 422 && !strings.Contains(string(r.Body), "unexpected") {
				t.Errorf("%v: %d %s", route, r.Status, r.Body)
			}
		}
		if got, _ := put(c, "x.md", "x"); got.StatusCode != 403 {
			t.Errorf("upload: %d", got.StatusCode)
		}
	}
	if _, err := os.Stat(filepath.Join(s.Dir, "profiles/caelum/backstory/x.md")); !os.IsNotExist(err) {
		t.Error("it was written")
	}
}

func TestNobodyWaitsForABuildToLookAtWhatThereIs(t *testing.T) {
	var slow atomic.Bool
	entered, leave := make(chan struct{}, 10), make(chan struct{})
	s := serve(t, func(s *api.Settings) {
		s.Builder.Progress = func(int, int) {
			if slow.Load() {
				entered <- struct{}{}
				<-leave
			}
		}
	})
	c := s.As("write")
	release := sync.OnceFunc(func() { slow.Store(false); close(leave) })
	defer release()
	slow.Store(true)
	done := make(chan int, 1)
	go func() {
		got, _ := put(c, "slow.md", "It takes long.")
		done <- got.StatusCode
	}()
	<-entered
	for _, path := range []string{"/caelum/sources", "/caelum/check", "/caelum/warnings", "/lyra/check", "/caelum/prompt", "/caelum/explain?line=1", "/caelum/search?q=a"} {
		c.Must(200, "GET", base+path, nil)
	}
	release()
	if code := <-done; code != 200 {
		t.Errorf("the upload: %d", code)
	}
}
