-- +goose Up
-- Since when the conversations that begin are shared with the members, or 0.
ALTER TABLE orgs ADD COLUMN shared BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE orgs DROP COLUMN shared;
