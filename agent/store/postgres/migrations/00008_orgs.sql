-- +goose Up
-- In the scope of 'platform' all rows of orgs are seen; of members a user sees
-- his own in every organisation. All else is seen in its organisation alone.
CREATE TABLE orgs (
	org      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	name     TEXT COLLATE "C" NOT NULL,
	created  BIGINT NOT NULL,
	archived BIGINT NOT NULL -- or 0
);
SELECT apart('orgs');
CREATE POLICY platform ON orgs FOR SELECT USING (current_setting('backstory.org', true) = 'platform');

-- People are known to the platform: org is 'platform' in each row of these two.
CREATE TABLE users (
	org      TEXT COLLATE "C" NOT NULL,
	name     TEXT COLLATE "C" NOT NULL,
	display  TEXT COLLATE "C" NOT NULL,
	password TEXT COLLATE "C" NOT NULL, -- a hash, or empty
	subject  TEXT COLLATE "C" NOT NULL, -- of an OpenID provider, or empty
	created  BIGINT NOT NULL,
	disabled BIGINT NOT NULL, -- or 0
	PRIMARY KEY (org, name)
);
SELECT apart('users');
CREATE UNIQUE INDEX users_subject ON users (org, subject) WHERE subject <> '';

CREATE TABLE logins (
	org     TEXT COLLATE "C" NOT NULL,
	id      TEXT COLLATE "C" NOT NULL,
	prefix  TEXT COLLATE "C" NOT NULL,
	hash    TEXT COLLATE "C" NOT NULL, -- of the secret, which is not kept
	"user"  TEXT COLLATE "C" NOT NULL,
	active  TEXT COLLATE "C" NOT NULL, -- the organisation in which the user works, or empty
	created BIGINT NOT NULL,
	expires BIGINT NOT NULL,
	ended   BIGINT NOT NULL, -- or 0
	PRIMARY KEY (org, id),
	UNIQUE (org, prefix),
	FOREIGN KEY (org, "user") REFERENCES users (org, name) ON DELETE CASCADE
);
SELECT apart('logins');
CREATE INDEX logins_user ON logins (org, "user");
CREATE INDEX logins_expires ON logins (org, expires);

CREATE TABLE members (
	org     TEXT COLLATE "C" NOT NULL,
	"user"  TEXT COLLATE "C" NOT NULL,
	role    TEXT COLLATE "C" NOT NULL,
	created BIGINT NOT NULL,
	PRIMARY KEY (org, "user")
);
SELECT apart('members');
CREATE POLICY own ON members FOR SELECT USING ("user" = nullif(current_setting('backstory.user', true), ''));
CREATE INDEX members_user ON members ("user", org); -- in which organisations somebody is

CREATE TABLE invites (
	org      TEXT COLLATE "C" NOT NULL,
	id       TEXT COLLATE "C" NOT NULL,
	role     TEXT COLLATE "C" NOT NULL,
	prefix   TEXT COLLATE "C" NOT NULL,
	hash     TEXT COLLATE "C" NOT NULL, -- of the secret, which is not kept
	maker    TEXT COLLATE "C" NOT NULL,
	"user"     TEXT COLLATE "C" NOT NULL, -- who accepted it, or empty
	created  BIGINT NOT NULL,
	expires  BIGINT NOT NULL,
	accepted BIGINT NOT NULL, -- or 0
	revoked  BIGINT NOT NULL, -- or 0
	PRIMARY KEY (org, id),
	UNIQUE (org, prefix)
);
SELECT apart('invites');

CREATE TABLE profiles (
	org        TEXT COLLATE "C" NOT NULL,
	id         TEXT COLLATE "C" NOT NULL,
	name       TEXT COLLATE "C" NOT NULL,
	is_default BIGINT NOT NULL CHECK (is_default IN (0, 1)),
	created    BIGINT NOT NULL,
	PRIMARY KEY (org, id),
	FOREIGN KEY (org) REFERENCES orgs (org)
);
SELECT apart('profiles');
CREATE UNIQUE INDEX profiles_default ON profiles (org) WHERE is_default = 1;

CREATE INDEX tokens_user ON tokens (org, "user");
