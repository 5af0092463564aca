-- +goose Up
CREATE TABLE spending (
	org      TEXT NOT NULL,
	user     TEXT NOT NULL,
	day      TEXT NOT NULL, -- 2006-01-02
	session  TEXT NOT NULL, -- which may be deleted by now
	requests INTEGER NOT NULL,
	tokens   INTEGER NOT NULL,
	cost     INTEGER NOT NULL, -- in millionths
	PRIMARY KEY (org, user, day, session)
) STRICT, WITHOUT ROWID;
CREATE INDEX spending_session ON spending (org, session);

-- +goose Down
DROP TABLE spending;
