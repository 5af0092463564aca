-- +goose Up
CREATE TABLE sessions (
	org        TEXT NOT NULL,
	id         TEXT NOT NULL,
	user       TEXT NOT NULL,
	profile    TEXT NOT NULL,
	role       TEXT NOT NULL,
	model      TEXT NOT NULL,
	title      TEXT NOT NULL,
	summary    TEXT NOT NULL,
	kind       TEXT NOT NULL,
	status     TEXT NOT NULL,
	reason     TEXT NOT NULL,
	parent     TEXT NOT NULL,
	since      INTEGER NOT NULL,
	epoch      INTEGER NOT NULL,
	seq        INTEGER NOT NULL,
	created    INTEGER NOT NULL, -- milliseconds since 1970, as every time here
	updated    INTEGER NOT NULL,
	PRIMARY KEY (org, id)
) STRICT;

CREATE UNIQUE INDEX sessions_active ON sessions (org, user, profile)
	WHERE kind = 'interactive' AND status = 'active';
CREATE INDEX sessions_newest ON sessions (org, user, profile, updated);

CREATE TABLE leases (
	org     TEXT NOT NULL,
	session TEXT NOT NULL,
	owner   TEXT NOT NULL,
	token   TEXT NOT NULL,
	until   INTEGER NOT NULL,
	PRIMARY KEY (org, session),
	FOREIGN KEY (org, session) REFERENCES sessions (org, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE messages (
	org     TEXT NOT NULL,
	session TEXT NOT NULL,
	seq     INTEGER NOT NULL,
	turn    INTEGER NOT NULL,
	role    TEXT NOT NULL,
	body    TEXT NOT NULL,
	tokens  INTEGER NOT NULL,
	created INTEGER NOT NULL,
	PRIMARY KEY (org, session, seq),
	FOREIGN KEY (org, session) REFERENCES sessions (org, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE turns (
	org         TEXT NOT NULL,
	session     TEXT NOT NULL,
	number      INTEGER NOT NULL,
	state       TEXT NOT NULL,
	epoch       INTEGER NOT NULL,
	prefix      TEXT NOT NULL,
	pending     TEXT NOT NULL,
	error       TEXT NOT NULL,
	input       INTEGER NOT NULL,
	output      INTEGER NOT NULL,
	cache_read  INTEGER NOT NULL,
	cache_write INTEGER NOT NULL,
	started     INTEGER NOT NULL,
	ended       INTEGER NOT NULL,
	PRIMARY KEY (org, session, number),
	FOREIGN KEY (org, session) REFERENCES sessions (org, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE epochs (
	org     TEXT NOT NULL,
	session TEXT NOT NULL,
	number  INTEGER NOT NULL,
	hash    TEXT NOT NULL,
	system  TEXT NOT NULL,
	tools   TEXT NOT NULL,
	record  TEXT NOT NULL,
	reason  TEXT NOT NULL,
	changed TEXT NOT NULL, -- a JSON array
	created INTEGER NOT NULL,
	PRIMARY KEY (org, session, number),
	FOREIGN KEY (org, session) REFERENCES sessions (org, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE memories (
	n          INTEGER PRIMARY KEY,
	org        TEXT NOT NULL,
	id         TEXT NOT NULL,
	user       TEXT NOT NULL,
	profile    TEXT NOT NULL, -- empty for all of them
	text       TEXT NOT NULL,
	area       TEXT NOT NULL,
	session    TEXT NOT NULL,
	turn       INTEGER NOT NULL,
	confidence REAL NOT NULL,
	pinned     INTEGER NOT NULL,
	promoted   INTEGER NOT NULL,
	superseded TEXT NOT NULL,
	created    INTEGER NOT NULL,
	UNIQUE (org, id)
) STRICT;

CREATE INDEX memories_newest ON memories (org, user, profile, created);

CREATE VIRTUAL TABLE memories_text USING fts5 (
	text, content = 'memories', content_rowid = 'n', tokenize = "unicode61 remove_diacritics 2"
);
-- What is forgotten leaves no word in the index.
INSERT INTO memories_text (memories_text, rank) VALUES ('secure-delete', 1);
CREATE VIRTUAL TABLE memories_words USING fts5vocab (memories_text, row);

-- +goose StatementBegin
CREATE TRIGGER memories_added AFTER INSERT ON memories BEGIN
	INSERT INTO memories_text (rowid, text) VALUES (new.n, new.text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER memories_removed AFTER DELETE ON memories BEGIN
	INSERT INTO memories_text (memories_text, rowid, text) VALUES ('delete', old.n, old.text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER memories_changed AFTER UPDATE OF text ON memories BEGIN
	INSERT INTO memories_text (memories_text, rowid, text) VALUES ('delete', old.n, old.text);
	INSERT INTO memories_text (rowid, text) VALUES (new.n, new.text);
END;
-- +goose StatementEnd

CREATE TABLE audit (
	org     TEXT NOT NULL,
	number  INTEGER NOT NULL,
	at      INTEGER NOT NULL,
	user    TEXT NOT NULL,
	profile TEXT NOT NULL,
	session TEXT NOT NULL,
	action  TEXT NOT NULL,
	detail  TEXT NOT NULL,
	hash    TEXT NOT NULL,
	PRIMARY KEY (org, number)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE audit;
DROP TABLE memories_words;
DROP TABLE memories_text;
DROP TABLE memories;
DROP TABLE epochs;
DROP TABLE turns;
DROP TABLE messages;
DROP TABLE leases;
DROP TABLE sessions;
