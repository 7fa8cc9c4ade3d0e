-- CreateEnum
CREATE TYPE "dispute_status" AS ENUM ('open', 'under_review', 'closed');

-- CreateEnum
CREATE TYPE "dispute_outcome" AS ENUM ('won', 'lost', 'ended');

-- CreateTable
CREATE TABLE "disputes" (
    "id" UUID NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "provider_dispute_id" TEXT NOT NULL,
    "payment_id" TEXT,
    "reason" TEXT NOT NULL,
    "status" "dispute_status" NOT NULL,
    "outcome" "dispute_outcome",
    "amount_cents" INTEGER,
    "currency" TEXT NOT NULL,
    "respond_by" TIMESTAMPTZ(3),
    "reminded_of" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "disputes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "disputes_status_respond_by_idx" ON "disputes"("status", "respond_by");

-- CreateIndex
CREATE UNIQUE INDEX "disputes_provider_provider_dispute_id_key" ON "disputes"("provider", "provider_dispute_id");
