-- AlterTable
ALTER TABLE "activity_logs" ADD COLUMN     "renamed" INTEGER;
