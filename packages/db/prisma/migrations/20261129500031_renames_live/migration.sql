-- Open pages are told how many cells are renamed so far. The row has no user of its own: it is that of its automation. When it
-- goes, its automation changes as well.
CREATE FUNCTION announce_rename_progress() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_changes', 'automations:' || a.user_id || ':' || pg_current_xact_id())
  FROM automations a WHERE a.id = NEW.automation_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER "rename_intents_live_on_begin" AFTER INSERT ON "rename_intents"
  FOR EACH ROW EXECUTE FUNCTION announce_rename_progress();

CREATE TRIGGER "rename_intents_live_on_progress" AFTER UPDATE ON "rename_intents"
  FOR EACH ROW
  WHEN ((OLD.pairs, OLD.cells, OLD.cells_renamed, OLD.cells_locked)
    IS DISTINCT FROM (NEW.pairs, NEW.cells, NEW.cells_renamed, NEW.cells_locked))
  EXECUTE FUNCTION announce_rename_progress();
