-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "sheet_permalink" TEXT,
ADD COLUMN     "source_sheet_permalink" TEXT;
