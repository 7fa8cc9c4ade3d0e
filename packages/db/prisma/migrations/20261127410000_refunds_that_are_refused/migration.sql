-- AlterTable
ALTER TABLE "payment_transactions" ADD COLUMN     "refund_refused_at" TIMESTAMPTZ(3),
ADD COLUMN     "refund_refusal" TEXT;

-- What administrators look at: money that buys nothing, parts of an unknown amount, and refunds that nobody else can make.
DROP INDEX "payment_transactions_attention_idx";
CREATE INDEX "payment_transactions_attention_idx" ON "payment_transactions"("created_at" DESC, "id" DESC)
    WHERE transaction_type = 'unmatched' OR partly_refunded_at IS NOT NULL OR refund_refused_at IS NOT NULL;
