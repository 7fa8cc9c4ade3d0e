-- AlterTable
ALTER TABLE "smartsheet_connections" ADD COLUMN     "token_refresh_at" TIMESTAMPTZ(3);
