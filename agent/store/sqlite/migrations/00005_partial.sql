-- +goose Up
ALTER TABLE leases ADD COLUMN beat INTEGER NOT NULL DEFAULT 0; -- counts signs of life
ALTER TABLE turns ADD COLUMN partial TEXT NOT NULL DEFAULT ''; -- of an answer that is not a message yet

-- +goose Down
ALTER TABLE turns DROP COLUMN partial;
ALTER TABLE leases DROP COLUMN beat;
