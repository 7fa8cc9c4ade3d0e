-- One row for each mail that was begun, by what it is about: a second job for the same does not send it again.
CREATE TABLE "sent_mails" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "mail" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" UUID,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "tried_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "dropped" TEXT,

    CONSTRAINT "sent_mails_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "sent_mails_key_key" ON "sent_mails"("key");
CREATE INDEX "sent_mails_user_id_begun_at_idx" ON "sent_mails"("user_id", "begun_at");
CREATE INDEX "sent_mails_begun_at_idx" ON "sent_mails"("begun_at");
ALTER TABLE "sent_mails" ADD CONSTRAINT "sent_mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a person is told of by mail, from when it is found until it is over. There is one open notice about one thing.
CREATE TABLE "notices" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "batch_id" UUID NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "over_batch_id" UUID,

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "notices_open_key" ON "notices"("topic", "subject_id") WHERE "closed_at" IS NULL;
CREATE INDEX "notices_subject_id_topic_idx" ON "notices"("subject_id", "topic");
CREATE INDEX "notices_batch_id_idx" ON "notices"("batch_id");
CREATE INDEX "notices_over_batch_id_idx" ON "notices"("over_batch_id");
CREATE INDEX "notices_user_id_idx" ON "notices"("user_id");
CREATE INDEX "notices_closed_at_idx" ON "notices"("closed_at");
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the search for notices begins with, every minute: few rows of many.
CREATE INDEX "automations_failing_since_idx" ON "automations"("failing_since") WHERE "failing_since" IS NOT NULL;
CREATE INDEX "automations_review_idx" ON "automations"("id") WHERE "review" IS NOT NULL;
CREATE INDEX "automations_paused_by_system_idx" ON "automations"("id") WHERE "paused_by" = 'system';
CREATE INDEX "smartsheet_connections_needs_reconnect_idx" ON "smartsheet_connections"("id") WHERE "status" = 'needs_reconnect';

-- The address from which mail came back. A user who changes it, or confirms it, is written to again.
ALTER TABLE "users"
  ADD COLUMN "undeliverable_address" TEXT,
  ADD COLUMN "undeliverable_reason" TEXT,
  ADD COLUMN "undeliverable_at" TIMESTAMPTZ(3);
