-- What a deleted account may still be charged for, so that it is ended and given back. It names nobody.
CREATE TABLE "deleted_checkouts" (
    "id" UUID NOT NULL,
    "plan_id" INTEGER NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "provider_reference" TEXT,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_checkouts_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "deleted_checkouts_provider_provider_reference_key" ON "deleted_checkouts"("provider", "provider_reference");
CREATE INDEX "deleted_checkouts_deleted_at_idx" ON "deleted_checkouts"("deleted_at");
CREATE INDEX "deleted_checkouts_plan_id_idx" ON "deleted_checkouts"("plan_id");
ALTER TABLE "deleted_checkouts" ADD CONSTRAINT "deleted_checkouts_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- When a provider first said that a part of a payment is back without saying how much: somebody has to enter it.
ALTER TABLE "payment_transactions" ADD COLUMN     "partly_refunded_at" TIMESTAMPTZ(3);

-- What administrators look at: money that buys nothing, and parts of an unknown amount.
CREATE INDEX "payment_transactions_attention_idx" ON "payment_transactions"("created_at" DESC, "id" DESC)
    WHERE transaction_type = 'unmatched' OR partly_refunded_at IS NOT NULL;
