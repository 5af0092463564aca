-- +goose Up
-- In the scope of 'platform' all rows of orgs are seen; of members a user sees
-- his own in every organisation. All else is seen in its organisation alone.
CREATE TABLE orgs (
	org      TEXT NOT NULL PRIMARY KEY CHECK (org <> ''),
	name     TEXT NOT NULL,
	created  INTEGER NOT NULL,
	archived INTEGER NOT NULL -- or 0
) STRICT, WITHOUT ROWID;

-- People are known to the platform: org is 'platform' in each row of these two.
CREATE TABLE users (
	org      TEXT NOT NULL CHECK (org <> ''),
	name     TEXT NOT NULL,
	display  TEXT NOT NULL,
	password TEXT NOT NULL, -- a hash, or empty
	subject  TEXT NOT NULL, -- of an OpenID provider, or empty
	created  INTEGER NOT NULL,
	disabled INTEGER NOT NULL, -- or 0
	PRIMARY KEY (org, name)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX users_subject ON users (org, subject) WHERE subject <> '';

CREATE TABLE logins (
	org     TEXT NOT NULL CHECK (org <> ''),
	id      TEXT NOT NULL,
	prefix  TEXT NOT NULL,
	hash    TEXT NOT NULL, -- of the secret, which is not kept
	user    TEXT NOT NULL,
	active  TEXT NOT NULL, -- the organisation in which the user works, or empty
	created INTEGER NOT NULL,
	expires INTEGER NOT NULL,
	ended   INTEGER NOT NULL, -- or 0
	PRIMARY KEY (org, id),
	UNIQUE (org, prefix),
	FOREIGN KEY (org, user) REFERENCES users (org, name) ON DELETE CASCADE
) STRICT;
CREATE INDEX logins_user ON logins (org, user);
CREATE INDEX logins_expires ON logins (org, expires);

CREATE TABLE members (
	org     TEXT NOT NULL CHECK (org <> ''),
	user    TEXT NOT NULL,
	role    TEXT NOT NULL,
	created INTEGER NOT NULL,
	PRIMARY KEY (org, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_user ON members (user, org); -- in which organisations somebody is

CREATE TABLE invites (
	org      TEXT NOT NULL CHECK (org <> ''),
	id       TEXT NOT NULL,
	role     TEXT NOT NULL,
	prefix   TEXT NOT NULL,
	hash     TEXT NOT NULL, -- of the secret, which is not kept
	maker    TEXT NOT NULL,
	user     TEXT NOT NULL, -- who accepted it, or empty
	created  INTEGER NOT NULL,
	expires  INTEGER NOT NULL,
	accepted INTEGER NOT NULL, -- or 0
	revoked  INTEGER NOT NULL, -- or 0
	PRIMARY KEY (org, id),
	UNIQUE (org, prefix)
) STRICT, WITHOUT ROWID;

CREATE TABLE profiles (
	org        TEXT NOT NULL CHECK (org <> ''),
	id         TEXT NOT NULL,
	name       TEXT NOT NULL,
	is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
	created    INTEGER NOT NULL,
	PRIMARY KEY (org, id),
	FOREIGN KEY (org) REFERENCES orgs (org)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX profiles_default ON profiles (org) WHERE is_default = 1;

CREATE INDEX tokens_user ON tokens (org, user);

-- +goose Down
DROP INDEX tokens_user;
DROP TABLE profiles;
DROP TABLE invites;
DROP TABLE members;
DROP TABLE logins;
DROP TABLE users;
DROP TABLE orgs;
