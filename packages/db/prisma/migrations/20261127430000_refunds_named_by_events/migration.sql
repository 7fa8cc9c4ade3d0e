-- AlterTable
ALTER TABLE "provider_events" ADD COLUMN     "refund_id" TEXT;

-- Only PayPal's events name refunds; each look at a payment of which a part is back finds them by it.
CREATE INDEX "provider_events_payment_idx" ON "provider_events"("payment_id") WHERE refund_id IS NOT NULL;
