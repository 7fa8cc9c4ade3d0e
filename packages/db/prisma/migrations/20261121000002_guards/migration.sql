-- What the schema language cannot say: rules every row keeps whoever writes it, and where things are kept.

-- One account per address, however it is typed.
ALTER TABLE "users" ADD CONSTRAINT "users_email_normalised" CHECK (email = lower(btrim(email)) AND email <> '');
ALTER TABLE "users" ADD CONSTRAINT "users_max_configurations_positive" CHECK (max_configurations >= 0);
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_attempts_positive" CHECK (attempts >= 0);

-- An account that waits or works has a job that stands for it, and only then.
ALTER TABLE "smartsheet_connections" ADD CONSTRAINT "smartsheet_connections_job_matches_state"
  CHECK ((sync_state = 'idle') = (sync_job_id IS NULL));

ALTER TABLE "automations" ADD CONSTRAINT "automations_max_removal_is_percent"
  CHECK (max_removal_percent BETWEEN 0 AND 100);

ALTER TABLE "plans" ADD CONSTRAINT "plans_price_positive" CHECK (price >= 0);
ALTER TABLE "plans" ADD CONSTRAINT "plans_limit_positive" CHECK (configs_limit >= 0);
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_amounts_positive" CHECK (amount_cents >= 0 AND discount_cents >= 0);
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_code_normalised" CHECK (code = upper(btrim(code)) AND code <> '');
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_discount_matches_type" CHECK (
  CASE discount_type
    WHEN 'percent' THEN discount_percent BETWEEN 1 AND 100
    ELSE discount_amount >= 0
  END
);
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_uses_within_maximum"
  CHECK (current_uses >= 0 AND (max_uses IS NULL OR current_uses <= max_uses));
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_discount_positive" CHECK (discount_cents >= 0);

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
