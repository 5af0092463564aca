package catalog

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
)

// OpenID is an OpenID provider with which people log in to a server. Without an
// issuer there is none.
type OpenID struct {
	Issuer          string `json:"issuer"`            // its address, as it calls itself
	ClientID        string `json:"client_id"`         // what it calls the server
	ClientSecretEnv string `json:"client_secret_env"` // variable that holds the client's secret
	RedirectURL     string `json:"redirect_url"`      // address of the server's callback, as browsers reach it
	Org             string `json:"org"`               // in which people work after logging in; default: the first of their own
}

// CallbackPath is where an OpenID provider sends people back to.
const CallbackPath = "/api/v2/auth/callback"

// maxClientID is how many bytes a client's id may have.
const maxClientID = 256

// OpenID returns the provider with which people log in, and the client's secret.
// Where the secret is not there it is an [ErrNoKey].
func (c *Catalog) OpenID() (OpenID, string, error) {
	o := c.options().User.OpenID
	if o.Issuer == "" {
		return o, "", nil
	}
	secret := strings.TrimSpace(c.options().Getenv(o.ClientSecretEnv))
	if secret == "" {
		return o, "", fmt.Errorf("openid: %w: the environment variable %s is not set", ErrNoKey, o.ClientSecretEnv)
	}
	return o, secret, nil
}

func (o OpenID) check() error {
	if o == (OpenID{}) {
		return nil
	}
	if err := checkURL(".issuer", o.Issuer, true); err != nil {
		return err
	}
	if err := checkURL(".redirect_url", o.RedirectURL, true); err != nil {
		return err
	}
	u, err := url.Parse(o.RedirectURL)
	switch {
	case err != nil || !strings.HasSuffix(u.Path, CallbackPath):
		return errors.New(".redirect_url: it ends with " + CallbackPath)
	case o.ClientID == "" || len(o.ClientID) > maxClientID:
		return fmt.Errorf(".client_id: it has 1 to %d bytes", maxClientID)
	case !isVariable(o.ClientSecretEnv):
		return errors.New(".client_secret_env: it is the name of an environment variable; a configuration never holds the secret itself")
	case o.Org == "":
		return nil
	}
	if _, err := scope.New(o.Org, scope.Local, ""); err != nil {
		return fmt.Errorf(".org: %w", err)
	}
	return nil
}
