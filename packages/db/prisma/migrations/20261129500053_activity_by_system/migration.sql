-- AlterTable
ALTER TABLE "activity_logs" ADD COLUMN     "is_by_system" BOOLEAN NOT NULL DEFAULT false;
