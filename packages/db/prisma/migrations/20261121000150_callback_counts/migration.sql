-- What a webhook delivers is counted at its row, and what it should have delivered is noted there.
ALTER TABLE "smartsheet_webhooks"
  ADD COLUMN "missed_at" TIMESTAMPTZ(3),
  ADD COLUMN "callback_count" INTEGER NOT NULL DEFAULT 0;
