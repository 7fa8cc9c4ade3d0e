-- AlterTable
ALTER TABLE "payment_transactions" ADD COLUMN     "settled_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "provider_events" ADD COLUMN     "acknowledged_at" TIMESTAMPTZ(3);
