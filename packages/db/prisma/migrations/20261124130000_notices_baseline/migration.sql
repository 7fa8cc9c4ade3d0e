-- What is so when this version comes is no news: it counts as told, so that nobody gets mails about old states all at once.
INSERT INTO "notices" ("id", "user_id", "topic", "subject_id", "batch_id", "opened_at")
SELECT gen_random_uuid(), was.user_id, was.topic, was.subject_id, gen_random_uuid(), now() FROM (
  SELECT user_id, 'failing' AS topic, id AS subject_id FROM "automations"
  WHERE is_active AND failing_since IS NOT NULL AND last_run_outcome = 'failed'
    AND last_error_reason NOT IN ('rate_limited', 'provider_outage', 'sheet_outage', 'sheet_resting')
  UNION ALL
  SELECT user_id, 'review', id FROM "automations" WHERE is_active AND review IS NOT NULL
  UNION ALL
  SELECT user_id, 'paused', id FROM "automations" WHERE NOT is_active AND paused_by = 'system'
  UNION ALL
  SELECT user_id, 'reconnect', id FROM "smartsheet_connections" WHERE status = 'needs_reconnect'
  UNION ALL
  SELECT user_id, 'webhook_stopped', id FROM "outgoing_webhooks" WHERE NOT is_active AND stop_reason IS NOT NULL
  UNION ALL
  SELECT id, CASE WHEN trial_end_date > now() + interval '3 days' THEN 'trial_7'
    WHEN trial_end_date > now() + interval '1 day' THEN 'trial_3' ELSE 'trial_1' END, id FROM "users"
  WHERE subscription_status = 'trial' AND trial_end_date > now() AND trial_end_date <= now() + interval '7 days'
) was
ON CONFLICT ("topic", "subject_id") WHERE "closed_at" IS NULL DO NOTHING;
