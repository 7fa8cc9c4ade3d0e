-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "leaving_at" TIMESTAMPTZ(3);
