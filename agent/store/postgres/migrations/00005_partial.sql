-- +goose Up
ALTER TABLE leases ADD COLUMN beat BIGINT NOT NULL DEFAULT 0; -- counts signs of life
ALTER TABLE turns ADD COLUMN partial TEXT COLLATE "C" NOT NULL DEFAULT ''; -- of an answer that is not a message yet
