-- CreateEnum
CREATE TYPE "user_role" AS ENUM ('user', 'admin');

-- CreateEnum
CREATE TYPE "auth_provider" AS ENUM ('email', 'google', 'microsoft');

-- CreateEnum
CREATE TYPE "subscription_status" AS ENUM ('trial', 'free', 'pending', 'active', 'past_due', 'cancelled', 'expired');

-- CreateEnum
CREATE TYPE "plan_tier" AS ENUM ('free', 'basic', 'premium');

-- CreateEnum
CREATE TYPE "code_purpose" AS ENUM ('verify_email', 'reset_password', 'change_email', 'connect_smartsheet', 'sign_in_google', 'sign_in_microsoft');

-- CreateEnum
CREATE TYPE "code_kind" AS ENUM ('otp', 'link');

-- CreateEnum
CREATE TYPE "automation_mode" AS ENUM ('mirror', 'add_only', 'keep_used', 'two_way');

-- CreateEnum
CREATE TYPE "option_order" AS ENUM ('source', 'ascending', 'descending');

-- CreateEnum
CREATE TYPE "paused_by" AS ENUM ('user', 'system');

-- CreateEnum
CREATE TYPE "run_outcome" AS ENUM ('changed', 'unchanged', 'waiting_review', 'failed');

-- CreateEnum
CREATE TYPE "activity_status" AS ENUM ('success', 'error', 'warning', 'info');

-- CreateEnum
CREATE TYPE "billing_cycle" AS ENUM ('monthly', 'yearly');

-- CreateEnum
CREATE TYPE "payment_provider" AS ENUM ('paypal', 'razorpay', 'manual', 'none');

-- CreateEnum
CREATE TYPE "payment_status" AS ENUM ('pending', 'paid', 'failed', 'refunded');

-- CreateEnum
CREATE TYPE "checkout_status" AS ENUM ('open', 'paid', 'cancelled', 'expired', 'failed');

-- CreateEnum
CREATE TYPE "discount_type" AS ENUM ('percent', 'amount');

-- CreateEnum
CREATE TYPE "event_provider" AS ENUM ('paypal', 'razorpay', 'smartsheet');

-- CreateEnum
CREATE TYPE "smartsheet_region" AS ENUM ('us', 'eu', 'au', 'gov');

-- CreateEnum
CREATE TYPE "connection_status" AS ENUM ('connected', 'needs_reconnect', 'disconnected');

-- CreateEnum
CREATE TYPE "sync_state" AS ENUM ('idle', 'queued', 'running');

-- CreateEnum
CREATE TYPE "webhook_status" AS ENUM ('creating', 'enabled', 'disabled', 'deleting');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT,
    "password_needs_update" BOOLEAN NOT NULL DEFAULT false,
    "is_verified" BOOLEAN NOT NULL DEFAULT false,
    "role" "user_role" NOT NULL DEFAULT 'user',
    "username" TEXT,
    "profile_picture" TEXT,
    "auth_provider" "auth_provider" NOT NULL DEFAULT 'email',
    "google_id" TEXT,
    "microsoft_id" TEXT,
    "totp_secret_sealed" TEXT,
    "totp_enabled_at" TIMESTAMPTZ(3),
    "totp_last_step" INTEGER,
    "recovery_code_hashes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "subscription_status" "subscription_status" NOT NULL DEFAULT 'trial',
    "subscription_tier" "plan_tier" NOT NULL DEFAULT 'free',
    "trial_start_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "trial_end_date" TIMESTAMPTZ(3),
    "subscription_start_date" TIMESTAMPTZ(3),
    "subscription_end_date" TIMESTAMPTZ(3),
    "max_configurations" INTEGER NOT NULL DEFAULT 2,
    "time_zone" TEXT,
    "notifications" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "auth_token_hash" TEXT,
    "auth_token_expires_at" TIMESTAMPTZ(3),
    "awaits_second_factor" BOOLEAN NOT NULL DEFAULT false,
    "user_agent" TEXT,
    "ip_address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "one_time_codes" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "purpose" "code_purpose" NOT NULL,
    "kind" "code_kind" NOT NULL,
    "code_hash" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "payload" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "one_time_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "ip_address" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contact_messages" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "email" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "is_read" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "automations" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "source_sheet_id" TEXT NOT NULL,
    "source_sheet_name" TEXT,
    "source_column_id" TEXT NOT NULL,
    "source_column_name" TEXT NOT NULL,
    "sheet_id" TEXT NOT NULL,
    "sheet_name" TEXT NOT NULL,
    "target_column_id" TEXT NOT NULL,
    "target_column_name" TEXT NOT NULL,
    "remove_duplicates" BOOLEAN NOT NULL DEFAULT true,
    "mode" "automation_mode" NOT NULL DEFAULT 'mirror',
    "option_order" "option_order" NOT NULL DEFAULT 'source',
    "ignore_case" BOOLEAN NOT NULL DEFAULT false,
    "split_values" TEXT,
    "filters" JSONB,
    "pinned_first" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "pinned_last" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "max_removal_percent" INTEGER NOT NULL DEFAULT 50,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "paused_by" "paused_by",
    "webhook_id" TEXT,
    "webhook_enabled" BOOLEAN NOT NULL DEFAULT false,
    "dirty_at" TIMESTAMPTZ(3),
    "last_updated" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "last_error_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "last_run_at" TIMESTAMPTZ(3),
    "last_run_outcome" "run_outcome",
    "last_run_added" INTEGER,
    "last_run_removed" INTEGER,
    "last_run_option_count" INTEGER,
    "last_run_warnings" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "target_fingerprint" TEXT,
    "base_hashes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "review" JSONB,
    "approved_review" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "automation_runs" (
    "id" UUID NOT NULL,
    "automation_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "outcome" "run_outcome" NOT NULL,
    "added" INTEGER NOT NULL DEFAULT 0,
    "removed" INTEGER NOT NULL DEFAULT 0,
    "option_count" INTEGER,
    "duration_ms" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "automation_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "activity_logs" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "automation_id" UUID,
    "automation_name" TEXT,
    "action" TEXT NOT NULL,
    "status" "activity_status" NOT NULL,
    "details" TEXT,
    "added" INTEGER,
    "removed" INTEGER,
    "option_count" INTEGER,
    "timestamp" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "activity_logs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plans" (
    "id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "price" DECIMAL(10,2) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "billing_cycle" "billing_cycle" NOT NULL DEFAULT 'monthly',
    "tier" "plan_tier" NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_popular" BOOLEAN NOT NULL DEFAULT false,
    "configs_limit" INTEGER NOT NULL,
    "features" JSONB NOT NULL DEFAULT '[]',
    "paypal_plan_id" TEXT,
    "razorpay_plan_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "plan_id" INTEGER NOT NULL,
    "coupon_id" UUID,
    "status" "subscription_status" NOT NULL DEFAULT 'active',
    "payment_status" "payment_status",
    "start_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "end_date" TIMESTAMPTZ(3),
    "trial_end_date" TIMESTAMPTZ(3),
    "is_trial" BOOLEAN NOT NULL DEFAULT false,
    "current_period_start" TIMESTAMPTZ(3),
    "current_period_end" TIMESTAMPTZ(3),
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "cancelled_at" TIMESTAMPTZ(3),
    "payment_provider" "payment_provider",
    "payment_provider_subscription_id" TEXT,
    "reminded_at" TIMESTAMPTZ(3),
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "checkouts" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "plan_id" INTEGER NOT NULL,
    "coupon_id" UUID,
    "subscription_id" UUID,
    "provider" "payment_provider" NOT NULL,
    "provider_reference" TEXT,
    "status" "checkout_status" NOT NULL DEFAULT 'open',
    "amount_cents" INTEGER NOT NULL,
    "discount_cents" INTEGER NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "checkout_url" TEXT,
    "return_url" TEXT,
    "cancel_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "checkouts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_transactions" (
    "id" UUID NOT NULL,
    "subscription_id" UUID,
    "user_id" UUID,
    "provider" "payment_provider" NOT NULL,
    "provider_subscription_id" TEXT,
    "provider_transaction_id" TEXT,
    "transaction_type" TEXT NOT NULL,
    "amount" DECIMAL(10,2) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "status" "payment_status" NOT NULL,
    "billing_cycle" "billing_cycle",
    "payment_date" TIMESTAMPTZ(3),
    "next_billing_date" TIMESTAMPTZ(3),
    "payer_email" TEXT,
    "payer_name" TEXT,
    "payer_id" TEXT,
    "payment_method" TEXT,
    "response_data" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "coupons" (
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "discount_type" "discount_type" NOT NULL DEFAULT 'amount',
    "discount_percent" INTEGER,
    "discount_amount" DECIMAL(10,2),
    "valid_for_plan_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "expiry_date" TIMESTAMPTZ(3),
    "max_uses" INTEGER,
    "current_uses" INTEGER NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "coupons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "coupon_redemptions" (
    "id" UUID NOT NULL,
    "coupon_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "checkout_id" UUID NOT NULL,
    "discount_cents" INTEGER NOT NULL,
    "redeemed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "coupon_redemptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_events" (
    "id" UUID NOT NULL,
    "provider" "event_provider" NOT NULL,
    "provider_event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "reference" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "provider_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "smartsheet_connections" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "region" "smartsheet_region" NOT NULL DEFAULT 'us',
    "account_email" TEXT,
    "account_id" TEXT,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "access_token_sealed" TEXT,
    "refresh_token_sealed" TEXT,
    "token_expires_at" TIMESTAMPTZ(3),
    "status" "connection_status" NOT NULL DEFAULT 'connected',
    "status_reason" TEXT,
    "status_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sync_state" "sync_state" NOT NULL DEFAULT 'idle',
    "sync_job_id" UUID,
    "sync_attempt" INTEGER NOT NULL DEFAULT 0,
    "dirty_at" TIMESTAMPTZ(3),
    "parked_until" TIMESTAMPTZ(3),
    "next_sweep_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_swept_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "smartsheet_connections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "smartsheet_budgets" (
    "connection_id" UUID NOT NULL,
    "full_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "smartsheet_budgets_pkey" PRIMARY KEY ("connection_id")
);

-- CreateTable
CREATE TABLE "sheets" (
    "connection_id" UUID NOT NULL,
    "sheet_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER,
    "modified_at" TIMESTAMPTZ(3),
    "dirty_at" TIMESTAMPTZ(3),
    "last_read_at" TIMESTAMPTZ(3),
    "volatile" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sheets_pkey" PRIMARY KEY ("connection_id","sheet_id")
);

-- CreateTable
CREATE TABLE "smartsheet_webhooks" (
    "id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "sheet_id" TEXT NOT NULL,
    "remote_id" TEXT,
    "shared_secret_sealed" TEXT,
    "status" "webhook_status" NOT NULL DEFAULT 'creating',
    "remote_status" TEXT,
    "last_event_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "smartsheet_webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_username_key" ON "users"("username");

-- CreateIndex
CREATE UNIQUE INDEX "users_google_id_key" ON "users"("google_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_microsoft_id_key" ON "users"("microsoft_id");

-- CreateIndex
CREATE INDEX "users_subscription_status_trial_end_date_idx" ON "users"("subscription_status", "trial_end_date");

-- CreateIndex
CREATE INDEX "users_subscription_status_subscription_end_date_idx" ON "users"("subscription_status", "subscription_end_date");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_auth_token_hash_key" ON "sessions"("auth_token_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "one_time_codes_code_hash_idx" ON "one_time_codes"("code_hash");

-- CreateIndex
CREATE INDEX "one_time_codes_user_id_purpose_kind_idx" ON "one_time_codes"("user_id", "purpose", "kind");

-- CreateIndex
CREATE INDEX "one_time_codes_expires_at_idx" ON "one_time_codes"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");

-- CreateIndex
CREATE INDEX "api_keys_user_id_idx" ON "api_keys"("user_id");

-- CreateIndex
CREATE INDEX "audit_events_user_id_at_idx" ON "audit_events"("user_id", "at" DESC);

-- CreateIndex
CREATE INDEX "audit_events_at_idx" ON "audit_events"("at");

-- CreateIndex
CREATE INDEX "contact_messages_is_read_created_at_idx" ON "contact_messages"("is_read", "created_at" DESC);

-- CreateIndex
CREATE INDEX "contact_messages_user_id_idx" ON "contact_messages"("user_id");

-- CreateIndex
CREATE INDEX "automations_user_id_created_at_idx" ON "automations"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "automations_connection_id_source_sheet_id_idx" ON "automations"("connection_id", "source_sheet_id");

-- CreateIndex
CREATE UNIQUE INDEX "automations_connection_id_sheet_id_target_column_id_key" ON "automations"("connection_id", "sheet_id", "target_column_id");

-- CreateIndex
CREATE INDEX "automation_runs_automation_id_at_idx" ON "automation_runs"("automation_id", "at" DESC);

-- CreateIndex
CREATE INDEX "automation_runs_at_idx" ON "automation_runs"("at");

-- CreateIndex
CREATE INDEX "activity_logs_user_id_timestamp_id_idx" ON "activity_logs"("user_id", "timestamp" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "activity_logs_automation_id_timestamp_id_idx" ON "activity_logs"("automation_id", "timestamp" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "activity_logs_timestamp_idx" ON "activity_logs"("timestamp");

-- CreateIndex
CREATE UNIQUE INDEX "plans_name_key" ON "plans"("name");

-- CreateIndex
CREATE INDEX "subscriptions_user_id_created_at_idx" ON "subscriptions"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "subscriptions_status_current_period_end_idx" ON "subscriptions"("status", "current_period_end");

-- CreateIndex
CREATE INDEX "subscriptions_plan_id_idx" ON "subscriptions"("plan_id");

-- CreateIndex
CREATE INDEX "subscriptions_coupon_id_idx" ON "subscriptions"("coupon_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_payment_provider_payment_provider_subscriptio_key" ON "subscriptions"("payment_provider", "payment_provider_subscription_id");

-- CreateIndex
CREATE INDEX "checkouts_user_id_created_at_idx" ON "checkouts"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "checkouts_status_expires_at_idx" ON "checkouts"("status", "expires_at");

-- CreateIndex
CREATE INDEX "checkouts_plan_id_idx" ON "checkouts"("plan_id");

-- CreateIndex
CREATE INDEX "checkouts_coupon_id_idx" ON "checkouts"("coupon_id");

-- CreateIndex
CREATE INDEX "checkouts_subscription_id_idx" ON "checkouts"("subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "checkouts_provider_provider_reference_key" ON "checkouts"("provider", "provider_reference");

-- CreateIndex
CREATE INDEX "payment_transactions_user_id_created_at_idx" ON "payment_transactions"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "payment_transactions_subscription_id_idx" ON "payment_transactions"("subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_transactions_provider_provider_transaction_id_key" ON "payment_transactions"("provider", "provider_transaction_id");

-- CreateIndex
CREATE UNIQUE INDEX "coupons_code_key" ON "coupons"("code");

-- CreateIndex
CREATE UNIQUE INDEX "coupon_redemptions_checkout_id_key" ON "coupon_redemptions"("checkout_id");

-- CreateIndex
CREATE INDEX "coupon_redemptions_coupon_id_idx" ON "coupon_redemptions"("coupon_id");

-- CreateIndex
CREATE INDEX "coupon_redemptions_user_id_idx" ON "coupon_redemptions"("user_id");

-- CreateIndex
CREATE INDEX "provider_events_received_at_idx" ON "provider_events"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "provider_events_provider_provider_event_id_key" ON "provider_events"("provider", "provider_event_id");

-- CreateIndex
CREATE UNIQUE INDEX "smartsheet_connections_user_id_key" ON "smartsheet_connections"("user_id");

-- CreateIndex
CREATE INDEX "smartsheet_connections_status_next_sweep_at_idx" ON "smartsheet_connections"("status", "next_sweep_at");

-- CreateIndex
CREATE INDEX "smartsheet_connections_sync_state_idx" ON "smartsheet_connections"("sync_state");

-- CreateIndex
CREATE INDEX "smartsheet_webhooks_remote_id_idx" ON "smartsheet_webhooks"("remote_id");

-- CreateIndex
CREATE UNIQUE INDEX "smartsheet_webhooks_connection_id_sheet_id_key" ON "smartsheet_webhooks"("connection_id", "sheet_id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automations" ADD CONSTRAINT "automations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automations" ADD CONSTRAINT "automations_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "smartsheet_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activity_logs" ADD CONSTRAINT "activity_logs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activity_logs" ADD CONSTRAINT "activity_logs_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "smartsheet_connections" ADD CONSTRAINT "smartsheet_connections_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "smartsheet_budgets" ADD CONSTRAINT "smartsheet_budgets_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "smartsheet_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sheets" ADD CONSTRAINT "sheets_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "smartsheet_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "smartsheet_webhooks" ADD CONSTRAINT "smartsheet_webhooks_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "smartsheet_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;
