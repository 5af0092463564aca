package objects

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"
)

// Sign signs a request without a body.
func Sign(r *http.Request, id, secret string, now time.Time) {
	empty := sha256.Sum256(nil)
	sign(r, keys{id: id, secret: secret}, "us-east-1", hex.EncodeToString(empty[:]), now)
}
