-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "address_column" JSONB;
