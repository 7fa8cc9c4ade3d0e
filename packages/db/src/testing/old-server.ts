import { execute } from './test-server.ts';

/** Lets new sessions of the database at `url` read the version number of PostgreSQL 15, as its owner. */
export async function pretendOldServer(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await execute(
    url,
    `CREATE SCHEMA old_server;
     GRANT USAGE ON SCHEMA old_server TO PUBLIC;
     CREATE FUNCTION old_server.current_setting(name text) RETURNS text LANGUAGE sql STABLE AS $$
       SELECT CASE name WHEN 'server_version_num' THEN '150018' ELSE pg_catalog.current_setting(name) END $$;
     ALTER DATABASE ${name} SET search_path = old_server, pg_catalog, public;`,
  );
}
