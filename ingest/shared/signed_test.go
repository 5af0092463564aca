package shared_test

import (
	"errors"
	"testing"

	"github.com/seed353dc258/backstory/ingest/shared"
	"github.com/seed353dc258/backstory/internal/objects"
	"github.com/seed353dc258/backstory/internal/objects/s3test"
)

func TestABucketThatChecksSignatures(t *testing.T) {
	s3test.Start(t)
	bucket := func(address string) objects.Store {
		b, err := objects.OpenS3(address, objects.Patience{Tries: 1})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	othersFind(t, bucket("s3://texts/chapters"))
	t.Setenv("AWS_SECRET_ACCESS_KEY", "another secret")
	var left error
	c, err := shared.Open(shared.Settings{Store: bucket("s3://texts/chapters"), Namespace: "team", Registry: registry(t), Base: 3, Verify: trusting(1), Left: func(err error) { left = err }})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if n := found(t, c, 0, 100); n > 0 || !errors.Is(left, objects.ErrDenied) {
		t.Errorf("%d found, and it was left for: %v", n, left)
	}
	if s, err := c.Stats(); s.Requests != 1 || err == nil {
		t.Errorf("%+v, %v", s, err)
	}
}
