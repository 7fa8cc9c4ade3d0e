-- A user may leave an account while its tokens are being refreshed. The new ones are then the only way into it, so they
-- are handed over to the retired account: it says whose tokens it has, and until when a refresh of them may be under way.
ALTER TABLE "retired_accounts"
  ADD COLUMN "connection_id" UUID,
  ADD COLUMN "token_version" INTEGER,
  ADD COLUMN "refresh_lease_until" TIMESTAMPTZ(3);
