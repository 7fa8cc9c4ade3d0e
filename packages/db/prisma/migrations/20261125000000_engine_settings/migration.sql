-- CreateEnum
CREATE TYPE "drift_answer" AS ENUM ('put_back', 'keep', 'ask');

-- CreateEnum
CREATE TYPE "run_trigger" AS ENUM ('user', 'change', 'check', 'settings', 'pause');

-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "drift" "drift_answer" NOT NULL DEFAULT 'put_back',
ADD COLUMN     "excluded_hashes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "grace_days" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "health" JSONB,
ADD COLUMN     "health_checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "held_against" TEXT,
ADD COLUMN     "kept_hashes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "kept_review" TEXT,
ADD COLUMN     "label_template" JSONB,
ADD COLUMN     "leaving" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "automation_runs" ADD COLUMN     "pass_id" UUID,
ADD COLUMN     "trigger" "run_trigger";

-- AlterTable
ALTER TABLE "smartsheet_webhooks" ADD COLUMN     "column_ids" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "row_intents" (
    "automation_id" UUID NOT NULL,
    "sheet_id" TEXT NOT NULL,
    "column_id" TEXT NOT NULL,
    "hashes" TEXT[],
    "deleted_row_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "job_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "row_intents_pkey" PRIMARY KEY ("automation_id")
);

-- CreateIndex
CREATE INDEX "automation_runs_pass_id_idx" ON "automation_runs"("pass_id");

-- AddForeignKey
ALTER TABLE "row_intents" ADD CONSTRAINT "row_intents_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
