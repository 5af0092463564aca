-- +goose Up
CREATE TABLE proposals (
	org     TEXT COLLATE "C" NOT NULL,
	id      TEXT COLLATE "C" NOT NULL,
	profile TEXT COLLATE "C" NOT NULL,
	target  TEXT COLLATE "C" NOT NULL,
	state   TEXT COLLATE "C" NOT NULL,
	doing   TEXT COLLATE "C" NOT NULL,
	version BIGINT NOT NULL,
	created BIGINT NOT NULL,
	expires BIGINT NOT NULL, -- 0 where it does not
	body    TEXT COLLATE "C" NOT NULL,    -- JSON: all of it
	PRIMARY KEY (org, id)
);
SELECT apart('proposals');

CREATE INDEX proposals_newest ON proposals (org, profile, created);

-- The contents of files, by their digests.
CREATE TABLE proposal_files (
	org     TEXT COLLATE "C" NOT NULL,
	digest  TEXT COLLATE "C" NOT NULL,
	content BYTEA NOT NULL,
	PRIMARY KEY (org, digest)
);
SELECT apart('proposal_files');

CREATE TABLE proposal_versions (
	org      TEXT COLLATE "C" NOT NULL,
	profile  TEXT COLLATE "C" NOT NULL,
	target   TEXT COLLATE "C" NOT NULL,
	number   BIGINT NOT NULL,
	digest   TEXT COLLATE "C" NOT NULL,
	proposal TEXT COLLATE "C" NOT NULL, -- empty where it was found
	at       BIGINT NOT NULL,
	PRIMARY KEY (org, profile, target, number)
);
SELECT apart('proposal_versions');

CREATE TABLE proposal_locks (
	org      TEXT COLLATE "C" NOT NULL,
	proposal TEXT COLLATE "C" NOT NULL,
	input    TEXT COLLATE "C" NOT NULL,
	owner    TEXT COLLATE "C" NOT NULL,
	until    BIGINT NOT NULL,
	PRIMARY KEY (org, proposal)
);
SELECT apart('proposal_locks');

CREATE TABLE proposal_triages (
	org            TEXT COLLATE "C" NOT NULL,
	number         BIGINT NOT NULL,
	profile        TEXT COLLATE "C" NOT NULL,
	proposal       TEXT COLLATE "C" NOT NULL,
	input          TEXT COLLATE "C" NOT NULL,
	policy         TEXT COLLATE "C" NOT NULL,
	policy_version BIGINT NOT NULL,
	action         TEXT COLLATE "C" NOT NULL,
	reason         TEXT COLLATE "C" NOT NULL,
	risk           TEXT COLLATE "C" NOT NULL,
	record         TEXT COLLATE "C" NOT NULL, -- JSON
	at             BIGINT NOT NULL,
	PRIMARY KEY (org, number),
	UNIQUE (org, proposal, input, policy, policy_version, action)
);
SELECT apart('proposal_triages');

CREATE TABLE proposal_cursors (
	org      TEXT COLLATE "C" NOT NULL,
	profile  TEXT COLLATE "C" NOT NULL,
	policy   TEXT COLLATE "C" NOT NULL,
	proposal TEXT COLLATE "C" NOT NULL,
	PRIMARY KEY (org, profile, policy)
);
SELECT apart('proposal_cursors');
