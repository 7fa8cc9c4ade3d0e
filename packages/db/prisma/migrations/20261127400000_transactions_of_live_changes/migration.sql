-- Names the transaction that made a change beside it, so that whoever knows of when a page's data is can tell whether the
-- change is in it: see `change-history.ts`.
CREATE OR REPLACE FUNCTION announce_live_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_changes',
    TG_ARGV[0] || ':' || coalesce(NEW.user_id, OLD.user_id) || ':' || pg_current_xact_id());
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION announce_plan_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_changes', 'plan:' || NEW.id || ':' || pg_current_xact_id());
  RETURN NULL;
END
$$;
