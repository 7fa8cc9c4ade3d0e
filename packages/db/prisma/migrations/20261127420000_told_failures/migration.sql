-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "told_reasons" TEXT[] DEFAULT ARRAY[]::TEXT[];
