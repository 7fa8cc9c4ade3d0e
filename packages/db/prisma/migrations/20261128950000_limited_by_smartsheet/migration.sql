-- Until when a pause is one that Smartsheet has asked for. A pause without it is our own pacing.
ALTER TABLE "smartsheet_connections" ADD COLUMN "limited_until" TIMESTAMPTZ(3);

DROP TRIGGER "smartsheet_connections_live_on_sync" ON "smartsheet_connections";
CREATE TRIGGER "smartsheet_connections_live_on_sync" AFTER UPDATE ON "smartsheet_connections"
  FOR EACH ROW
  WHEN ((OLD.sync_state, OLD.parked_until, OLD.limited_until, OLD.retrying_since, OLD.slow_since)
    IS DISTINCT FROM (NEW.sync_state, NEW.parked_until, NEW.limited_until, NEW.retrying_since, NEW.slow_since))
  EXECUTE FUNCTION announce_live_change('automations');
