CREATE TABLE backstory_cluster.version (version int NOT NULL);
INSERT INTO backstory_cluster.version VALUES (1);

-- What became of a key: the job that is to convert it, then the pack with its chapter,
-- or why it is given up. With neither, once the job has ended, it has no chapter.
CREATE TABLE backstory_cluster.conversion (
  tenant text NOT NULL,
  key bytea NOT NULL,
  job bigint NOT NULL,
  pack bytea,
  failed text,
  path text NOT NULL,
  changed timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, key)
) WITH (fillfactor = 80);
CREATE INDEX conversion_failed ON backstory_cluster.conversion (tenant, changed) WHERE failed IS NOT NULL;
CREATE INDEX conversion_pack ON backstory_cluster.conversion (tenant, pack) WHERE pack IS NOT NULL;
ALTER TABLE backstory_cluster.conversion ENABLE ROW LEVEL SECURITY;
ALTER TABLE backstory_cluster.conversion FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON backstory_cluster.conversion USING (tenant = current_setting('backstory.org', true));

-- How much of a queue each tenant has had: where its next chunk has its place.
CREATE TABLE backstory_cluster.clock (
  queue text NOT NULL,
  tenant text NOT NULL,
  finish bigint NOT NULL,
  PRIMARY KEY (queue, tenant)
) WITH (fillfactor = 50);

CREATE TABLE backstory_cluster.worker (
  id text PRIMARY KEY,
  revision text NOT NULL,
  classes text[] NOT NULL,
  slots int NOT NULL,
  started timestamptz NOT NULL DEFAULT now()
);

-- Jobs are written three times and are gone minutes later.
ALTER TABLE backstory_cluster.river_job SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.05);
