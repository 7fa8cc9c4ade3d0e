-- AlterTable
ALTER TABLE "source_names" ADD COLUMN     "is_asked" BOOLEAN NOT NULL DEFAULT false;

-- A question that was asked before this column was there stays open.
UPDATE "source_names" SET "is_asked" = true
FROM "automations" WHERE "automations"."id" = "automation_id" AND "last_error_reason" = 'names_changed';
