-- When the job of a queued connection starts, and with which priority. A mark decides by its own row whether that job
-- is good enough: a job that another transaction has just inserted cannot be seen in the table of jobs. A connection
-- that is in the queue already holds nothing here, and its next mark gives it a new job.
ALTER TABLE "smartsheet_connections" ADD COLUMN "sync_starts_at" TIMESTAMPTZ(3),
ADD COLUMN "sync_priority" INTEGER;
