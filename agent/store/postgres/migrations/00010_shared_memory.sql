-- +goose Up
ALTER TABLE memories ADD COLUMN archived BIGINT NOT NULL DEFAULT 0; -- when, or 0
ALTER TABLE memories ADD COLUMN why TEXT COLLATE "C" NOT NULL DEFAULT ''; -- it was archived

-- What the members of an organisation share: each row is all of it, the newest is
-- what holds.
CREATE TABLE shared_memory (
	org    TEXT COLLATE "C" NOT NULL,
	number BIGINT NOT NULL,
	source BIGINT NOT NULL, -- the number that this one restores, or its own
	action TEXT COLLATE "C" NOT NULL,
	author TEXT COLLATE "C" NOT NULL,
	at     BIGINT NOT NULL,
	body   TEXT COLLATE "C" NOT NULL, -- JSON: the entries
	PRIMARY KEY (org, number)
);
SELECT apart('shared_memory');

CREATE TABLE shared_proposals (
	org     TEXT COLLATE "C" NOT NULL,
	id      TEXT COLLATE "C" NOT NULL,
	text    TEXT COLLATE "C" NOT NULL,
	author  TEXT COLLATE "C" NOT NULL,
	created BIGINT NOT NULL,
	state   TEXT COLLATE "C" NOT NULL,
	decider TEXT COLLATE "C" NOT NULL, -- or empty
	reason  TEXT COLLATE "C" NOT NULL,
	decided BIGINT NOT NULL, -- or 0
	PRIMARY KEY (org, id)
);
SELECT apart('shared_proposals');
