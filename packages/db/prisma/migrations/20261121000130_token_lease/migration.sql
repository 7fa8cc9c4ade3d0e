-- Who refreshes the tokens of a connection, and until when nobody else may; and which tokens these are: sealing them
-- anew with another key changes their text, but not their version.
ALTER TABLE "smartsheet_connections"
  ADD COLUMN "token_version" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "refresh_lease_id" UUID,
  ADD COLUMN "refresh_lease_until" TIMESTAMPTZ(3);
