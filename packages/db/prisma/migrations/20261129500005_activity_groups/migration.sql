-- AlterTable
ALTER TABLE "activity_logs" ADD COLUMN     "group_id" UUID,
ADD COLUMN     "key_name" TEXT;
