-- One row, which each process writes now and then to learn whether the database can be written.
CREATE TABLE "readiness_checks" (
    "id" SMALLINT NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "readiness_checks_pkey" PRIMARY KEY ("id")
);

-- Throws unless a row can be written and the disk has room. A small row finds room in a page that is there already, so the
-- disk is tried by itself: so little memory makes the rows of generate_series a file of some 100 kB, which is gone
-- with the statement.
CREATE FUNCTION assert_writable() RETURNS boolean LANGUAGE plpgsql VOLATILE
  SET search_path = pg_catalog, public, pg_temp SET work_mem = '64kB' AS $$
BEGIN
  INSERT INTO public.readiness_checks (id, written_at) VALUES (1, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET written_at = EXCLUDED.written_at;
  PERFORM count(*) FROM generate_series(1, 6000);
  RETURN true;
END $$;

-- The newest migration of this database. Running processes may not read the list of migrations itself.
CREATE FUNCTION schema_version() RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN (
    SELECT max(migration_name) FROM public._prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL);
END $$;
