-- When the webhooks of a connection are compared with those at Smartsheet next: daily, spread over the day.
ALTER TABLE "smartsheet_connections"
  ADD COLUMN "next_webhook_check_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + ('01:00:00'::interval + (random() * '23:00:00'::interval)));

-- When a webhook that says it works, and does not, was made anew.
ALTER TABLE "smartsheet_webhooks" ADD COLUMN "remade_at" TIMESTAMPTZ(3);
