package catalog

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
)

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

// checkURL takes addresses to which a key may be sent: with TLS, or on this
// machine.
func checkURL(field, text string, keyed bool) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return errors.New(field + ": it is not an http or https URL")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return errors.New(field + ": a user, a password or a query do not belong in it")
	case u.Scheme == "http" && keyed && !isLocal(u.Hostname()):
		return errors.New(field + ": a key would be sent unprotected: use https")
	}
	return nil
}

func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// isVariable reports whether a name is one of an environment variable.
func isVariable(name string) bool {
	return word(strings.ToLower(name), "_", 128) && (name[0] < '0' || name[0] > '9')
}

// word reports whether a name has letters, digits and some other characters,
// and so many of them. It begins with a letter or a digit, or with an underscore
// where that is among the others.
func word(name, others string, most int) bool {
	for i, r := range name {
		letter := 'a' <= r && r <= 'z' || '0' <= r && r <= '9'
		if !letter && (!strings.ContainsRune(others, r) || i == 0 && r != '_') {
			return false
		}
	}
	return name != "" && len(name) <= most
}
