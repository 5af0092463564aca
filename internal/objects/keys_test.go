package objects_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/internal/objects"
	"github.com/seed353dc258/backstory/internal/objects/s3test"
)

// What is in a name is escaped once, and signed as it is sent.
func TestNamesMayHaveAnySign(t *testing.T) {
	s3test.Memory(t)
	s, err := objects.OpenForeign("s3://texts/a b", objects.Patience{Tries: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a+b c", "ü/日本", "100%", "a&b=c", "~x'(1)*!", "a?b#c", "a%20b"} {
		if _, err := s.Put(t.Context(), name, objects.Content([]byte(name)), objects.Condition{}); err != nil {
			t.Fatal(err)
		}
		if content, info, err := objects.Read(t.Context(), s, name, 100); err != nil || string(content) != name || info.Size != int64(len(name)) {
			t.Errorf("%s: %q, %v", name, content, err)
		}
		page, more, err := s.List(t.Context(), name, "")
		if err != nil || more || len(page) != 1 || page[0].Name != name {
			t.Errorf("%s: %+v, %v, %v", name, page, more, err)
		}
	}
}

// keysOf serves keys that end soon, and counts how often it was asked.
func keysOf(t *testing.T, answer string, asked *atomic.Int64, check func(r *http.Request, form string) bool) string {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		form, _ := io.ReadAll(r.Body)
		if !check(r, string(form)) {
			t.Errorf("%s %s: %s %s", r.Method, r.URL, form, r.Header)
		}
		fmt.Fprint(w, strings.ReplaceAll(answer, "TIME", time.Now().Add(time.Hour).UTC().Format(time.RFC3339)))
	}))
	t.Cleanup(srv.Close)
	return srv.URL
}

// A container has a role, of which the keys are fetched once as long as they hold.
func TestKeysOfARoleAreFetched(t *testing.T) {
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("a token\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int64
	contained := keysOf(t, `{"AccessKeyId": "them", "SecretAccessKey": "hush", "Token": "session", "Expiration": "TIME"}`, &asked, func(r *http.Request, _ string) bool { return r.Header.Get("Authorization") == "a token" })
	assumed := keysOf(t, `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult><Credentials><SessionToken>session</SessionToken><SecretAccessKey>hush</SecretAccessKey><Expiration>TIME</Expiration><AccessKeyId>them</AccessKeyId></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
		&asked, func(r *http.Request, form string) bool {
			return r.Method == "POST" && strings.Contains(form, "Action=AssumeRoleWithWebIdentity&") && strings.Contains(form, "WebIdentityToken=a+token") && strings.Contains(form, "RoleArn=arn%3Ax")
		})
	for name, env := range map[string]map[string]string{
		"a container": {"AWS_CONTAINER_CREDENTIALS_FULL_URI": contained, "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": token},
		"a token":     {"AWS_WEB_IDENTITY_TOKEN_FILE": token, "AWS_ROLE_ARN": "arn:x", "AWS_ENDPOINT_URL_STS": assumed},
	} {
		t.Run(name, func(t *testing.T) {
			srv := s3test.Memory(t)
			t.Setenv("AWS_ACCESS_KEY_ID", "")
			for name, value := range env {
				t.Setenv(name, value)
			}
			var header atomic.Value
			srv.Fail(func(_ http.ResponseWriter, r *http.Request) bool {
				header.Store(r.Header.Get("Authorization") + " " + r.Header.Get("X-Amz-Security-Token"))
				return false
			})
			asked.Store(0)
			s := open(t, "s3://texts")
			for range 3 {
				if err := objects.Reachable(t.Context(), s, "reachable"); err != nil {
					t.Fatal(err)
				}
			}
			if got := fmt.Sprint(header.Load()); asked.Load() != 1 || !strings.Contains(got, "Credential=them/") || !strings.Contains(got, "x-amz-security-token") || !strings.HasSuffix(got, " session") {
				t.Errorf("asked %d times: %s", asked.Load(), got)
			}
		})
	}
	s3test.Memory(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	refused := func() {
		t.Helper()
		if err := objects.Reachable(t.Context(), open(t, "s3://texts"), "reachable"); err == nil || !strings.Contains(err.Error(), "plain http goes to this machine only") {
			t.Error(err)
		}
	}
	t.Setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://keys.example.org/x")
	refused()
	t.Setenv("AWS_WEB_IDENTITY_TOKEN_FILE", token)
	t.Setenv("AWS_ENDPOINT_URL_STS", "http://sts.example.org")
	refused()
}

func TestAProgramMayGiveTheKeys(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program of this test is one of Unix")
	}
	s3test.Memory(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	dir := filepath.Join(os.Getenv("HOME"), ".aws")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	said := filepath.Join(dir, "said.json")
	for name, content := range map[string]string{
		said:                         `{"Version": 1, "AccessKeyId": "them", "SecretAccessKey": "hush"}`,
		filepath.Join(dir, "config"): "[default]\ncredential_process = /bin/cat " + said + "\n",
	} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := objects.Reachable(t.Context(), open(t, "s3://texts"), "reachable"); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(said, []byte("hush"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := objects.Reachable(t.Context(), open(t, "s3://texts"), "reachable"); err == nil || strings.Contains(err.Error(), "hush") {
		t.Error(err)
	}
}
