-- What an exporter of metrics asks the database itself: how large each table is, and for how long the oldest transaction of
-- Picksync has been open. No row of a table is read.
CREATE VIEW picksync_table_sizes AS
  SELECT n.nspname || '.' || c.relname AS table_name, pg_total_relation_size(c.oid) AS bytes,
    greatest(c.reltuples, 0)::bigint AS estimated_rows
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'm') AND n.nspname IN ('public', 'pgboss');

CREATE VIEW picksync_oldest_transaction AS
  SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)::float8 AS seconds
  FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid();

GRANT SELECT ON picksync_table_sizes, picksync_oldest_transaction TO pg_monitor;
