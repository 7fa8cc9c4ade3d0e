// npm run migration -- <name> [--draft]
//
// Writes a migration that leads from the existing ones to the schema. `--draft` writes an empty one even when the
// schema did not change, for SQL written by hand. It works on a scratch database of its own; yours is not touched.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@picksync/embedded-postgres';
import {
  differenceToSchema,
  migrationsDir,
  newMigrationName,
  noFilters,
  readMigrations,
} from '../src/migrations/migration-files.ts';
import { withSchemaEngine } from '../src/migrations/schema-engine.ts';

async function difference(): Promise<string | undefined> {
  const dataDir = mkdtempSync(join(tmpdir(), 'picksync-migration-'));
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    return await withSchemaEngine(server.url, async (engine) => {
      await engine.applyMigrations({ migrationsList: readMigrations(), filters: noFilters });
      return differenceToSchema(engine);
    });
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function write(name: string, sql: string): string {
  const folder = join(migrationsDir, newMigrationName(name, new Date()));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'migration.sql'), sql);
  writeFileSync(
    join(migrationsDir, 'migration_lock.toml'),
    '# Prisma checks that the migrations are for this kind of database.\nprovider = "postgresql"\n',
  );
  return folder;
}

const { values, positionals } = parseArgs({
  options: { draft: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const name = positionals[0]?.toLowerCase().replace(/\W+/g, '_');
if (!name) {
  process.stderr.write('Give the migration a name: npm run migration -- add_invoices\n');
  process.exit(1);
}
const sql = await difference();
if (sql === undefined && !values.draft) {
  process.stdout.write('The migrations already lead to the schema; there is nothing to write.\n');
} else {
  process.stdout.write(`Wrote ${write(name, sql ?? '-- Written by hand.\n')}\n`);
  process.stdout.write(
    'Look at its SQL. The next start applies it: stop and start npm run dev where it runs.\n',
  );
}
