-- Everything that was there when the migrations began to count: tables, and below them what the schema language cannot say.
-- Migrations only grow from here: databases remember each by its name and content.

-- CreateEnum
CREATE TYPE "user_role" AS ENUM ('user', 'admin');
CREATE TYPE "auth_provider" AS ENUM ('email', 'google', 'microsoft');
CREATE TYPE "subscription_status" AS ENUM ('trial', 'free', 'pending', 'scheduled', 'active', 'past_due', 'cancelled', 'expired');
CREATE TYPE "plan_tier" AS ENUM ('free', 'basic', 'premium');
CREATE TYPE "code_purpose" AS ENUM ('verify_email', 'reset_password', 'change_email', 'connect_smartsheet', 'sign_in_google', 'sign_in_microsoft', 'prove', 'register_passkey', 'use_passkey');
CREATE TYPE "code_kind" AS ENUM ('otp', 'link');
CREATE TYPE "automation_mode" AS ENUM ('mirror', 'add_only', 'keep_used', 'two_way');
CREATE TYPE "option_order" AS ENUM ('source', 'ascending', 'descending');
CREATE TYPE "paused_by" AS ENUM ('user', 'system');
CREATE TYPE "run_outcome" AS ENUM ('changed', 'unchanged', 'waiting_review', 'failed');
CREATE TYPE "activity_status" AS ENUM ('success', 'error', 'warning', 'info');
CREATE TYPE "billing_cycle" AS ENUM ('monthly', 'yearly');
CREATE TYPE "payment_provider" AS ENUM ('paypal', 'razorpay', 'manual', 'none');
CREATE TYPE "payment_status" AS ENUM ('pending', 'paid', 'failed', 'refunded');
CREATE TYPE "checkout_status" AS ENUM ('open', 'paid', 'cancelled', 'expired', 'failed');
CREATE TYPE "discount_type" AS ENUM ('percent', 'amount');
CREATE TYPE "event_provider" AS ENUM ('paypal', 'razorpay', 'smartsheet');
CREATE TYPE "smartsheet_region" AS ENUM ('us', 'eu', 'au', 'gov');
CREATE TYPE "connection_status" AS ENUM ('connected', 'needs_reconnect', 'disconnected');
CREATE TYPE "sync_state" AS ENUM ('idle', 'queued', 'running');
CREATE TYPE "webhook_status" AS ENUM ('creating', 'enabled', 'disabled', 'deleting');
CREATE TYPE "api_key_scope" AS ENUM ('read', 'write');
CREATE TYPE "webhook_stop_reason" AS ENUM ('failing', 'gone', 'secret_lost', 'port_refused');
CREATE TYPE "delivery_state" AS ENUM ('pending', 'delivered', 'failed');

-- What somebody was entitled to when they wrote to support.
CREATE TYPE "contact_plan" AS ENUM ('trial', 'free', 'basic', 'premium');
CREATE TYPE "checkout_kind" AS ENUM ('first', 'upgrade', 'change', 'renewal');
CREATE TYPE "drift_answer" AS ENUM ('put_back', 'keep', 'ask');
CREATE TYPE "run_trigger" AS ENUM ('user', 'change', 'check', 'settings', 'pause', 'creation');
CREATE TYPE "review_answer" AS ENUM ('approved', 'kept');
CREATE TYPE "dispute_status" AS ENUM ('open', 'under_review', 'closed');
CREATE TYPE "dispute_outcome" AS ENUM ('won', 'lost', 'ended');

-- How a user reads times and dates: with 12 hours and the month first, until they choose.
CREATE TYPE "clock" AS ENUM ('h12', 'h24');
CREATE TYPE "date_order" AS ENUM ('month', 'day', 'year');

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
    "recovery_code_hashes" TEXT[] DEFAULT ARRAY[]::text[],
    "subscription_status" "subscription_status" NOT NULL DEFAULT 'trial',
    "subscription_tier" "plan_tier" NOT NULL DEFAULT 'free',
    "trial_start_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "trial_end_date" TIMESTAMPTZ(3),
    "subscription_start_date" TIMESTAMPTZ(3),
    "subscription_end_date" TIMESTAMPTZ(3),
    "max_configurations" INTEGER NOT NULL DEFAULT 2,
    "time_zone" TEXT,
    "notifications" JSONB NOT NULL DEFAULT '{}'::jsonb,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "dropdown_updates" INTEGER NOT NULL DEFAULT 0,
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "declined_password_hash" TEXT,
    "undeliverable_address" TEXT,
    "undeliverable_reason" TEXT,
    "undeliverable_at" TIMESTAMPTZ(3),
    "browsers_known_since" TIMESTAMPTZ(3),
    "google_email" TEXT,
    "google_linked_at" TIMESTAMPTZ(3),
    "microsoft_email" TEXT,
    "microsoft_linked_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "is_time_zone_chosen" BOOLEAN NOT NULL DEFAULT false,
    "next_tier" "plan_tier",
    "next_starts_at" TIMESTAMPTZ(3),
    "next_ends_at" TIMESTAMPTZ(3),
    "spent_coupon_ids" UUID[] DEFAULT ARRAY[]::uuid[],
    "clock" "clock" NOT NULL DEFAULT 'h12',
    "date_order" "date_order" NOT NULL DEFAULT 'month',

    CONSTRAINT "users_pkey" PRIMARY KEY ("id"),
    -- One account per address, however it is typed.
    CONSTRAINT "users_email_normalised" CHECK (email = lower(btrim(email)) AND email <> ''),
    CONSTRAINT "users_max_configurations_positive" CHECK (max_configurations >= 0)
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
    "proven_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "known_browser_id" UUID,

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
    "payload" JSONB NOT NULL DEFAULT '{}'::jsonb,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "address_hash" TEXT,
    "link_hash" TEXT,
    "link_expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "one_time_codes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "one_time_codes_attempts_positive" CHECK (attempts >= 0)
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
    "scope" "api_key_scope" NOT NULL DEFAULT 'read',

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "network" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}'::jsonb,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "count" INTEGER NOT NULL DEFAULT 1,
    "fold_key" TEXT,

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
    "plan" "contact_plan",

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
    "pinned_first" TEXT[] DEFAULT ARRAY[]::text[],
    "pinned_last" TEXT[] DEFAULT ARRAY[]::text[],
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
    "last_run_warnings" TEXT[] DEFAULT ARRAY[]::text[],
    "target_fingerprint" TEXT,
    "base_hashes" TEXT[] DEFAULT ARRAY[]::text[],
    "review" JSONB,
    "approved_review" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "manual_sync_at" TIMESTAMPTZ(3),
    "settings_version" INTEGER NOT NULL DEFAULT 1,
    "outside_changes" TIMESTAMPTZ(3)[] DEFAULT (ARRAY[]::timestamp with time zone[])::timestamp(3) with time zone[],
    "outage_since" TIMESTAMPTZ(3),
    "outage_tried_at" TIMESTAMPTZ(3),
    "drift" "drift_answer" NOT NULL DEFAULT 'put_back',
    "excluded_hashes" TEXT[] DEFAULT ARRAY[]::text[],
    "grace_days" INTEGER NOT NULL DEFAULT 0,
    "health" JSONB,
    "health_checked_at" TIMESTAMPTZ(3),
    "held_against" TEXT,
    "kept_hashes" TEXT[] DEFAULT ARRAY[]::text[],
    "kept_review" TEXT,
    "label_template" JSONB,
    "leaving" JSONB NOT NULL DEFAULT '[]'::jsonb,
    "dirty_reason" TEXT,
    "leaving_at" TIMESTAMPTZ(3),
    "recent_runs" TEXT[] DEFAULT ARRAY[]::text[],
    "sheet_permalink" TEXT,
    "source_sheet_permalink" TEXT,
    "unseen_since" TIMESTAMPTZ(3),
    "paused_account" TEXT,
    "told_reasons" TEXT[] DEFAULT ARRAY[]::text[],
    "asks_before_rows" BOOLEAN NOT NULL DEFAULT false,
    "look_again_at" TIMESTAMPTZ(3),
    "review_mail_at" TIMESTAMPTZ(3),

    CONSTRAINT "automations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "automations_max_removal_is_percent" CHECK (max_removal_percent BETWEEN 0 AND 100)
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
    "pass_id" UUID,
    "trigger" "run_trigger",
    "details" TEXT,
    "rows_added" INTEGER NOT NULL DEFAULT 0,
    "rows_deleted" INTEGER NOT NULL DEFAULT 0,
    "answer" "review_answer",

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
    "outcome" "run_outcome",
    "count" INTEGER,
    "day" DATE,

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
    "features" JSONB NOT NULL DEFAULT '[]'::jsonb,
    "paypal_plan_id" TEXT,
    "razorpay_plan_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "paypal_discount_plan_id" TEXT,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "plans_limit_positive" CHECK (configs_limit >= 0),
    CONSTRAINT "plans_price_positive" CHECK (price >= 0)
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
    "metadata" JSONB NOT NULL DEFAULT '{}'::jsonb,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "past_due_since" TIMESTAMPTZ(3),
    "price_cents" INTEGER NOT NULL DEFAULT 0,
    "replaced_by_id" UUID,
    "period_value_cents" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "subscriptions_period_value_positive" CHECK (period_value_cents >= 0),
    CONSTRAINT "subscriptions_price_positive" CHECK (price_cents >= 0)
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
    "credit_cents" INTEGER NOT NULL DEFAULT 0,
    "kind" "checkout_kind" NOT NULL DEFAULT 'first',
    "price_cents" INTEGER NOT NULL DEFAULT 0,
    "replaces_id" UUID,
    "approved_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "provider_plan_id" TEXT,
    "starts_at" TIMESTAMPTZ(3),
    "tax" JSONB,

    CONSTRAINT "checkouts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "checkouts_add_up" CHECK (price_cents >= 0 AND credit_cents >= 0 AND (price_cents = 0 OR amount_cents = price_cents - discount_cents - credit_cents)),
    CONSTRAINT "checkouts_amounts_positive" CHECK (amount_cents >= 0 AND discount_cents >= 0)
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
    "response_data" JSONB NOT NULL DEFAULT '{}'::jsonb,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "period_start" TIMESTAMPTZ(3),
    "refund_due_cents" INTEGER NOT NULL DEFAULT 0,
    "refund_of_id" UUID,
    "partly_refunded_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "refund_refused_at" TIMESTAMPTZ(3),
    "refund_refusal" TEXT,

    CONSTRAINT "payment_transactions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "payment_transactions_refund_due_positive" CHECK (refund_due_cents >= 0)
);

-- CreateTable
CREATE TABLE "coupons" (
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "discount_type" "discount_type" NOT NULL DEFAULT 'amount',
    "discount_percent" INTEGER,
    "discount_amount" DECIMAL(10,2),
    "valid_for_plan_ids" INTEGER[] DEFAULT ARRAY[]::integer[],
    "expiry_date" TIMESTAMPTZ(3),
    "max_uses" INTEGER,
    "current_uses" INTEGER NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "coupons_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "coupons_code_normalised" CHECK (code = upper(btrim(code)) AND code <> ''),
    CONSTRAINT "coupons_discount_matches_type" CHECK ( CASE discount_type WHEN 'percent' THEN discount_percent BETWEEN 1 AND 100 ELSE discount_amount >= 0 END ),
    CONSTRAINT "coupons_uses_within_maximum" CHECK (current_uses >= 0 AND (max_uses IS NULL OR current_uses <= max_uses))
);

-- CreateTable
CREATE TABLE "coupon_redemptions" (
    "id" UUID NOT NULL,
    "coupon_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "checkout_id" UUID NOT NULL,
    "discount_cents" INTEGER NOT NULL,
    "redeemed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "coupon_redemptions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "coupon_redemptions_discount_positive" CHECK (discount_cents >= 0)
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
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "detail" TEXT,
    "outcome" TEXT,
    "payment_id" TEXT,
    "acknowledged_at" TIMESTAMPTZ(3),
    "refund_id" TEXT,
    "claimed_at" TIMESTAMPTZ(3),
    "claimed_cents" INTEGER,
    "claimed_currency" TEXT,
    "dispute_id" TEXT,

    CONSTRAINT "provider_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "smartsheet_connections" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "region" "smartsheet_region" NOT NULL DEFAULT 'us',
    "account_email" TEXT,
    "account_id" TEXT,
    "scopes" TEXT[] DEFAULT ARRAY[]::text[],
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
    "rescued_at" TIMESTAMPTZ(3),
    "retrying_since" TIMESTAMPTZ(3),
    "mend_claim" UUID,
    "token_version" INTEGER NOT NULL DEFAULT 0,
    "refresh_lease_id" UUID,
    "refresh_lease_until" TIMESTAMPTZ(3),
    "next_webhook_check_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + ('01:00:00'::interval + (random() * '23:00:00'::interval))),
    "sync_starts_at" TIMESTAMPTZ(3),
    "sync_priority" INTEGER,
    "slow_since" TIMESTAMPTZ(3),
    "next_health_check_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + ('01:00:00'::interval + (random() * '23:00:00'::interval))),
    "token_refresh_at" TIMESTAMPTZ(3),
    "limited_until" TIMESTAMPTZ(3),
    "licensed" BOOLEAN,

    CONSTRAINT "smartsheet_connections_pkey" PRIMARY KEY ("id"),
    -- An account that waits or works has a job that stands for it, and only then.
    CONSTRAINT "smartsheet_connections_job_matches_state" CHECK ((sync_state = 'idle') = (sync_job_id IS NULL))
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

    CONSTRAINT "sheets_pkey" PRIMARY KEY ("connection_id", "sheet_id")
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
    "missed_at" TIMESTAMPTZ(3),
    "callback_count" INTEGER NOT NULL DEFAULT 0,
    "remade_at" TIMESTAMPTZ(3),
    "enabled_at" TIMESTAMPTZ(3),
    "column_ids" TEXT[] DEFAULT ARRAY[]::text[],
    "disabled_details" TEXT,

    CONSTRAINT "smartsheet_webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
-- What a run is about to write, so that a crash between the write and its record is found, told and counted.
CREATE TABLE "write_intents" (
    "automation_id" UUID NOT NULL,
    "sheet_id" TEXT NOT NULL,
    "column_id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "validation" BOOLEAN,
    "added" INTEGER NOT NULL,
    "removed" INTEGER NOT NULL,
    "option_count" INTEGER NOT NULL,
    "job_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "write_intents_pkey" PRIMARY KEY ("automation_id")
);

-- CreateTable
-- Smartsheet accounts that a user has left: what is needed to delete their webhooks and to end their tokens there.
CREATE TABLE "retired_accounts" (
    "id" UUID NOT NULL,
    "region" "smartsheet_region" NOT NULL,
    "access_token_sealed" TEXT NOT NULL,
    "refresh_token_sealed" TEXT,
    "token_expires_at" TIMESTAMPTZ(3),
    "webhook_ids" TEXT[] DEFAULT ARRAY[]::text[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "connection_id" UUID,
    "token_version" INTEGER,
    "refresh_lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "retired_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
-- One automation fills a column, whoever owns it. An active automation of a connected account claims its target; paused
-- and disconnected ones do not. Triggers keep the claims, so that no writer of these rows can forget them.
CREATE TABLE "target_claims" (
    "automation_id" UUID NOT NULL,
    "region" "smartsheet_region" NOT NULL,
    "sheet_id" TEXT NOT NULL,
    "column_id" TEXT NOT NULL,

    CONSTRAINT "target_claims_pkey" PRIMARY KEY ("automation_id")
);

-- CreateTable
-- Counts of tries (of passwords, of mails to an address) that hold over all API processes and their restarts.
-- The columns and their order are those of rate-limiter-flexible.
CREATE TABLE "throttles" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "throttles_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "passkeys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "is_synced" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
-- The address of a deleted account, for a day at most: until the mail that says goodbye is sent.
CREATE TABLE "farewells" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "farewells_pkey" PRIMARY KEY ("id")
);

-- CreateTable
-- A copy of a user's data, made by a job in pieces and kept for one day.
CREATE TABLE "data_exports" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ready_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "bytes" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "data_exports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "data_export_chunks" (
    "export_id" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "data_export_chunks_pkey" PRIMARY KEY ("export_id", "place")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "key_hash" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "automation_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outgoing_webhooks" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "secret_sealed" TEXT NOT NULL,
    "previous_secret_sealed" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "stop_reason" "webhook_stop_reason",
    "failing_since" TIMESTAMPTZ(3),
    "claimed_by" UUID,
    "claimed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outgoing_webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "last_attempt_at" TIMESTAMPTZ(3),
    "response_status" INTEGER,
    "duration_ms" INTEGER,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
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

-- CreateTable
CREATE TABLE "plan_changes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "subscription_id" UUID,
    "plan_id" INTEGER NOT NULL,
    "provider" "payment_provider",
    "kind" TEXT NOT NULL,
    "monthly_cents" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "plan_changes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "plan_changes_kind_known" CHECK (kind IN ('trial_started', 'scheduled', 'unscheduled', 'activated', 'renewed', 'past_due', 'recovered', 'cancelled', 'resumed', 'replaced', 'ended')),
    CONSTRAINT "plan_changes_monthly_positive" CHECK (monthly_cents >= 0)
);

-- CreateTable
CREATE TABLE "receipts" (
    "number" TEXT NOT NULL,
    "user_id" UUID,
    "transaction_id" UUID NOT NULL,
    "refunds_number" TEXT,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "currency" TEXT NOT NULL,
    "total_cents" INTEGER NOT NULL,
    "content" JSONB NOT NULL,

    CONSTRAINT "receipts_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "receipt_counters" (
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "receipt_counters_pkey" PRIMARY KEY ("year")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "contact_replies" (
    "id" UUID NOT NULL,
    "contact_message_id" UUID NOT NULL,
    "admin_id" UUID NOT NULL,
    "message" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_replies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
-- What a deleted account may still be charged for, so that it is ended and given back. It names nobody.
CREATE TABLE "deleted_checkouts" (
    "id" UUID NOT NULL,
    "plan_id" INTEGER NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "provider_reference" TEXT,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_checkouts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "row_intents" (
    "automation_id" UUID NOT NULL,
    "sheet_id" TEXT NOT NULL,
    "column_id" TEXT NOT NULL,
    "hashes" TEXT[],
    "deleted_row_ids" TEXT[] DEFAULT ARRAY[]::text[],
    "job_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_hashes" TEXT[] DEFAULT ARRAY[]::text[],

    CONSTRAINT "row_intents_pkey" PRIMARY KEY ("automation_id")
);

-- CreateTable
CREATE TABLE "billing_details" (
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "company" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "postal_code" TEXT NOT NULL,
    "city" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "tax_id" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "billing_details_pkey" PRIMARY KEY ("user_id")
);

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

-- CreateTable
CREATE TABLE "spent_offers" (
    "id" UUID NOT NULL,
    "address_hash" TEXT NOT NULL,
    "coupon_ids" UUID[] DEFAULT ARRAY[]::uuid[],
    "kept_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_offers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "disputes" (
    "id" UUID NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "provider_dispute_id" TEXT NOT NULL,
    "payment_id" TEXT,
    "reason" TEXT NOT NULL,
    "status" "dispute_status" NOT NULL,
    "outcome" "dispute_outcome",
    "amount_cents" INTEGER,
    "currency" TEXT NOT NULL,
    "respond_by" TIMESTAMPTZ(3),
    "reminded_of" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "disputes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");
CREATE UNIQUE INDEX "users_google_id_key" ON "users"("google_id");
CREATE UNIQUE INDEX "users_microsoft_id_key" ON "users"("microsoft_id");
CREATE INDEX "users_subscription_status_subscription_end_date_idx" ON "users"("subscription_status", "subscription_end_date");
CREATE INDEX "users_subscription_status_trial_end_date_idx" ON "users"("subscription_status", "trial_end_date");
CREATE UNIQUE INDEX "users_username_key" ON "users"("username");
CREATE UNIQUE INDEX "sessions_auth_token_hash_key" ON "sessions"("auth_token_hash");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");
CREATE INDEX "sessions_known_browser_id_idx" ON "sessions"("known_browser_id");
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
CREATE INDEX "one_time_codes_address_hash_purpose_idx" ON "one_time_codes"("address_hash", "purpose");
CREATE INDEX "one_time_codes_code_hash_idx" ON "one_time_codes"("code_hash");
CREATE INDEX "one_time_codes_expires_at_idx" ON "one_time_codes"("expires_at");
CREATE INDEX "one_time_codes_link_hash_idx" ON "one_time_codes"("link_hash");
CREATE INDEX "one_time_codes_user_id_purpose_kind_idx" ON "one_time_codes"("user_id", "purpose", "kind");
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");
CREATE INDEX "api_keys_user_id_idx" ON "api_keys"("user_id");
CREATE INDEX "audit_events_actor_id_at_idx" ON "audit_events"("actor_id", "at" DESC);
CREATE INDEX "audit_events_at_idx" ON "audit_events"("at");
CREATE UNIQUE INDEX "audit_events_fold_key_key" ON "audit_events"("fold_key");
CREATE INDEX "audit_events_user_id_at_idx" ON "audit_events"("user_id", "at" DESC);
CREATE INDEX "contact_messages_is_read_created_at_idx" ON "contact_messages"("is_read", "created_at" DESC);
CREATE INDEX "contact_messages_user_id_idx" ON "contact_messages"("user_id");
CREATE INDEX "automations_connection_id_sheet_id_idx" ON "automations"("connection_id", "sheet_id");
CREATE INDEX "automations_connection_id_source_sheet_id_idx" ON "automations"("connection_id", "source_sheet_id");
-- What the search for notices begins with, every minute: few rows of many.
CREATE INDEX "automations_failing_since_idx" ON "automations"("failing_since") WHERE "failing_since" IS NOT NULL;
CREATE INDEX "automations_paused_by_system_idx" ON "automations"("id") WHERE "paused_by" = 'system';
CREATE INDEX "automations_review_idx" ON "automations"("id") WHERE "review" IS NOT NULL;
CREATE INDEX "automations_source_sheet_id_source_column_id_idx" ON "automations"("source_sheet_id", "source_column_id");
CREATE INDEX "automations_user_id_created_at_idx" ON "automations"("user_id", "created_at" DESC);
CREATE INDEX "automation_runs_at_idx" ON "automation_runs"("at");
CREATE INDEX "automation_runs_automation_id_at_idx" ON "automation_runs"("automation_id", "at" DESC);
CREATE INDEX "automation_runs_pass_id_idx" ON "automation_runs"("pass_id");
CREATE INDEX "activity_logs_automation_id_timestamp_id_idx" ON "activity_logs"("automation_id", "timestamp" DESC, "id" DESC);
CREATE INDEX "activity_logs_timestamp_idx" ON "activity_logs"("timestamp");
CREATE UNIQUE INDEX "activity_logs_user_id_action_day_key" ON "activity_logs"("user_id", "action", "day");
CREATE INDEX "activity_logs_user_id_timestamp_id_idx" ON "activity_logs"("user_id", "timestamp" DESC, "id" DESC);
CREATE UNIQUE INDEX "plans_name_key" ON "plans"("name");
CREATE INDEX "subscriptions_coupon_id_idx" ON "subscriptions"("coupon_id");
-- One plan per user at a time: `cancelled` is paid until the end of its period.
CREATE UNIQUE INDEX "subscriptions_one_current" ON "subscriptions" ("user_id") WHERE "status" IN ('active', 'past_due', 'cancelled');
-- At most one plan per user waits for its day.
CREATE UNIQUE INDEX "subscriptions_one_scheduled" ON "subscriptions" ("user_id") WHERE "status" = 'scheduled';
CREATE UNIQUE INDEX "subscriptions_payment_provider_payment_provider_subscriptio_key" ON "subscriptions"("payment_provider", "payment_provider_subscription_id");
CREATE INDEX "subscriptions_plan_id_idx" ON "subscriptions"("plan_id");
CREATE INDEX "subscriptions_status_current_period_end_idx" ON "subscriptions"("status", "current_period_end");
CREATE INDEX "subscriptions_user_id_created_at_idx" ON "subscriptions"("user_id", "created_at" DESC);
CREATE INDEX "checkouts_coupon_id_idx" ON "checkouts"("coupon_id");
-- One payment page per user at a time: a new checkout closes the one before.
CREATE UNIQUE INDEX "checkouts_one_open" ON "checkouts" ("user_id") WHERE "status" = 'open';
CREATE INDEX "checkouts_plan_id_idx" ON "checkouts"("plan_id");
CREATE UNIQUE INDEX "checkouts_provider_provider_reference_key" ON "checkouts"("provider", "provider_reference");
CREATE INDEX "checkouts_status_expires_at_idx" ON "checkouts"("status", "expires_at");
CREATE INDEX "checkouts_subscription_id_idx" ON "checkouts"("subscription_id");
CREATE INDEX "checkouts_user_id_created_at_idx" ON "checkouts"("user_id", "created_at" DESC);
CREATE INDEX "payment_transactions_attention_idx" ON "payment_transactions"("created_at" DESC, "id" DESC) WHERE transaction_type = 'unmatched' OR partly_refunded_at IS NOT NULL OR refund_refused_at IS NOT NULL;
CREATE UNIQUE INDEX "payment_transactions_provider_provider_transaction_id_key" ON "payment_transactions"("provider", "provider_transaction_id");
CREATE INDEX "payment_transactions_refund_of_id_idx" ON "payment_transactions"("refund_of_id");
CREATE INDEX "payment_transactions_subscription_id_idx" ON "payment_transactions"("subscription_id");
-- A provider can tell that it was paid before it lists the payment. There is one such payment of a subscription at a time.
CREATE UNIQUE INDEX "payment_transactions_unnamed_key" ON "payment_transactions"("provider", "provider_subscription_id") WHERE "provider_transaction_id" IS NULL AND "transaction_type" = 'payment';
CREATE INDEX "payment_transactions_user_id_created_at_idx" ON "payment_transactions"("user_id", "created_at" DESC);
CREATE UNIQUE INDEX "coupons_code_key" ON "coupons"("code");
CREATE UNIQUE INDEX "coupon_redemptions_checkout_id_key" ON "coupon_redemptions"("checkout_id");
CREATE UNIQUE INDEX "coupon_redemptions_coupon_id_user_id_key" ON "coupon_redemptions"("coupon_id", "user_id");
CREATE INDEX "coupon_redemptions_user_id_idx" ON "coupon_redemptions"("user_id");
-- Only PayPal's events name refunds; each look at a payment of which a part is back finds them by it.
CREATE INDEX "provider_events_payment_idx" ON "provider_events"("payment_id") WHERE refund_id IS NOT NULL;
CREATE UNIQUE INDEX "provider_events_provider_provider_event_id_key" ON "provider_events"("provider", "provider_event_id");
CREATE INDEX "provider_events_provider_reference_idx" ON "provider_events"("provider", "reference");
CREATE INDEX "provider_events_received_at_idx" ON "provider_events"("received_at");
CREATE INDEX "smartsheet_connections_needs_reconnect_idx" ON "smartsheet_connections"("id") WHERE "status" = 'needs_reconnect';
CREATE INDEX "smartsheet_connections_next_health_check_at_idx" ON "smartsheet_connections"("next_health_check_at");
CREATE INDEX "smartsheet_connections_status_next_sweep_at_idx" ON "smartsheet_connections"("status", "next_sweep_at");
CREATE INDEX "smartsheet_connections_sync_state_idx" ON "smartsheet_connections"("sync_state");
CREATE UNIQUE INDEX "smartsheet_connections_user_id_key" ON "smartsheet_connections"("user_id");
CREATE UNIQUE INDEX "smartsheet_webhooks_connection_id_sheet_id_key" ON "smartsheet_webhooks"("connection_id", "sheet_id");
CREATE INDEX "smartsheet_webhooks_remote_id_idx" ON "smartsheet_webhooks"("remote_id");
CREATE INDEX "retired_accounts_created_at_idx" ON "retired_accounts"("created_at");
CREATE UNIQUE INDEX "target_claims_region_sheet_id_column_id_key" ON "target_claims"("region", "sheet_id", "column_id");
CREATE INDEX "throttles_expire_idx" ON "throttles"("expire");
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");
CREATE INDEX "email_changes_expires_at_idx" ON "email_changes"("expires_at");
-- One change waits at a time.
CREATE UNIQUE INDEX "email_changes_pending_key" ON "email_changes"("user_id") WHERE "confirmed_at" IS NULL AND "ended_at" IS NULL;
CREATE INDEX "email_changes_user_id_created_at_idx" ON "email_changes"("user_id", "created_at");
CREATE INDEX "farewells_created_at_idx" ON "farewells"("created_at");
CREATE INDEX "data_exports_expires_at_idx" ON "data_exports"("expires_at");
-- One export is made at a time.
CREATE UNIQUE INDEX "data_exports_making_key" ON "data_exports"("user_id") WHERE "ready_at" IS NULL AND "failed_at" IS NULL;
CREATE INDEX "data_exports_user_id_created_at_idx" ON "data_exports"("user_id", "created_at");
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");
CREATE UNIQUE INDEX "idempotency_keys_user_id_key_hash_key" ON "idempotency_keys"("user_id", "key_hash");
CREATE INDEX "outgoing_webhooks_user_id_idx" ON "outgoing_webhooks"("user_id");
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");
CREATE INDEX "webhook_deliveries_state_next_attempt_at_idx" ON "webhook_deliveries"("state", "next_attempt_at");
CREATE INDEX "webhook_deliveries_webhook_id_created_at_id_idx" ON "webhook_deliveries"("webhook_id", "created_at" DESC, "id" DESC);
CREATE INDEX "sent_mails_begun_at_idx" ON "sent_mails"("begun_at");
CREATE UNIQUE INDEX "sent_mails_key_key" ON "sent_mails"("key");
CREATE INDEX "sent_mails_user_id_begun_at_idx" ON "sent_mails"("user_id", "begun_at");
CREATE INDEX "notices_batch_id_idx" ON "notices"("batch_id");
CREATE INDEX "notices_closed_at_idx" ON "notices"("closed_at");
CREATE UNIQUE INDEX "notices_open_key" ON "notices"("topic", "subject_id") WHERE "closed_at" IS NULL;
CREATE INDEX "notices_over_batch_id_idx" ON "notices"("over_batch_id");
CREATE INDEX "notices_subject_id_topic_idx" ON "notices"("subject_id", "topic");
CREATE INDEX "notices_user_id_idx" ON "notices"("user_id");
CREATE INDEX "plan_changes_at_idx" ON "plan_changes"("at");
CREATE INDEX "plan_changes_subscription_id_idx" ON "plan_changes"("subscription_id");
CREATE INDEX "plan_changes_user_id_at_idx" ON "plan_changes"("user_id", "at");
CREATE UNIQUE INDEX "receipts_transaction_id_key" ON "receipts"("transaction_id");
CREATE INDEX "receipts_user_id_issued_at_idx" ON "receipts"("user_id", "issued_at" DESC);
CREATE INDEX "known_browsers_last_sign_in_idx" ON "known_browsers"("last_sign_in");
CREATE UNIQUE INDEX "known_browsers_user_id_token_hash_key" ON "known_browsers"("user_id", "token_hash");
CREATE INDEX "contact_replies_contact_message_id_idx" ON "contact_replies"("contact_message_id");
CREATE INDEX "deleted_checkouts_deleted_at_idx" ON "deleted_checkouts"("deleted_at");
CREATE INDEX "deleted_checkouts_plan_id_idx" ON "deleted_checkouts"("plan_id");
CREATE UNIQUE INDEX "deleted_checkouts_provider_provider_reference_key" ON "deleted_checkouts"("provider", "provider_reference");
CREATE UNIQUE INDEX "tax_rates_country_effective_from_key" ON "tax_rates"("country", "effective_from");
CREATE UNIQUE INDEX "spent_offers_address_hash_key" ON "spent_offers"("address_hash");
CREATE INDEX "spent_offers_kept_at_idx" ON "spent_offers"("kept_at");
CREATE UNIQUE INDEX "disputes_provider_provider_dispute_id_key" ON "disputes"("provider", "provider_dispute_id");
CREATE INDEX "disputes_status_respond_by_idx" ON "disputes"("status", "respond_by");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_known_browser_id_fkey" FOREIGN KEY ("known_browser_id") REFERENCES "known_browsers"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "automations" ADD CONSTRAINT "automations_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "smartsheet_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "automations" ADD CONSTRAINT "automations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "activity_logs" ADD CONSTRAINT "activity_logs_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "activity_logs" ADD CONSTRAINT "activity_logs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "smartsheet_connections" ADD CONSTRAINT "smartsheet_connections_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "smartsheet_budgets" ADD CONSTRAINT "smartsheet_budgets_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "smartsheet_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sheets" ADD CONSTRAINT "sheets_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "smartsheet_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "smartsheet_webhooks" ADD CONSTRAINT "smartsheet_webhooks_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "smartsheet_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "write_intents" ADD CONSTRAINT "write_intents_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "target_claims" ADD CONSTRAINT "target_claims_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "data_export_chunks" ADD CONSTRAINT "data_export_chunks_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "data_exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "outgoing_webhooks" ADD CONSTRAINT "outgoing_webhooks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "outgoing_webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sent_mails" ADD CONSTRAINT "sent_mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "payment_transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_contact_message_id_fkey" FOREIGN KEY ("contact_message_id") REFERENCES "contact_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deleted_checkouts" ADD CONSTRAINT "deleted_checkouts_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "row_intents" ADD CONSTRAINT "row_intents_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Raises unique_violation when another automation holds the claim. The connection is locked first, so that it cannot
-- be disconnected unseen, and always before a claim, so that nobody waits in a circle.
CREATE FUNCTION keep_automation_claim() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner record;
BEGIN
  SELECT region, status INTO owner FROM smartsheet_connections WHERE id = NEW.connection_id FOR NO KEY UPDATE;
  DELETE FROM target_claims WHERE automation_id = NEW.id;
  IF NEW.is_active AND owner.status = 'connected' THEN
    INSERT INTO target_claims (automation_id, region, sheet_id, column_id)
    VALUES (NEW.id, owner.region, NEW.sheet_id, NEW.target_column_id);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "automations_claim_on_insert" AFTER INSERT ON "automations"
  FOR EACH ROW EXECUTE FUNCTION keep_automation_claim();

CREATE TRIGGER "automations_claim_on_update"
  AFTER UPDATE OF is_active, sheet_id, target_column_id, connection_id ON "automations"
  FOR EACH ROW
  WHEN ((OLD.is_active, OLD.sheet_id, OLD.target_column_id, OLD.connection_id)
    IS DISTINCT FROM (NEW.is_active, NEW.sheet_id, NEW.target_column_id, NEW.connection_id))
  EXECUTE FUNCTION keep_automation_claim();

-- Who connects again gets the columns that are free; the automations that go without are paused by whoever connects.
-- Claims are made in one order, so that two who connect at once do not wait for each other.
CREATE FUNCTION keep_connection_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM target_claims WHERE automation_id IN (SELECT id FROM automations WHERE connection_id = NEW.id);
  IF NEW.status = 'connected' THEN
    INSERT INTO target_claims (automation_id, region, sheet_id, column_id)
    SELECT id, NEW.region, sheet_id, target_column_id FROM automations
    WHERE connection_id = NEW.id AND is_active
    ORDER BY sheet_id, target_column_id, created_at, id
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "smartsheet_connections_claims" AFTER UPDATE OF status, region ON "smartsheet_connections"
  FOR EACH ROW
  WHEN ((OLD.status = 'connected', OLD.region) IS DISTINCT FROM (NEW.status = 'connected', NEW.region))
  EXECUTE FUNCTION keep_connection_claims();

-- Tells the API which user's dashboard is out of date, so that an open page asks again. The payload names a kind of
-- change and a user (or a session that has ended), nothing else. Triggers raise it, so that no writer of these rows can
-- forget it; it goes out with the commit. Rows that change without anybody seeing a difference (a sweep that found
-- nothing, another call of the budget) raise nothing. The transaction that made the change stands beside it, so that
-- whoever knows of when a page's data is can tell whether the change is in it: see `change-history.ts`.
CREATE FUNCTION announce_live_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_changes',
    TG_ARGV[0] || ':' || coalesce(NEW.user_id, OLD.user_id) || ':' || pg_current_xact_id());
  RETURN NULL;
END
$$;

CREATE TRIGGER "automations_live_on_come_and_go" AFTER INSERT OR DELETE ON "automations"
  FOR EACH ROW EXECUTE FUNCTION announce_live_change('automations');

-- Whether it is marked can be seen, since when cannot.
CREATE TRIGGER "automations_live_on_update" AFTER UPDATE ON "automations"
  FOR EACH ROW
  WHEN ((OLD.updated_at, OLD.is_active, OLD.dirty_at IS NULL, OLD.last_run_at, OLD.last_error, OLD.outage_tried_at,
      OLD.webhook_enabled)
    IS DISTINCT FROM (NEW.updated_at, NEW.is_active, NEW.dirty_at IS NULL, NEW.last_run_at, NEW.last_error,
      NEW.outage_tried_at, NEW.webhook_enabled))
  EXECUTE FUNCTION announce_live_change('automations');

CREATE TRIGGER "activity_logs_live" AFTER INSERT OR UPDATE ON "activity_logs"
  FOR EACH ROW EXECUTE FUNCTION announce_live_change('activity');

CREATE TRIGGER "smartsheet_connections_live_on_come_and_go" AFTER INSERT OR DELETE ON "smartsheet_connections"
  FOR EACH ROW EXECUTE FUNCTION announce_live_change('connection');

CREATE TRIGGER "smartsheet_connections_live_on_status" AFTER UPDATE ON "smartsheet_connections"
  FOR EACH ROW
  WHEN ((OLD.status, OLD.status_reason, OLD.account_email, OLD.scopes)
    IS DISTINCT FROM (NEW.status, NEW.status_reason, NEW.account_email, NEW.scopes))
  EXECUTE FUNCTION announce_live_change('connection');

CREATE TRIGGER "smartsheet_connections_live_on_sync" AFTER UPDATE ON "smartsheet_connections"
  FOR EACH ROW
  WHEN ((OLD.sync_state, OLD.parked_until, OLD.limited_until, OLD.retrying_since, OLD.slow_since)
    IS DISTINCT FROM (NEW.sync_state, NEW.parked_until, NEW.limited_until, NEW.retrying_since, NEW.slow_since))
  EXECUTE FUNCTION announce_live_change('automations');

CREATE FUNCTION announce_plan_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_changes', 'plan:' || NEW.id || ':' || pg_current_xact_id());
  RETURN NULL;
END
$$;

CREATE TRIGGER "users_live_on_plan" AFTER UPDATE ON "users"
  FOR EACH ROW
  WHEN ((OLD.subscription_status, OLD.subscription_tier, OLD.trial_end_date, OLD.subscription_end_date,
      OLD.max_configurations)
    IS DISTINCT FROM (NEW.subscription_status, NEW.subscription_tier, NEW.trial_end_date, NEW.subscription_end_date,
      NEW.max_configurations))
  EXECUTE FUNCTION announce_plan_change();

CREATE FUNCTION announce_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_changes', 'session:' || OLD.id);
  RETURN NULL;
END
$$;

CREATE TRIGGER "sessions_live_on_end" AFTER DELETE ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION announce_session_end();

-- The events outlive the user; what a person typed (names of keys and devices) and where they were goes with them.
CREATE FUNCTION forget_audit_details() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE audit_events SET details = '{}', network = NULL, fold_key = NULL WHERE user_id = OLD.id;
  RETURN OLD;
END $$;

CREATE TRIGGER forget_audit_details BEFORE DELETE ON "users"
  FOR EACH ROW EXECUTE FUNCTION forget_audit_details();

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER "plan_changes_stay" BEFORE UPDATE OR DELETE ON "plan_changes"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER "receipts_stay" BEFORE DELETE ON "receipts" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- An account that is deleted leaves its receipts behind; nothing else about them changes.
CREATE TRIGGER "receipts_do_not_change" BEFORE UPDATE ON "receipts" FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'user_id' IS DISTINCT FROM to_jsonb(NEW) - 'user_id' OR NEW."user_id" IS NOT NULL)
  EXECUTE FUNCTION refuse_change();

-- The outcomes of its newest runs, kept with the automation: the list of automations shows them, and reading them from
-- 1,200 rows was most of what it cost. A trigger keeps them, so that no writer of runs can forget it.
CREATE FUNCTION keep_recent_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE automations SET recent_runs = ARRAY(
    SELECT r.outcome::text FROM automation_runs r WHERE r.automation_id = NEW.automation_id
    ORDER BY r.at DESC, r.id DESC LIMIT 12)
  WHERE id = NEW.automation_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER "automation_runs_keep_recent" AFTER INSERT ON "automation_runs"
  FOR EACH ROW EXECUTE FUNCTION keep_recent_runs();

-- A run that remembers something says so in the version of its row, so that a worker which cannot read it leaves the
-- automation alone. Whoever edits the row later, an API of before among them, must not take that back.
CREATE FUNCTION keep_settings_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.settings_version := greatest(NEW.settings_version, OLD.settings_version);
  RETURN NEW;
END
$$;

CREATE TRIGGER "automations_keep_settings_version" BEFORE UPDATE OF "settings_version" ON "automations"
  FOR EACH ROW EXECUTE FUNCTION keep_settings_version();

COMMENT ON TABLE "users" IS
  'Auth token and expiry: sessions (hashed). Verification and reset tokens and codes: one_time_codes (hashed). Smartsheet tokens, expiry and e-mail: smartsheet_connections (sealed).';
COMMENT ON TABLE "sessions" IS 'Signed-in browsers. Cookie and bearer token are two secrets, both stored as hashes.';
COMMENT ON TABLE "one_time_codes" IS 'Secrets that work once: codes typed by a person, links, OAuth states. Stored as hashes.';
COMMENT ON TABLE "smartsheet_connections" IS
  'One Smartsheet account per user, its sealed tokens, and its place in the queue: at most one sync job per account.';
COMMENT ON TABLE "smartsheet_budgets" IS 'When the call budget of an account will be full again if nobody calls.';
COMMENT ON TABLE "sheets" IS 'What is known of a sheet that automations use. Never a cell value.';
COMMENT ON TABLE "automations" IS
  'sheet_id and sheet_name are the destination. Ids are Smartsheet''s, as text. Never a cell value or an option read from a sheet.';
COMMENT ON TABLE "automation_runs" IS 'The newest runs of each automation; older ones are removed daily.';
COMMENT ON TABLE "activity_logs" IS 'What the user sees as activity; kept for 90 days. The name outlives its automation.';
COMMENT ON TABLE "provider_events" IS 'Receipts of payment events, so that one delivered twice is worked once.';
COMMENT ON TABLE "write_intents" IS 'What a run is about to write: counts and keyed hashes. Gone once the run is recorded.';
COMMENT ON TABLE "retired_accounts" IS
  'Smartsheet accounts that a user has left, until their webhooks and tokens there are ended. Tokens are sealed.';
COMMENT ON TABLE "target_claims" IS
  'Which automation may write a column; kept by triggers on automations and smartsheet_connections. Sheet ids are unique per region.';

-- The three plans. Their ids are part of the product.
INSERT INTO "plans"
  ("id", "name", "description", "price", "tier", "is_popular", "configs_limit", "features", "updated_at")
VALUES
  (1, 'Free', 'For trying it out', 0.00, 'free', false, 1,
   '["1 configuration", "Basic sync", "Email support"]', now()),
  (2, 'Basic', 'For everyday sheets', 6.99, 'basic', true, 10,
   '["10 configurations", "Real-time sync", "Priority support", "Activity logs"]', now()),
  (3, 'Premium', 'For teams that live in their sheets', 19.99, 'premium', false, 100,
   '["100 configurations", "Advanced automation", "24/7 support", "Custom integrations", "API access"]', now());
