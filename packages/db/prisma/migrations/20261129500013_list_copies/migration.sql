-- AlterTable
ALTER TABLE "automation_runs" ADD COLUMN     "copy_id" UUID,
ADD COLUMN     "restored_before" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "keep_copies" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "rested_at" TIMESTAMPTZ(3),
ADD COLUMN     "restoring_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "write_intents" ADD COLUMN     "copy_id" UUID;

-- CreateTable
CREATE TABLE "list_copies" (
    "id" UUID NOT NULL,
    "automation_id" UUID NOT NULL,
    "sheet_id" TEXT NOT NULL,
    "column_id" TEXT NOT NULL,
    "attachment_id" TEXT,
    "file_name" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "list_hash" TEXT NOT NULL,
    "option_count" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "run_at" TIMESTAMPTZ(3),
    "lost_as" TEXT,
    "restored_at" TIMESTAMPTZ(3),

    CONSTRAINT "list_copies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "list_restores" (
    "automation_id" UUID NOT NULL,
    "copy_id" UUID NOT NULL,
    "list_before" TIMESTAMPTZ(3) NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "refusal" TEXT,
    "added" INTEGER NOT NULL DEFAULT 0,
    "removed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "list_restores_pkey" PRIMARY KEY ("automation_id")
);

-- CreateIndex
CREATE INDEX "list_copies_automation_id_at_idx" ON "list_copies"("automation_id", "at" DESC);

-- AddForeignKey
ALTER TABLE "list_copies" ADD CONSTRAINT "list_copies_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_restores" ADD CONSTRAINT "list_restores_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

COMMENT ON TABLE "list_copies" IS
  'Copies of lists among the attachments of their sheets: ids, counts and keyed hashes. The lists themselves are only there.';

-- An automation that is paused may write its dropdown once more while an earlier list is put back: it has to hold the claim.
CREATE OR REPLACE FUNCTION keep_automation_claim() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner record;
BEGIN
  SELECT region, status INTO owner FROM smartsheet_connections WHERE id = NEW.connection_id FOR NO KEY UPDATE;
  DELETE FROM target_claims WHERE automation_id = NEW.id;
  IF (NEW.is_active OR NEW.restoring_at IS NOT NULL) AND owner.status = 'connected' THEN
    INSERT INTO target_claims (automation_id, region, sheet_id, column_id)
    VALUES (NEW.id, owner.region, NEW.sheet_id, NEW.target_column_id);
  END IF;
  RETURN NULL;
END
$$;

DROP TRIGGER "automations_claim_on_update" ON "automations";
CREATE TRIGGER "automations_claim_on_update"
  AFTER UPDATE OF is_active, restoring_at, sheet_id, target_column_id, connection_id ON "automations"
  FOR EACH ROW
  WHEN ((OLD.is_active, OLD.restoring_at IS NULL, OLD.sheet_id, OLD.target_column_id, OLD.connection_id)
    IS DISTINCT FROM (NEW.is_active, NEW.restoring_at IS NULL, NEW.sheet_id, NEW.target_column_id, NEW.connection_id))
  EXECUTE FUNCTION keep_automation_claim();

CREATE OR REPLACE FUNCTION keep_connection_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM target_claims WHERE automation_id IN (SELECT id FROM automations WHERE connection_id = NEW.id);
  IF NEW.status = 'connected' THEN
    INSERT INTO target_claims (automation_id, region, sheet_id, column_id)
    SELECT id, NEW.region, sheet_id, target_column_id FROM automations
    WHERE connection_id = NEW.id AND (is_active OR restoring_at IS NOT NULL)
    ORDER BY sheet_id, target_column_id, created_at, id
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

-- Whoever activates an automation ends its rest, whichever way they take.
CREATE FUNCTION end_rest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rested_at := NULL;
  RETURN NEW;
END
$$;

CREATE TRIGGER "automations_end_rest" BEFORE UPDATE OF "is_active" ON "automations"
  FOR EACH ROW WHEN (NEW.is_active AND NEW.rested_at IS NOT NULL) EXECUTE FUNCTION end_rest();
