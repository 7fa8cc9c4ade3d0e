-- A provider can tell that it was paid before it lists the payment. There is one such payment of a subscription at a time.
CREATE UNIQUE INDEX "payment_transactions_unnamed_key"
  ON "payment_transactions"("provider", "provider_subscription_id")
  WHERE "provider_transaction_id" IS NULL AND "transaction_type" = 'payment';
