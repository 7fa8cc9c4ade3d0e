-- Entries about a run say what came of it, so that a written dropdown is counted whoever asked for it. Older entries
-- have none: of those, successful updates are the written ones.
ALTER TABLE "activity_logs" ADD COLUMN "outcome" "run_outcome";
