-- +goose Up
CREATE TABLE spending (
	org      TEXT COLLATE "C" NOT NULL,
	"user"   TEXT COLLATE "C" NOT NULL,
	day      TEXT COLLATE "C" NOT NULL, -- 2006-01-02
	session  TEXT COLLATE "C" NOT NULL, -- which may be deleted by now
	requests BIGINT NOT NULL,
	tokens   BIGINT NOT NULL,
	cost     BIGINT NOT NULL, -- in millionths
	PRIMARY KEY (org, "user", day, session)
);
SELECT apart('spending');
CREATE INDEX spending_session ON spending (org, session);
