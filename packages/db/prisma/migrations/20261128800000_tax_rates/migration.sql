-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "tax" JSONB;

-- CreateTable
CREATE TABLE "tax_rates" (
    "id" UUID NOT NULL,
    "country" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "percent" DECIMAL(6,3) NOT NULL,
    "is_included" BOOLEAN NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "reverse_charge_note" TEXT NOT NULL DEFAULT '',
    "effective_from" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tax_rates_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tax_rates_country_effective_from_key" ON "tax_rates"("country", "effective_from");
