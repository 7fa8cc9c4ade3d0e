-- When a connection was last taken over from a worker that is gone, and since when Smartsheet could not be reached for it.
ALTER TABLE "smartsheet_connections"
  ADD COLUMN "rescued_at" TIMESTAMPTZ(3),
  ADD COLUMN "retrying_since" TIMESTAMPTZ(3);
