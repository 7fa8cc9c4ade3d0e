-- What a checkout was opened with at its provider, when the payer agreed, and why it came to nothing.
ALTER TABLE "checkouts" ADD COLUMN     "approved_at" TIMESTAMPTZ(3),
ADD COLUMN     "failure" TEXT,
ADD COLUMN     "provider_plan_id" TEXT;

-- The period that a payment bought, what of it has to go back, and the payment that a refund takes back.
ALTER TABLE "payment_transactions" ADD COLUMN     "period_start" TIMESTAMPTZ(3),
ADD COLUMN     "refund_due_cents" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "refund_of_id" UUID;

ALTER TABLE "subscriptions" ADD COLUMN     "period_value_cents" INTEGER NOT NULL DEFAULT 0;

CREATE INDEX "payment_transactions_refund_of_id_idx" ON "payment_transactions"("refund_of_id");

ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_refund_due_positive" CHECK (refund_due_cents >= 0);
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_period_value_positive" CHECK (period_value_cents >= 0);
