-- Smartsheet accounts that a user has left: what is needed to delete their webhooks and to end their tokens there.
CREATE TABLE "retired_accounts" (
  "id" UUID NOT NULL,
  "region" "smartsheet_region" NOT NULL,
  "access_token_sealed" TEXT NOT NULL,
  "refresh_token_sealed" TEXT,
  "token_expires_at" TIMESTAMPTZ(3),
  "webhook_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "retired_accounts_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "retired_accounts_created_at_idx" ON "retired_accounts"("created_at");

COMMENT ON TABLE "retired_accounts" IS
  'Smartsheet accounts that a user has left, until their webhooks and tokens there are ended. Tokens are sealed.';
