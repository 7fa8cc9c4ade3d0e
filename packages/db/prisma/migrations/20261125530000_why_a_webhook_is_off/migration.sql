-- AlterTable
ALTER TABLE "smartsheet_webhooks" ADD COLUMN     "disabled_details" TEXT;
