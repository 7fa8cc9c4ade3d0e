-- AlterTable
ALTER TABLE "provider_events" ADD COLUMN     "claimed_at" TIMESTAMPTZ(3),
ADD COLUMN     "claimed_cents" INTEGER,
ADD COLUMN     "claimed_currency" TEXT,
ADD COLUMN     "dispute_id" TEXT;
