-- A sync asked for by hand is answered by an entry in the activity, whoever runs it and however often it is tried.
ALTER TABLE "automations" ADD COLUMN "manual_sync_at" TIMESTAMPTZ(3);
