-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "unseen_since" TIMESTAMPTZ(3);

-- Of these nothing was seen since they began to fail.
UPDATE "automations" SET "unseen_since" = "failing_since" WHERE "last_error_reason" IN ('bug', 'plan_lacks_settings');
