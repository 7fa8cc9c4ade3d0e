-- One automation fills a column, whoever owns it. An active automation of a connected account claims its target; paused
-- and disconnected ones do not. Triggers keep the claims, so that no writer of these rows can forget them.
CREATE TABLE "target_claims" (
    "automation_id" UUID NOT NULL,
    "region" "smartsheet_region" NOT NULL,
    "sheet_id" TEXT NOT NULL,
    "column_id" TEXT NOT NULL,

    CONSTRAINT "target_claims_pkey" PRIMARY KEY ("automation_id")
);

CREATE UNIQUE INDEX "target_claims_region_sheet_id_column_id_key" ON "target_claims"("region", "sheet_id", "column_id");

ALTER TABLE "target_claims" ADD CONSTRAINT "target_claims_automation_id_fkey"
  FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

COMMENT ON TABLE "target_claims" IS
  'Which automation may write a column; kept by triggers on automations and smartsheet_connections. Sheet ids are unique per region.';

-- A paused automation may point at a column that another one fills.
DROP INDEX "automations_connection_id_sheet_id_target_column_id_key";
CREATE INDEX "automations_connection_id_sheet_id_idx" ON "automations"("connection_id", "sheet_id");
CREATE INDEX "automations_source_sheet_id_source_column_id_idx" ON "automations"("source_sheet_id", "source_column_id");

-- The older of two automations that fill one column keeps it, the newer is paused.
INSERT INTO "target_claims" ("automation_id", "region", "sheet_id", "column_id")
SELECT DISTINCT ON (c.region, a.sheet_id, a.target_column_id) a.id, c.region, a.sheet_id, a.target_column_id
FROM "automations" a JOIN "smartsheet_connections" c ON c.id = a.connection_id
WHERE a.is_active AND c.status = 'connected'
ORDER BY c.region, a.sheet_id, a.target_column_id, a.created_at, a.id;

WITH paused AS (
  UPDATE "automations" a SET
    is_active = false,
    paused_by = 'system',
    dirty_at = NULL,
    last_error = 'Another automation, perhaps a colleague’s, fills this column, so this one was paused. Choose another target column, or activate it when this one is free.',
    last_error_reason = 'target_claimed',
    updated_at = now()
  FROM "smartsheet_connections" c
  WHERE c.id = a.connection_id AND c.status = 'connected' AND a.is_active
    AND NOT EXISTS (SELECT FROM "target_claims" t WHERE t.automation_id = a.id)
  RETURNING a.id, a.user_id, a.name, a.last_error
)
INSERT INTO "activity_logs" ("id", "user_id", "automation_id", "automation_name", "action", "status", "details")
SELECT gen_random_uuid(), user_id, id, name, 'pause_automation', 'warning', last_error FROM paused;

-- Raises unique_violation when another automation holds the claim. The connection is locked first, so that it cannot
-- be disconnected unseen, and always before a claim, so that nobody waits in a circle.
CREATE FUNCTION keep_automation_claim() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner record;
BEGIN
  SELECT region, status INTO owner FROM smartsheet_connections WHERE id = NEW.connection_id FOR NO KEY UPDATE;
  DELETE FROM target_claims WHERE automation_id = NEW.id;
  IF NEW.is_active AND owner.status = 'connected' THEN
    INSERT INTO target_claims (automation_id, region, sheet_id, column_id)
    VALUES (NEW.id, owner.region, NEW.sheet_id, NEW.target_column_id);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "automations_claim_on_insert" AFTER INSERT ON "automations"
  FOR EACH ROW EXECUTE FUNCTION keep_automation_claim();

CREATE TRIGGER "automations_claim_on_update"
  AFTER UPDATE OF is_active, sheet_id, target_column_id, connection_id ON "automations"
  FOR EACH ROW
  WHEN ((OLD.is_active, OLD.sheet_id, OLD.target_column_id, OLD.connection_id)
    IS DISTINCT FROM (NEW.is_active, NEW.sheet_id, NEW.target_column_id, NEW.connection_id))
  EXECUTE FUNCTION keep_automation_claim();

-- Who connects again gets the columns that are free; the automations that go without are paused by whoever connects.
-- Claims are made in one order, so that two who connect at once do not wait for each other.
CREATE FUNCTION keep_connection_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM target_claims WHERE automation_id IN (SELECT id FROM automations WHERE connection_id = NEW.id);
  IF NEW.status = 'connected' THEN
    INSERT INTO target_claims (automation_id, region, sheet_id, column_id)
    SELECT id, NEW.region, sheet_id, target_column_id FROM automations
    WHERE connection_id = NEW.id AND is_active
    ORDER BY sheet_id, target_column_id, created_at, id
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "smartsheet_connections_claims" AFTER UPDATE OF status, region ON "smartsheet_connections"
  FOR EACH ROW
  WHEN ((OLD.status = 'connected', OLD.region) IS DISTINCT FROM (NEW.status = 'connected', NEW.region))
  EXECUTE FUNCTION keep_connection_claims();
