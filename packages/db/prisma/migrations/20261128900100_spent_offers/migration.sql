-- AlterTable
ALTER TABLE "users" ADD COLUMN     "spent_coupon_ids" UUID[] DEFAULT ARRAY[]::UUID[];

-- CreateTable
CREATE TABLE "spent_offers" (
    "id" UUID NOT NULL,
    "address_hash" TEXT NOT NULL,
    "coupon_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "kept_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_offers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "spent_offers_address_hash_key" ON "spent_offers"("address_hash");

-- CreateIndex
CREATE INDEX "spent_offers_kept_at_idx" ON "spent_offers"("kept_at");
