-- An audit event holds the beginning of a network address at most. What strangers can repeat without end is counted in one
-- row per hour and network, found by its fold key.
ALTER TABLE "audit_events" RENAME COLUMN "ip_address" TO "network";
ALTER TABLE "audit_events"
  ADD COLUMN "count" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "fold_key" TEXT;

CREATE UNIQUE INDEX "audit_events_fold_key_key" ON "audit_events"("fold_key");

-- The events outlive the user; what a person typed (names of keys and devices) and where they were goes with them.
CREATE FUNCTION forget_audit_details() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE audit_events SET details = '{}', network = NULL, fold_key = NULL WHERE user_id = OLD.id;
  RETURN OLD;
END $$;

CREATE TRIGGER forget_audit_details BEFORE DELETE ON "users"
  FOR EACH ROW EXECUTE FUNCTION forget_audit_details();
