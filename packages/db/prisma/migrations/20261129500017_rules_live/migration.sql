-- Open pages are told when a rule changes, and when a look at its place begins and ends. What nobody can see (another request
-- of a look that is already wanted, a sheet that was read again and is as before) raises nothing. The rows of one statement
-- are one notification: PostgreSQL drops those that are equal within a transaction.
CREATE TRIGGER "rules_live_on_come_and_go" AFTER INSERT OR DELETE ON "rules"
  FOR EACH ROW EXECUTE FUNCTION announce_live_change('rules');

CREATE TRIGGER "rules_live_on_update" AFTER UPDATE ON "rules"
  FOR EACH ROW
  WHEN ((OLD.name, OLD.place_kind, OLD.place_id, OLD.place_name, OLD.workspace_name, OLD.includes_subfolders,
      OLD.column_title, OLD.source_sheet_id, OLD.source_sheet_name, OLD.source_column_id, OLD.source_column_name,
      OLD.settings, OLD.new_sheets, OLD.is_active, OLD.look_wanted_at IS NULL, OLD.looking_until IS NULL, OLD.looked_at,
      OLD.unreadable_since, OLD.unreadable_reason, OLD.unreadable_folders, OLD.sheet_count, OLD.folder_count)
    IS DISTINCT FROM (NEW.name, NEW.place_kind, NEW.place_id, NEW.place_name, NEW.workspace_name, NEW.includes_subfolders,
      NEW.column_title, NEW.source_sheet_id, NEW.source_sheet_name, NEW.source_column_id, NEW.source_column_name,
      NEW.settings, NEW.new_sheets, NEW.is_active, NEW.look_wanted_at IS NULL, NEW.looking_until IS NULL, NEW.looked_at,
      NEW.unreadable_since, NEW.unreadable_reason, NEW.unreadable_folders, NEW.sheet_count, NEW.folder_count))
  EXECUTE FUNCTION announce_live_change('rules');

CREATE TRIGGER "rule_matches_live_on_come_and_go" AFTER INSERT OR DELETE ON "rule_matches"
  FOR EACH ROW EXECUTE FUNCTION announce_live_change('rules');

CREATE TRIGGER "rule_matches_live_on_update" AFTER UPDATE ON "rule_matches"
  FOR EACH ROW
  WHEN ((OLD.sheet_name, OLD.sheet_permalink, OLD.state, OLD.reason, OLD.column_id, OLD.column_name, OLD.choices,
      OLD.chosen_column_id, OLD.is_excluded, OLD.gone_at, OLD.taken_up_at, OLD.automation_id)
    IS DISTINCT FROM (NEW.sheet_name, NEW.sheet_permalink, NEW.state, NEW.reason, NEW.column_id, NEW.column_name, NEW.choices,
      NEW.chosen_column_id, NEW.is_excluded, NEW.gone_at, NEW.taken_up_at, NEW.automation_id))
  EXECUTE FUNCTION announce_live_change('rules');
