-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "recent_runs" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- The outcomes of its newest runs, kept with the automation: the list of automations shows them, and reading them from
-- 1,200 rows was most of what it cost. A trigger keeps them, so that no writer of runs can forget it.
CREATE FUNCTION keep_recent_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE automations SET recent_runs = ARRAY(
    SELECT r.outcome::text FROM automation_runs r WHERE r.automation_id = NEW.automation_id
    ORDER BY r.at DESC, r.id DESC LIMIT 12)
  WHERE id = NEW.automation_id;
  RETURN NULL;
END
$$;

UPDATE "automations" a SET "recent_runs" = ARRAY(
  SELECT r.outcome::text FROM automation_runs r WHERE r.automation_id = a.id ORDER BY r.at DESC, r.id DESC LIMIT 12);

CREATE TRIGGER "automation_runs_keep_recent" AFTER INSERT ON "automation_runs"
  FOR EACH ROW EXECUTE FUNCTION keep_recent_runs();
