-- +goose Up
-- Many sessions have the same prompt, which is long: it is kept once a user.
CREATE TABLE prompts (
	id     INTEGER PRIMARY KEY,
	org    TEXT NOT NULL,
	user   TEXT NOT NULL,
	digest TEXT NOT NULL, -- of what was sent; of a text that was changed since, none
	system TEXT NOT NULL,
	tools  TEXT NOT NULL,
	UNIQUE (org, user, digest)
) STRICT;

ALTER TABLE epochs ADD COLUMN prompt INTEGER NOT NULL DEFAULT 0;
INSERT INTO prompts (id, org, user, digest, system, tools)
	SELECT e.rowid, e.org, s.user, 'before:' || e.rowid, e.system, e.tools
	FROM epochs e JOIN sessions s ON s.org = e.org AND s.id = e.session;
UPDATE epochs SET prompt = rowid;
ALTER TABLE epochs DROP COLUMN system;
ALTER TABLE epochs DROP COLUMN tools;
CREATE INDEX epochs_prompt ON epochs (prompt);

-- +goose StatementBegin
CREATE TRIGGER prompts_unused AFTER DELETE ON epochs BEGIN
	DELETE FROM prompts WHERE id = old.prompt AND NOT EXISTS (SELECT 1 FROM epochs WHERE prompt = old.prompt);
END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER prompts_unused;
DROP INDEX epochs_prompt;
ALTER TABLE epochs ADD COLUMN system TEXT NOT NULL DEFAULT '';
ALTER TABLE epochs ADD COLUMN tools TEXT NOT NULL DEFAULT '';
UPDATE epochs SET system = (SELECT system FROM prompts WHERE id = prompt), tools = (SELECT tools FROM prompts WHERE id = prompt);
ALTER TABLE epochs DROP COLUMN prompt;
DROP TABLE prompts;
