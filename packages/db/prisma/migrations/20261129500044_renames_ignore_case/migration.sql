-- With and without regard to case the names of rows are hashed differently, and rows that had one name may have two. Renames that are
-- under way go on: which cells they are about is known either way.
CREATE FUNCTION forget_row_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM source_names WHERE automation_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER "automations_forget_row_names"
  AFTER UPDATE OF ignore_case ON "automations"
  FOR EACH ROW
  WHEN (OLD.ignore_case IS DISTINCT FROM NEW.ignore_case)
  EXECUTE FUNCTION forget_row_names();
