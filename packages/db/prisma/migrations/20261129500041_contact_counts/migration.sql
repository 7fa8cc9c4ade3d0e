-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "fills_contacts" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "last_run_without_address" INTEGER NOT NULL DEFAULT 0;
