package objects_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/internal/objects"
	"github.com/seed353dc258/backstory/internal/objects/s3test"
)

func TestAddressesHoldNoKeys(t *testing.T) {
	s3test.Memory(t)
	for _, bad := range []string{
		"s3://", "s3:///x", "s3://key:secret@texts/x", "s3://key@texts", "s3://texts/x?secret=1", "s3://texts/../x", "s3://texts/a//b", "https://texts", "s3:texts", "s3://texts:80/x",
	} {
		if _, err := objects.Open(bad, objects.Patience{}); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	for endpoint, ok := range map[string]bool{
		"http://127.0.0.1:9": true, "http://[::1]:9": true, "http://localhost:9": true, "https://s3.example.org": true,
		"http://s3.example.org": false, "http://127.0.0.1.example.org": false, "https://key:secret@s3.example.org": false, "ftp://x": false, "s3.example.org": false, "https://x/path": false,
	} {
		t.Setenv("AWS_ENDPOINT_URL_S3", endpoint)
		if _, err := objects.Open("s3://texts", objects.Patience{}); (err == nil) != ok || err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", endpoint, err)
		}
	}
}

func TestTheFilesOfAWSAreRead(t *testing.T) {
	srv := s3test.Memory(t)
	for _, name := range []string{"AWS_ENDPOINT_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"} {
		t.Setenv(name, "")
	}
	t.Setenv("AWS_PROFILE", "team")
	dir := filepath.Join(os.Getenv("HOME"), ".aws")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"config":      "[default]\nregion = x\n[profile team]\nregion = eu-north-1\nendpoint_url = " + srv.URL + "\n",
		"credentials": "[team]\naws_access_key_id = them\naws_secret_access_key = hush\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := objects.Reachable(t.Context(), open(t, "s3://texts"), "reachable"); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "credentials"), []byte("[team\nhush"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := objects.Open("s3://texts", objects.Patience{}); err == nil || strings.Contains(err.Error(), "hush") {
		t.Error(err)
	}
}
