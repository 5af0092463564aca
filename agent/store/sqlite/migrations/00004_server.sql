-- +goose Up
CREATE TABLE tokens (
	id      TEXT PRIMARY KEY,
	org     TEXT NOT NULL,
	user    TEXT NOT NULL,
	name    TEXT NOT NULL,
	prefix  TEXT NOT NULL UNIQUE,
	hash    TEXT NOT NULL, -- of the secret, which is not kept
	scopes  TEXT NOT NULL, -- words
	created INTEGER NOT NULL,
	expires INTEGER NOT NULL, -- or 0
	used    INTEGER NOT NULL, -- or 0
	revoked INTEGER NOT NULL  -- or 0
) STRICT;
CREATE INDEX tokens_org ON tokens (org, created);

CREATE TABLE events (
	org     TEXT NOT NULL,
	session TEXT NOT NULL,
	turn    INTEGER NOT NULL,
	number  INTEGER NOT NULL,
	type    TEXT NOT NULL,
	data    TEXT NOT NULL,
	PRIMARY KEY (org, session, turn, number),
	FOREIGN KEY (org, session) REFERENCES sessions (org, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE replies (
	org     TEXT NOT NULL,
	user    TEXT NOT NULL,
	actor   TEXT NOT NULL,
	route   TEXT NOT NULL,
	key     TEXT NOT NULL,
	digest  TEXT NOT NULL,
	holder  TEXT NOT NULL,
	status  INTEGER NOT NULL, -- 0 while it is worked on
	header  TEXT NOT NULL,
	body    BLOB NOT NULL,
	session TEXT NOT NULL,
	turn    INTEGER NOT NULL,
	created INTEGER NOT NULL,
	PRIMARY KEY (org, user, actor, route, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX replies_created ON replies (created);

CREATE TABLE clients (
	org     TEXT NOT NULL,
	user    TEXT NOT NULL,
	profile TEXT NOT NULL,
	actor   TEXT NOT NULL,
	key     TEXT NOT NULL,
	session TEXT NOT NULL,
	PRIMARY KEY (org, user, profile, actor, key),
	FOREIGN KEY (org, session) REFERENCES sessions (org, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX clients_session ON clients (org, session);

-- +goose Down
DROP TABLE clients;
DROP TABLE replies;
DROP TABLE events;
DROP TABLE tokens;
