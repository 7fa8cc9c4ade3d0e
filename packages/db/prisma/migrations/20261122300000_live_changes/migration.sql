-- Tells the API which user's dashboard is out of date, so that an open page asks again. The payload names a kind of
-- change and a user (or a session that has ended), nothing else. Triggers raise it, so that no writer of these rows can
-- forget it; it goes out with the commit. Rows that change without anybody seeing a difference (a sweep that found
-- nothing, another call of the budget) raise nothing.
CREATE FUNCTION announce_live_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_changes', TG_ARGV[0] || ':' || coalesce(NEW.user_id, OLD.user_id));
  RETURN NULL;
END
$$;

CREATE FUNCTION announce_plan_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_changes', 'plan:' || NEW.id);
  RETURN NULL;
END
$$;

CREATE FUNCTION announce_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_changes', 'session:' || OLD.id);
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

-- What a connection's job is at shows in its automations.
CREATE TRIGGER "smartsheet_connections_live_on_sync" AFTER UPDATE ON "smartsheet_connections"
  FOR EACH ROW
  WHEN ((OLD.sync_state, OLD.parked_until, OLD.retrying_since)
    IS DISTINCT FROM (NEW.sync_state, NEW.parked_until, NEW.retrying_since))
  EXECUTE FUNCTION announce_live_change('automations');

CREATE TRIGGER "users_live_on_plan" AFTER UPDATE ON "users"
  FOR EACH ROW
  WHEN ((OLD.subscription_status, OLD.subscription_tier, OLD.trial_end_date, OLD.subscription_end_date,
      OLD.max_configurations)
    IS DISTINCT FROM (NEW.subscription_status, NEW.subscription_tier, NEW.trial_end_date, NEW.subscription_end_date,
      NEW.max_configurations))
  EXECUTE FUNCTION announce_plan_change();

CREATE TRIGGER "sessions_live_on_end" AFTER DELETE ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION announce_session_end();
