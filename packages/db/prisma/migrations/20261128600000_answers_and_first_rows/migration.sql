-- CreateEnum
CREATE TYPE "review_answer" AS ENUM ('approved', 'kept');

-- AlterTable
ALTER TABLE "automation_runs" ADD COLUMN     "answer" "review_answer";

-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "asks_before_rows" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "look_again_at" TIMESTAMPTZ(3),
ADD COLUMN     "review_mail_at" TIMESTAMPTZ(3);
