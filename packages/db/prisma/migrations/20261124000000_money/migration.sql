-- CreateEnum
CREATE TYPE "checkout_kind" AS ENUM ('first', 'upgrade', 'change', 'renewal');

-- DropIndex
DROP INDEX "coupon_redemptions_coupon_id_idx";

-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "credit_cents" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "kind" "checkout_kind" NOT NULL DEFAULT 'first',
ADD COLUMN     "price_cents" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "replaces_id" UUID;

-- AlterTable
ALTER TABLE "coupon_redemptions" ADD COLUMN     "used_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "provider_events" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "detail" TEXT,
ADD COLUMN     "outcome" TEXT,
ADD COLUMN     "payment_id" TEXT;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "currency" TEXT NOT NULL DEFAULT 'USD',
ADD COLUMN     "past_due_since" TIMESTAMPTZ(3),
ADD COLUMN     "price_cents" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "replaced_by_id" UUID;

-- CreateTable
CREATE TABLE "plan_changes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "subscription_id" UUID,
    "plan_id" INTEGER NOT NULL,
    "provider" "payment_provider",
    "kind" TEXT NOT NULL,
    "monthly_cents" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "plan_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "receipts" (
    "number" TEXT NOT NULL,
    "user_id" UUID,
    "transaction_id" UUID NOT NULL,
    "refunds_number" TEXT,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "currency" TEXT NOT NULL,
    "total_cents" INTEGER NOT NULL,
    "content" JSONB NOT NULL,

    CONSTRAINT "receipts_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "receipt_counters" (
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "receipt_counters_pkey" PRIMARY KEY ("year")
);

-- CreateIndex
CREATE INDEX "plan_changes_at_idx" ON "plan_changes"("at");

-- CreateIndex
CREATE INDEX "plan_changes_user_id_at_idx" ON "plan_changes"("user_id", "at");

-- CreateIndex
CREATE INDEX "plan_changes_subscription_id_idx" ON "plan_changes"("subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "receipts_transaction_id_key" ON "receipts"("transaction_id");

-- CreateIndex
CREATE INDEX "receipts_user_id_issued_at_idx" ON "receipts"("user_id", "issued_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "coupon_redemptions_coupon_id_user_id_key" ON "coupon_redemptions"("coupon_id", "user_id");

-- CreateIndex
CREATE INDEX "provider_events_provider_reference_idx" ON "provider_events"("provider", "reference");

-- AddForeignKey
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "payment_transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One plan per user at a time: `cancelled` is paid until the end of its period.
CREATE UNIQUE INDEX "subscriptions_one_current" ON "subscriptions" ("user_id")
  WHERE "status" IN ('active', 'past_due', 'cancelled');

-- One payment page per user at a time: a new checkout closes the one before.
CREATE UNIQUE INDEX "checkouts_one_open" ON "checkouts" ("user_id") WHERE "status" = 'open';

ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_price_positive" CHECK (price_cents >= 0);
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_add_up"
  CHECK (price_cents >= 0 AND credit_cents >= 0 AND (price_cents = 0 OR amount_cents = price_cents - discount_cents - credit_cents));
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_kind_known" CHECK (kind IN
  ('trial_started', 'activated', 'renewed', 'past_due', 'recovered', 'cancelled', 'resumed', 'replaced', 'ended'));
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_monthly_positive" CHECK (monthly_cents >= 0);

-- Trials that began before the book was kept.
INSERT INTO "plan_changes" ("id", "user_id", "plan_id", "kind", "monthly_cents", "at")
  SELECT gen_random_uuid(), "id", 1, 'trial_started', 0, "trial_start_date" FROM "users" WHERE "is_verified" AND NOT "is_demo";

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER "plan_changes_stay" BEFORE UPDATE OR DELETE ON "plan_changes"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "receipts_stay" BEFORE DELETE ON "receipts" FOR EACH ROW EXECUTE FUNCTION refuse_change();
-- An account that is deleted leaves its receipts behind; nothing else about them changes.
CREATE TRIGGER "receipts_do_not_change" BEFORE UPDATE ON "receipts" FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'user_id' IS DISTINCT FROM to_jsonb(NEW) - 'user_id' OR NEW."user_id" IS NOT NULL)
  EXECUTE FUNCTION refuse_change();
