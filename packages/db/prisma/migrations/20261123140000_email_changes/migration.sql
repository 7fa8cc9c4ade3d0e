-- A change of a user's address. It counts once the mail to the new one was followed; whoever reads the mail of the old one can
-- undo it for some days.
CREATE TABLE "email_changes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "old_email" TEXT NOT NULL,
    "new_email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_changes_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "email_changes_user_id_created_at_idx" ON "email_changes"("user_id", "created_at");

CREATE INDEX "email_changes_expires_at_idx" ON "email_changes"("expires_at");

-- One change waits at a time.
CREATE UNIQUE INDEX "email_changes_pending_key" ON "email_changes"("user_id")
  WHERE "confirmed_at" IS NULL AND "ended_at" IS NULL;

ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
