-- +goose Up
CREATE TABLE proposals (
	org     TEXT NOT NULL CHECK (org <> ''),
	id      TEXT NOT NULL,
	profile TEXT NOT NULL,
	target  TEXT NOT NULL,
	state   TEXT NOT NULL,
	doing   TEXT NOT NULL,
	version INTEGER NOT NULL,
	created INTEGER NOT NULL,
	expires INTEGER NOT NULL, -- 0 where it does not
	body    TEXT NOT NULL,    -- JSON: all of it
	PRIMARY KEY (org, id)
) STRICT;

CREATE INDEX proposals_newest ON proposals (org, profile, created);

-- The contents of files, by their digests.
CREATE TABLE proposal_files (
	org     TEXT NOT NULL CHECK (org <> ''),
	digest  TEXT NOT NULL,
	content BLOB NOT NULL,
	PRIMARY KEY (org, digest)
) STRICT;

CREATE TABLE proposal_versions (
	org      TEXT NOT NULL CHECK (org <> ''),
	profile  TEXT NOT NULL,
	target   TEXT NOT NULL,
	number   INTEGER NOT NULL,
	digest   TEXT NOT NULL,
	proposal TEXT NOT NULL, -- empty where it was found
	at       INTEGER NOT NULL,
	PRIMARY KEY (org, profile, target, number)
) STRICT;

CREATE TABLE proposal_locks (
	org      TEXT NOT NULL CHECK (org <> ''),
	proposal TEXT NOT NULL,
	input    TEXT NOT NULL,
	owner    TEXT NOT NULL,
	until    INTEGER NOT NULL,
	PRIMARY KEY (org, proposal)
) STRICT;

CREATE TABLE proposal_triages (
	org            TEXT NOT NULL CHECK (org <> ''),
	number         INTEGER NOT NULL,
	profile        TEXT NOT NULL,
	proposal       TEXT NOT NULL,
	input          TEXT NOT NULL,
	policy         TEXT NOT NULL,
	policy_version INTEGER NOT NULL,
	action         TEXT NOT NULL,
	reason         TEXT NOT NULL,
	risk           TEXT NOT NULL,
	record         TEXT NOT NULL, -- JSON
	at             INTEGER NOT NULL,
	PRIMARY KEY (org, number),
	UNIQUE (org, proposal, input, policy, policy_version, action)
) STRICT;

CREATE TABLE proposal_cursors (
	org      TEXT NOT NULL CHECK (org <> ''),
	profile  TEXT NOT NULL,
	policy   TEXT NOT NULL,
	proposal TEXT NOT NULL,
	PRIMARY KEY (org, profile, policy)
) STRICT;

-- +goose Down
DROP TABLE proposal_cursors;
DROP TABLE proposal_triages;
DROP TABLE proposal_locks;
DROP TABLE proposal_versions;
DROP TABLE proposal_files;
DROP TABLE proposals;
