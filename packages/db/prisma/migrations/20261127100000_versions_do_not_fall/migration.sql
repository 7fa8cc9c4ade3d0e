-- A run that remembers something says so in the version of its row, so that a worker which cannot read it leaves the
-- automation alone. Whoever edits the row later, an API of before among them, must not take that back.
CREATE FUNCTION keep_settings_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.settings_version := greatest(NEW.settings_version, OLD.settings_version);
  RETURN NEW;
END
$$;

CREATE TRIGGER "automations_keep_settings_version" BEFORE UPDATE OF "settings_version" ON "automations"
  FOR EACH ROW EXECUTE FUNCTION keep_settings_version();

-- What is remembered already with a key of the automation's own: hashes made with the one key of before begin with its
-- id, and lists with nothing.
UPDATE "automations" SET "settings_version" = 3 WHERE "settings_version" < 3 AND (
  "target_fingerprint" LIKE '%:%'
  OR EXISTS (SELECT FROM unnest("base_hashes" || "kept_hashes" || "excluded_hashes") AS hash WHERE hash NOT LIKE 'k%'));
