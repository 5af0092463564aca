// Package s3test starts an S3 server that checks signatures, for tests: versitygw, which
// shares no code with the client of the program.
//
// Where it is not installed the tests skip, or fail if BACKSTORY_S3_REQUIRED is set.
package s3test

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// The keys that the server knows.
const (
	Access = "backstory-test"
	Secret = "a secret of this test"
)

// startTime is how long the server may take until it answers.
const startTime = 20 * time.Second

// Start starts a server with the buckets texts and other, which ends with the test, and
// points the environment to it.
func Start(tb testing.TB) {
	tb.Helper()
	program, err := exec.LookPath("versitygw")
	if err != nil {
		if os.Getenv("BACKSTORY_S3_REQUIRED") != "" {
			tb.Fatal(err)
		}
		tb.Skip("there is no versitygw here: make bin/tools/versitygw, and put it on the PATH")
	}
	dir := tb.TempDir()
	for _, name := range []string{"root/texts", "root/other", "about", "home"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			tb.Fatal(err)
		}
	}
	address := free(tb)
	ctx, cancel := context.WithCancel(context.Background())
	server := exec.CommandContext(ctx, program, "--port", address, "--quiet", "posix", "--sidecar", filepath.Join(dir, "about"), filepath.Join(dir, "root"))
	var log bytes.Buffer
	server.Stdout, server.Stderr = &log, &log
	server.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+Access, "ROOT_SECRET_KEY="+Secret)
	if err := server.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		cancel()
		_ = server.Wait() // it was killed
	})
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		answer, err := http.Get("http://" + address + "/texts")
		if err == nil {
			answer.Body.Close()
			break
		}
		if time.Since(began) > startTime {
			cancel()
			_ = server.Wait()
			tb.Fatalf("versitygw does not answer: %v: %s", err, log.String())
		}
	}
	for name, value := range map[string]string{
		"HOME": filepath.Join(dir, "home"), "AWS_ENDPOINT_URL": "http://" + address, "AWS_ENDPOINT_URL_S3": "", "AWS_PROFILE": "", "AWS_REGION": "",
		"AWS_ACCESS_KEY_ID": Access, "AWS_SECRET_ACCESS_KEY": Secret, "AWS_SESSION_TOKEN": "", "AWS_CONFIG_FILE": "", "AWS_SHARED_CREDENTIALS_FILE": "",
	} {
		tb.Setenv(name, value)
	}
}

// free returns an address of this machine at which nobody listens.
func free(tb testing.TB) string {
	tb.Helper()
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	defer at.Close()
	return at.Addr().String()
}
