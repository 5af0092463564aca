-- +goose Up
CREATE TABLE schedules (
	org     TEXT NOT NULL,
	user    TEXT NOT NULL,
	profile TEXT NOT NULL,
	name    TEXT NOT NULL,
	last    INTEGER NOT NULL, -- the last time that was claimed
	PRIMARY KEY (org, user, profile, name)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE schedules;
