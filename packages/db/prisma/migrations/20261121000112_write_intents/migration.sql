-- What a run is about to write, so that a crash between the write and its record is found, told and counted.
CREATE TABLE "write_intents" (
  "automation_id" UUID NOT NULL,
  "sheet_id" TEXT NOT NULL,
  "column_id" TEXT NOT NULL,
  "fingerprint" TEXT NOT NULL,
  "validation" BOOLEAN,
  "added" INTEGER NOT NULL,
  "removed" INTEGER NOT NULL,
  "option_count" INTEGER NOT NULL,
  "job_id" UUID NOT NULL,
  "attempt" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "write_intents_pkey" PRIMARY KEY ("automation_id")
);

ALTER TABLE "write_intents" ADD CONSTRAINT "write_intents_automation_id_fkey"
  FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

COMMENT ON TABLE "write_intents" IS 'What a run is about to write: counts and keyed hashes. Gone once the run is recorded.';

-- Lists that somebody else keeps rewriting, and sheets for which Smartsheet alone has errors.
ALTER TABLE "automations"
  ADD COLUMN "outside_changes" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],
  ADD COLUMN "outage_since" TIMESTAMPTZ(3),
  ADD COLUMN "outage_tried_at" TIMESTAMPTZ(3);
