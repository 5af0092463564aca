-- +goose Up
CREATE INDEX sessions_parent ON sessions (org, parent) WHERE parent <> '';
ALTER TABLE sessions ADD COLUMN purged INTEGER NOT NULL DEFAULT 0;
ALTER TABLE epochs ADD COLUMN summary INTEGER NOT NULL DEFAULT 0; -- a message, or 0
ALTER TABLE epochs ADD COLUMN first INTEGER NOT NULL DEFAULT 0;

-- +goose Down
DROP INDEX sessions_parent;
ALTER TABLE epochs DROP COLUMN first;
ALTER TABLE epochs DROP COLUMN summary;
ALTER TABLE sessions DROP COLUMN purged;
