-- +goose Up
CREATE TABLE schedules (
	org     TEXT COLLATE "C" NOT NULL,
	"user"  TEXT COLLATE "C" NOT NULL,
	profile TEXT COLLATE "C" NOT NULL,
	name    TEXT COLLATE "C" NOT NULL,
	last    BIGINT NOT NULL, -- the last time that was claimed
	PRIMARY KEY (org, "user", profile, name)
);
SELECT apart('schedules');
