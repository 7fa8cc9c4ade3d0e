CREATE TABLE "maintenance_windows" (
    "id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "next_word_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "swept_from" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "actor_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "maintenance_windows_pkey" PRIMARY KEY ("id")
);

-- At most one that has not ended.
CREATE UNIQUE INDEX "maintenance_windows_one_open" ON "maintenance_windows" (("ended_at" IS NULL)) WHERE "ended_at" IS NULL;

-- Tells every process to read the window again: none asks for it in between.
CREATE FUNCTION announce_maintenance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('maintenance_changes', '');
  RETURN NULL;
END
$$;

CREATE TRIGGER "maintenance_windows_changed" AFTER INSERT OR UPDATE OR DELETE ON "maintenance_windows"
  FOR EACH ROW EXECUTE FUNCTION announce_maintenance();
