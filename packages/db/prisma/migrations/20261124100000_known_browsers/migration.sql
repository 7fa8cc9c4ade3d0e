-- The browsers in which somebody has signed in to an account: a sign-in from any other one is told by mail.
CREATE TABLE "known_browsers" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "user_agent" TEXT,
    "ip_address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_sign_in" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_browsers_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "known_browsers_user_id_token_hash_key" ON "known_browsers"("user_id", "token_hash");
CREATE INDEX "known_browsers_last_sign_in_idx" ON "known_browsers"("last_sign_in");
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Null until the first sign-in with this version: that one is told to nobody.
ALTER TABLE "users" ADD COLUMN "browsers_known_since" TIMESTAMPTZ(3);

ALTER TABLE "sessions" ADD COLUMN "known_browser_id" UUID;
CREATE INDEX "sessions_known_browser_id_idx" ON "sessions"("known_browser_id");
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_known_browser_id_fkey"
  FOREIGN KEY ("known_browser_id") REFERENCES "known_browsers"("id") ON DELETE SET NULL ON UPDATE CASCADE;
