-- AlterTable
ALTER TABLE "rules" ADD COLUMN     "workspace_id" TEXT;
