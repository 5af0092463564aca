-- +goose Up
-- How often something was refused lately is asked before each login.
CREATE INDEX audit_lately ON audit (org, action, at);

-- +goose Down
DROP INDEX audit_lately;
