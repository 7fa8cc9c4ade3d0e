-- AlterTable
ALTER TABLE "automation_runs" ADD COLUMN     "details" TEXT,
ADD COLUMN     "rows_added" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "rows_deleted" INTEGER NOT NULL DEFAULT 0;
