-- +goose Up
ALTER TABLE memories ADD COLUMN archived INTEGER NOT NULL DEFAULT 0; -- when, or 0
ALTER TABLE memories ADD COLUMN why TEXT NOT NULL DEFAULT ''; -- it was archived

-- What the members of an organisation share: each row is all of it, the newest is
-- what holds.
CREATE TABLE shared_memory (
	org    TEXT NOT NULL CHECK (org <> ''),
	number INTEGER NOT NULL,
	source INTEGER NOT NULL, -- the number that this one restores, or its own
	action TEXT NOT NULL,
	author TEXT NOT NULL,
	at     INTEGER NOT NULL,
	body   TEXT NOT NULL, -- JSON: the entries
	PRIMARY KEY (org, number)
) STRICT;

CREATE TABLE shared_proposals (
	org     TEXT NOT NULL CHECK (org <> ''),
	id      TEXT NOT NULL,
	text    TEXT NOT NULL,
	author  TEXT NOT NULL,
	created INTEGER NOT NULL,
	state   TEXT NOT NULL,
	decider TEXT NOT NULL, -- or empty
	reason  TEXT NOT NULL,
	decided INTEGER NOT NULL, -- or 0
	PRIMARY KEY (org, id)
) STRICT;

-- +goose Down
DROP TABLE shared_proposals;
DROP TABLE shared_memory;
ALTER TABLE memories DROP COLUMN why;
ALTER TABLE memories DROP COLUMN archived;
