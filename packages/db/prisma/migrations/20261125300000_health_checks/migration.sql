-- AlterTable
ALTER TABLE "smartsheet_connections"
  ADD COLUMN "next_health_check_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + ('01:00:00'::interval + (random() * '23:00:00'::interval)));

-- CreateIndex
CREATE INDEX "smartsheet_connections_next_health_check_at_idx" ON "smartsheet_connections"("next_health_check_at");
