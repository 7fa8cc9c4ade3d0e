-- When a webhook began to work. What changed between the last read of its sheet and that moment nobody has told of.
ALTER TABLE "smartsheet_webhooks" ADD COLUMN "enabled_at" TIMESTAMPTZ(3);
