-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "paused_account" TEXT;
