-- CreateEnum
CREATE TYPE "source_kind" AS ENUM ('sheet', 'report');

-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "source_kind" "source_kind" NOT NULL DEFAULT 'sheet',
ADD COLUMN     "source_sheet_count" INTEGER;
