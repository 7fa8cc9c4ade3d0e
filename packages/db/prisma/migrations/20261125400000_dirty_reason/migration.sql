-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "dirty_reason" TEXT;
