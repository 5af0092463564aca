-- +goose Up
CREATE INDEX sessions_parent ON sessions (org, parent) WHERE parent <> '';
ALTER TABLE sessions ADD COLUMN purged BIGINT NOT NULL DEFAULT 0;
ALTER TABLE epochs ADD COLUMN summary BIGINT NOT NULL DEFAULT 0; -- a message, or 0
ALTER TABLE epochs ADD COLUMN first BIGINT NOT NULL DEFAULT 0;
