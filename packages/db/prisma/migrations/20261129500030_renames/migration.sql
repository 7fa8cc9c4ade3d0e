-- CreateEnum
CREATE TYPE "rename_answer" AS ENUM ('replace', 'follow');

-- AlterTable
ALTER TABLE "automation_runs" ADD COLUMN     "cells_locked" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "cells_renamed" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "renamed" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "approved_renames" JSONB,
ADD COLUMN     "last_run_renamed" INTEGER,
ADD COLUMN     "max_renamed_rows" INTEGER NOT NULL DEFAULT 100,
ADD COLUMN     "renames" "rename_answer" NOT NULL DEFAULT 'replace';

-- CreateTable
CREATE TABLE "source_names" (
    "automation_id" UUID NOT NULL,
    "names" JSONB NOT NULL,

    CONSTRAINT "source_names_pkey" PRIMARY KEY ("automation_id")
);

-- CreateTable
CREATE TABLE "rename_intents" (
    "automation_id" UUID NOT NULL,
    "pairs" JSONB NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "added" INTEGER NOT NULL,
    "removed" INTEGER NOT NULL,
    "cells" INTEGER NOT NULL,
    "cells_renamed" INTEGER NOT NULL DEFAULT 0,
    "cells_locked" INTEGER NOT NULL DEFAULT 0,
    "copy_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rename_intents_pkey" PRIMARY KEY ("automation_id")
);

-- AddForeignKey
ALTER TABLE "source_names" ADD CONSTRAINT "source_names_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rename_intents" ADD CONSTRAINT "rename_intents_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

COMMENT ON TABLE "source_names" IS 'Which name each row of a source had when a run followed it: keyed hashes and ids of rows, never a name.';
COMMENT ON TABLE "rename_intents" IS 'Options that a run renames: keyed hashes and counts, never a name.';

-- Which row had which name says nothing of other columns, and nothing once renames were not followed for a while.
CREATE FUNCTION forget_source_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM source_names WHERE automation_id = NEW.id;
  DELETE FROM rename_intents WHERE automation_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER "automations_forget_source_names"
  AFTER UPDATE OF renames, source_sheet_id, source_column_id, sheet_id, target_column_id ON "automations"
  FOR EACH ROW
  WHEN ((OLD.renames, OLD.source_sheet_id, OLD.source_column_id, OLD.sheet_id, OLD.target_column_id)
    IS DISTINCT FROM (NEW.renames, NEW.source_sheet_id, NEW.source_column_id, NEW.sheet_id, NEW.target_column_id))
  EXECUTE FUNCTION forget_source_names();
