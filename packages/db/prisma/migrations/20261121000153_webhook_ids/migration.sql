-- Automations name the webhook by Smartsheet's id: ours stands in the callback's address, which nobody is told.
UPDATE "automations" a SET webhook_id = w.remote_id
FROM "smartsheet_webhooks" w
WHERE a.webhook_id = w.id::text AND w.connection_id = a.connection_id;
