-- +goose Up
CREATE TABLE tokens (
	id      TEXT COLLATE "C" NOT NULL,
	org     TEXT COLLATE "C" NOT NULL,
	"user"  TEXT COLLATE "C" NOT NULL,
	name    TEXT COLLATE "C" NOT NULL,
	prefix  TEXT COLLATE "C" NOT NULL UNIQUE,
	hash    TEXT COLLATE "C" NOT NULL, -- of the secret, which is not kept
	scopes  TEXT COLLATE "C" NOT NULL, -- words
	created BIGINT NOT NULL,
	expires BIGINT NOT NULL, -- or 0
	used    BIGINT NOT NULL, -- or 0
	revoked BIGINT NOT NULL, -- or 0
	PRIMARY KEY (org, id)
);
SELECT apart('tokens');
-- Whose a token is is not known before it is found. A transaction that was told
-- the begin of a secret reads the one token that has it.
CREATE POLICY secret ON tokens FOR SELECT USING (prefix = nullif(current_setting('backstory.secret', true), ''));
CREATE INDEX tokens_org ON tokens (org, created);

CREATE TABLE events (
	org     TEXT COLLATE "C" NOT NULL,
	session TEXT COLLATE "C" NOT NULL,
	turn    BIGINT NOT NULL,
	number  BIGINT NOT NULL,
	type    TEXT COLLATE "C" NOT NULL,
	data    TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (org, session, turn, number),
	FOREIGN KEY (org, session) REFERENCES sessions (org, id) ON DELETE CASCADE
);
SELECT apart('events');

CREATE TABLE replies (
	org     TEXT COLLATE "C" NOT NULL,
	"user"  TEXT COLLATE "C" NOT NULL,
	actor   TEXT COLLATE "C" NOT NULL,
	route   TEXT COLLATE "C" NOT NULL,
	key     TEXT COLLATE "C" NOT NULL,
	digest  TEXT COLLATE "C" NOT NULL,
	holder  TEXT COLLATE "C" NOT NULL,
	status  BIGINT NOT NULL, -- 0 while it is worked on
	header  TEXT COLLATE "C" NOT NULL,
	body    BYTEA NOT NULL,
	session TEXT COLLATE "C" NOT NULL,
	turn    BIGINT NOT NULL,
	created BIGINT NOT NULL,
	PRIMARY KEY (org, "user", actor, route, key)
);
SELECT apart('replies');
CREATE INDEX replies_created ON replies (org, created);

CREATE TABLE clients (
	org     TEXT COLLATE "C" NOT NULL,
	"user"  TEXT COLLATE "C" NOT NULL,
	profile TEXT COLLATE "C" NOT NULL,
	actor   TEXT COLLATE "C" NOT NULL,
	key     TEXT COLLATE "C" NOT NULL,
	session TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (org, "user", profile, actor, key),
	FOREIGN KEY (org, session) REFERENCES sessions (org, id) ON DELETE CASCADE
);
SELECT apart('clients');
CREATE INDEX clients_session ON clients (org, session);
